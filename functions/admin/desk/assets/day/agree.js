// Forms that give somebody's time away are tried before they are sent: what is unusual about it has to be agreed to.

import { bodyOf, isComplete } from '/assets/fields.js';
import { clock, minutesOf } from '/assets/ui.js';
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
  const when = `${dayName(bookingDate.value)}, ${clock(minutesOf(startTime.value))}`;
  return about ? [about, `To ${when}`] : [`${find.disabled ? name.value : find.value}, ${when}`];
}

/** Whether the form may be sent. One that is refused may: it is then refused with everything that belongs to it. */
export async function isAgreed(form) {
  if (!TRIED.includes(form.id) || !isComplete(form)) return true;
  const [method, path] = form.dataset.call.split(' ');
  const { warnings, forced } = await tried(method, path, bodyOf(form)).catch(() => ({ warnings: [] }));
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
