// Appointments that repeat: their days are listed, with those that are not free, before anything is booked or moved.

import { api } from '/assets/api.js';
import { bodyOf, isComplete, leadToMarked, showDetails } from '/assets/fields.js';
import { keptAt } from '/assets/forms.js';
import { clock, make, minutesOf, say } from '/assets/ui.js';
import { whileHeld } from './agree.js';
import { servicesOf } from './others.js';

const REASONS = {
  closed: 'closed then',
  too_far: 'too far ahead',
  past: 'already past',
  too_soon: 'too soon',
  off_shift: 'not at work then',
  on_leave: 'on leave',
  blocked: 'blocked',
  booked: 'taken',
  no_room: 'no room free',
};
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayOf = (date) => dayFormat.format(new Date(`${date}T00:00:00Z`)).replace(',', '');
const timeOf = (time) => clock(minutesOf(time));
const counted = (count) => (count === 1 ? '1 appointment' : `${count} appointments`);

function lineOf({ date, startTime, reason, alternatives = [] }, takesNearest) {
  if (!reason) return make('li', {}, `${dayOf(date)}, ${timeOf(startTime)}`);
  const [near] = alternatives;
  const instead = takesNearest && near ? ` ${timeOf(near.startTime)} instead.` : '';
  const what = `${dayOf(date)}, ${timeOf(startTime)}: ${REASONS[reason] ?? reason}.`;
  return make('li', { className: 'is-taken' }, what, instead);
}

/** What becomes of days that are not free: what is chosen here is sent along. */
const WAYS = [
  ['skip', 'Leave them out'],
  ['nearest', 'Take the nearest free time'],
];

/** Shows the list and waits; gives what is to become of conflicts, or nothing. */
function agreedOn({ occurrences }, { title, verb, mayChoose }) {
  const taken = occurrences.filter(({ reason }) => reason);
  const list = make('ol', { className: 'days' });
  const go = make('button', { type: 'submit', className: 'button' });
  const stop = make('button', { type: 'button', className: 'ghost button', onclick: () => dialog.close() }, 'Leave it');
  const radio = ([value, text], at) => {
    const control = make('input', { type: 'radio', name: 'way', value, checked: at === 0 });
    return make('label', { className: 'choice' }, control, ' ', text);
  };
  const legend = make('legend', {}, 'Days that are not free');
  const ways = make('fieldset', { className: 'scopes' }, legend, ...WAYS.map(radio));
  const parts = taken.length > 0 && mayChoose ? [list, ways] : [list];
  const form = make('form', { method: 'dialog' }, ...parts, make('div', { className: 'actions' }, go, stop));
  const heading = make('h2', { id: 'days-title' }, title);
  const dialog = make('dialog', { className: 'ask' }, heading, form);
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.setAttribute('closedby', 'any');
  const way = () => (taken.length > 0 && mayChoose ? new FormData(form).get('way') : null);
  const draw = () => {
    const isNearest = way() === 'nearest';
    list.replaceChildren(...occurrences.map((one) => lineOf(one, isNearest)));
    const isIn = ({ reason, alternatives = [] }) => !reason || (isNearest && alternatives.length > 0);
    const count = occurrences.filter(isIn).length;
    go.textContent = `${verb} ${counted(count)}`;
    go.disabled = count === 0;
  };
  form.addEventListener('change', draw);
  document.body.append(dialog);
  draw();
  dialog.showModal();
  go.focus();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      dialog.remove();
      resolve(null);
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      const chosen = way() ?? 'refuse';
      dialog.onclose = null;
      dialog.close();
      dialog.remove();
      resolve(chosen);
    };
  });
}

/** Tries the form, shows the days, and says whether it may be sent. */
async function isAgreed(form) {
  if (!isComplete(form)) return false;
  const [method, path] = form.dataset.call.split(' ');
  const { onConflict } = form.elements;
  if (onConflict) onConflict.value = 'refuse';
  const body = bodyOf(form);
  if (method === 'POST' && !body.customerId) {
    say('Choose somebody from the list: a new customer is written down first.', { bad: true });
    return false;
  }
  let repeat = null;
  try {
    ({ repeat } = await api(method, `${path}?dryRun=true`, body, { back: () => keptAt(form) }));
  } catch (error) {
    if (!error.isSignedOut) {
      const { rest } = showDetails(form, error);
      say([error.message, ...rest].join(' '), { bad: true });
      leadToMarked(form);
    }
    return false;
  }
  const isNew = method === 'POST';
  const way = await agreedOn(repeat, {
    title: isNew ? 'These days' : 'The days after the move',
    verb: isNew ? 'Book' : 'Keep',
    mayChoose: isNew,
  });
  if (way && onConflict) onConflict.value = way;
  return way !== null;
}

// Before the scripts that send it.
const agreed = new WeakSet();
document.addEventListener(
  'submit',
  async (event) => {
    const form = event.target;
    if (!form.closest?.('[data-lists]') || agreed.delete(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    let may = false;
    await whileHeld(form, async () => {
      may = await isAgreed(form);
    });
    if (!may || !form.isConnected) return;
    agreed.add(form);
    form.requestSubmit();
  },
  true,
);

/** In the walk-in form: while its part is open, the form books all of them. */
export function prepareRepeat(form) {
  const part = form.querySelector('[data-repeat]');
  const button = form.querySelector('[type=submit]');
  const [call, label, said] = [form.dataset.call, button.textContent, form.dataset.say];
  const settle = () => {
    for (const control of part.querySelectorAll('input, select')) control.disabled = !part.open;
    form.toggleAttribute('data-lists', part.open);
    form.dataset.call = part.open ? 'POST /api/repeats' : call;
    form.dataset.say = part.open ? 'Booked. The customer gets one message for all.' : said;
    button.textContent = part.open ? 'See the days' : label;
  };
  part.addEventListener('toggle', settle);
  settle();
  form.addEventListener('body', ({ detail: body }) => {
    if (!part.open) return;
    const { bookingDate, startTime, customerId } = form.elements;
    const { branchId, serviceType, everyWeeks, count, onConflict } = body;
    for (const name of Object.keys(body)) delete body[name];
    Object.assign(body, {
      customerId: customerId.disabled ? undefined : customerId.value || undefined,
      branchId,
      serviceType,
      services: servicesOf(form),
      firstDate: bookingDate.value,
      startTime: startTime.value,
      everyWeeks,
      count,
      onConflict,
    });
  });
  form.addEventListener('done', (event) => {
    if (!part.open || form.closest('#sheet')) return;
    const first = event.detail.repeat.occurrences.find(({ bookingId }) => bookingId);
    event.preventDefault();
    location.assign(first ? `/bookings/${encodeURIComponent(first.bookingId)}` : '/');
  });
}
