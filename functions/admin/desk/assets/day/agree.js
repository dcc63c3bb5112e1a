// Forms that give somebody's time away are tried before they are sent: what is unusual about it has to be agreed to.

import { bodyOf, isComplete } from '/assets/fields.js';
import { confirming } from './confirm.js';
import { tried } from './warnings.js';

const TRIED = ['approve-form', 'assign-form', 'move-form', 'walk-in-form'];

/** Whether the form may be sent. One that is refused may: it is then refused with everything that belongs to it. */
export async function isAgreed(form) {
  if (!TRIED.includes(form.id) || !isComplete(form)) return true;
  const [method, path] = form.dataset.call.split(' ');
  const { warnings, forced } = await tried(method, path, bodyOf(form)).catch(() => ({ warnings: [] }));
  if (warnings.length === 0) return true;
  const dialog = confirming({ title: form.querySelector('[type=submit]').textContent, lines: [] });
  const answer = await dialog.warn(warnings);
  dialog.close();
  if (answer === null) return false;
  form.addEventListener('body', ({ detail: body }) => Object.assign(body, forced), { once: true });
  return true;
}
