// A booking in the API: its address, whether it is still as it was shown, and what a refusal says.

import { api } from '/assets/api.js';
import { clock, minutesOf, say } from '/assets/ui.js';
import { grid, nameOfPerson } from './board.js';
import { dayName } from './days.js';

export const bookingPath = (id) => `/api/bookings/${encodeURIComponent(id)}`;

const FIELDS = { startTime: 'Time', bookingDate: 'Date', staffId: 'Person' };

/** What a refusal says, field by field where it names any. */
export function reasonOf({ details = {}, message }) {
  const fields = Object.entries(details).filter(([, messages]) => typeof messages?.[0] === 'string');
  if (fields.length === 0) return message;
  return `${fields.map(([field, messages]) => `${FIELDS[field] ?? field} ${messages.join(', ')}`).join('. ')}.`;
}
export function tell(error) {
  if (!error.isSignedOut) say(reasonOf(error), { bad: true });
}

export const isFresh = async (...all) => (await freshOf(...all)) !== null;

/**
 * The booking, if it is as it was shown; else nothing is sent, and what somebody else changed since is said. `back` says where a
 * sign-in leads afterwards.
 */
export async function freshOf(id, updated, name, back) {
  const { booking } = await api('GET', bookingPath(id), undefined, { back });
  if (Date.parse(booking.updatedAt) === Number(updated)) return booking;
  const staff = booking.services[0]?.staffId;
  const person = staff && grid() && nameOfPerson(staff);
  const time = `${dayName(booking.bookingDate)}, ${clock(minutesOf(booking.startTime))}`;
  const status = booking.status.replace('_', ' ').replace('no show', 'no-show');
  const now = `${time}${person ? ` with ${person}` : ''}, ${status}`;
  say(`Somebody changed ${name} meanwhile: now ${now}. Nothing of yours was sent.`, { bad: true });
  return null;
}
