// Forms that give somebody's time away are tried before they are sent: what is unusual about it has to be agreed to.

import { bodyOf, isComplete } from '/assets/fields.js';
import { keptAt, send } from '/assets/forms.js';
import { clock, hush, minutesOf, say, told } from '/assets/ui.js';
import { MOVE_ANYWAY, confirming } from './confirm.js';
import { dayName } from './days.js';
import { tried } from './warnings.js';

const TRIED = ['approve-form', 'assign-form', 'move-form', 'walk-in-form'];

const isMove = (form) => form.id === 'move-form';

/** Whom and which time the form is about. A walk-in says neither but in its fields, a move not the time it is to. */
function aboutIn(form) {
  const about = form.querySelector('.ask-about')?.textContent;
  if (about && !isMove(form)) return [about];
  const { bookingDate, startTime, find, 'customer.name': name } = form.elements;
  // Untouched, the time is not sent: it is when it is booked, however long the form has been open.
  const isNow = startTime.dataset.as === '';
  const when = isNow ? 'now' : `${dayName(bookingDate.value)}, ${clock(minutesOf(startTime.value))}`;
  return about ? [about, `To ${when}`] : [`${find.disabled ? name.value : find.value}, ${when}`];
}

const held = new WeakSet();
/** Does the work that decides about the form: until it is over, asking for it again does nothing. */
export async function whileHeld(form, work) {
  if (held.has(form) || form.getAttribute('aria-busy') === 'true') return;
  held.add(form);
  try {
    await work();
  } finally {
    held.delete(form);
  }
}

/** Sends it, unless its dialog or its part of the page has gone meanwhile. */
export async function sendIfThere(form) {
  if (form.isConnected) await send(form);
}

/** What it would warn of, and a word if that takes its time. */
async function triedAloud(...call) {
  const slow = setTimeout(say, 800, told.busy);
  try {
    return await tried(...call);
  } finally {
    clearTimeout(slow);
    hush();
  }
}

/** Whether the form may be sent. One that is refused may: it is then refused with everything that belongs to it. */
export async function isAgreed(form) {
  if (!TRIED.includes(form.id) || !isComplete(form)) return true;
  const [method, path] = form.dataset.call.split(' ');
  const back = () => keptAt(form);
  const { warnings, forced, isOver } = await triedAloud(method, path, bodyOf(form), back).catch((error) => ({
    warnings: [],
    isOver: error.isSignedOut,
  }));
  if (isOver) return false;
  if (warnings.length === 0) return true;
  const title = form.querySelector('[type=submit]').textContent;
  const anyway = isMove(form) ? MOVE_ANYWAY : undefined;
  const dialog = confirming({ title, anyway, lines: aboutIn(form) });
  const answer = await dialog.warn(warnings);
  dialog.close();
  if (answer === null) return false;
  form.addEventListener('body', ({ detail: body }) => Object.assign(body, forced), { once: true });
  return true;
}
