// The forms of the salon's setup: fields that depend on another, lists to tick, leave, and what stands in its way.

import { make, say } from '/assets/ui.js';
import { rowsOf } from './hours.js';

// ---- Fields that are asked only when another has a value: `data-when="offerType=flat"`.

function showWhen(form) {
  for (const box of form.querySelectorAll('[data-when]')) {
    const [name, value] = box.dataset.when.split('=');
    const met = [...form.elements].some((one) => one.name === name && one.checked && one.value === value);
    box.hidden = !met;
    for (const control of box.querySelectorAll('input, select, textarea')) control.disabled = !met;
  }
}
document.addEventListener('change', ({ target }) => {
  if (target.form?.querySelector('[data-when]')) showWhen(target.form);
});
for (const form of document.forms) showWhen(form);

// ---- Lists to tick: all or none of a group.

document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-tick]');
  if (!button) return;
  const boxes = [...button.closest('.tick-group').querySelectorAll('input[type=checkbox]')];
  for (const box of boxes) box.checked = button.dataset.tick === 'all';
  boxes[0]?.dispatchEvent(new Event('input', { bubbles: true }));
});

// ---- Rooms: a service needs one of each group that is ticked.

document.addEventListener('body', ({ detail: body }) => {
  if (Array.isArray(body.needs)) body.needs = body.needs.map((group) => ({ group }));
});

// ---- Hours by weekday: the usual days are left out, the others are numbered as the API counts them.

function numberDays(form) {
  let place = 0;
  for (const day of form.querySelectorAll('[data-weekday]')) {
    const { value: state } = day.querySelector('[data-day-state]');
    for (const input of day.querySelectorAll('[data-hours-of]')) {
      const { hoursOf } = input.dataset;
      input.disabled = state === 'usual' || (state === 'closed' && input.type === 'time');
      input.dataset.as = input.disabled ? '' : `hours.${place}.${hoursOf}`;
      if (hoursOf === 'closed') input.checked = state === 'closed';
    }
    day.querySelector('.day-times').hidden = state !== 'own';
    if (state !== 'usual') place += 1;
  }
}
document.addEventListener('change', ({ target }) => {
  if (target.matches?.('[data-day-state]')) numberDays(target.form);
});
for (const form of document.forms) if (form.querySelector('[data-weekday]')) numberDays(form);

// ---- The week opens at today where it is wider than the screen.

const today = document.querySelector('.week-grid thead .today');
if (today) {
  const [wrap, names] = [today.closest('.table-wrap'), today.parentElement.firstElementChild];
  wrap.scrollLeft = today.offsetLeft - names.offsetWidth;
}

// ---- Leave: the last day follows the first until it is set.

document.addEventListener('input', ({ target }) => {
  const form = target.form;
  if (target.name === 'endDate') target.dataset.own = '';
  if (target.name !== 'startDate' || form?.id !== 'ask-form') return;
  const end = form.elements.endDate;
  end.min = target.value;
  if (end.dataset.own === undefined || end.value < target.value) end.value = target.value;
});

// ---- Refusals: what stands in the way as links, and a week's problems at their days.

const PLACES = { bookingIds: ['/bookings/', 'Booking'], offerIds: ['/offers/', 'Offer'] };

function linksTo(ids, [path, word]) {
  const link = (id, place) => {
    const href = path + encodeURIComponent(id);
    return make('a', { className: 'ghost button small', href }, `${word} ${place + 1}`);
  };
  return make('div', { className: 'alternatives actions' }, ...ids.slice(0, 12).map(link));
}

/** Tells a problem of a row at its day, and gives back the row's first field. */
function showAtDay(form, path, messages) {
  const lists = [...form.querySelectorAll('[data-parts] > [data-list]')];
  const list = lists.find(({ name }) => path.startsWith(`${name}.`));
  const error = list && document.getElementById(list.getAttribute('aria-describedby'));
  if (!error) return undefined;
  error.textContent = messages.join(', ');
  error.hidden = false;
  const row = Number(path.slice(list.name.length + 1).split('.')[0]);
  const input = rowsOf(list.parentElement)[row]?.querySelector('input');
  input?.setAttribute('aria-invalid', 'true');
  return input;
}

document.addEventListener('refused', ({ target: form, detail: { message, details } }) => {
  for (const [name, place] of Object.entries(PLACES)) {
    if (Array.isArray(details[name])) say(message, { bad: true, extra: [linksTo(details[name], place)] });
  }
  const wrong = Object.entries(details).map(([path, messages]) => showAtDay(form, path, messages));
  const first = wrong.find(Boolean);
  if (first) {
    say(message, { bad: true });
    first.focus();
  }
});
