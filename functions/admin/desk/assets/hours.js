// The hours of a day: rows of shifts and breaks, copied from the spare one; and the week, where a cell opens a day.

import { send } from '/assets/forms.js';
import { session } from '/assets/ui.js';

const partsOf = (hours) => [...hours.querySelectorAll('[data-parts]')];
export const rowsOf = (parts) => [...parts.querySelectorAll('li:not([data-spare])')];

/** Names and ids follow the place of a row, as the API counts them. */
function numberRows(hours) {
  for (const parts of partsOf(hours)) {
    const base = parts
      .querySelector('[data-list]')
      .getAttribute('aria-describedby')
      .replace(/-error$/, '');
    rowsOf(parts).forEach((row, place) => {
      for (const input of row.querySelectorAll('input')) {
        const end = input.name.split('.').pop();
        input.name = `${hours.dataset.hours}${parts.dataset.parts}.${place}.${end}`;
        input.id = `${base}-${place}-${end}`;
        input.previousElementSibling.htmlFor = input.id;
      }
    });
  }
}
function addRow(parts, [start, end] = ['', '']) {
  const spare = parts.querySelector('[data-spare]');
  const row = spare.cloneNode(true);
  row.hidden = false;
  row.removeAttribute('data-spare');
  const inputs = row.querySelectorAll('input');
  for (const input of inputs) input.disabled = false;
  [inputs[0].value, inputs[1].value] = [start, end];
  spare.before(row);
  numberRows(parts.closest('[data-hours]'));
  return inputs[0];
}
const unpacked = (text) =>
  text
    .split(',')
    .filter(Boolean)
    .map((part) => part.split('-'));

/** A day off has no rows to send; a day at work has at least one. */
function showHours(hours) {
  const off = hours.querySelector('[data-off]').checked;
  const [shifts] = partsOf(hours);
  if (!off && rowsOf(shifts).length === 0) addRow(shifts, unpacked(hours.dataset.usual)[0]);
  for (const parts of partsOf(hours)) {
    parts.hidden = off;
    for (const row of rowsOf(parts)) for (const input of row.querySelectorAll('input')) input.disabled = off;
  }
}
function setHours(hours, given) {
  for (const parts of partsOf(hours)) {
    for (const row of rowsOf(parts)) row.remove();
    for (const part of unpacked(given[parts.dataset.parts])) addRow(parts, part);
  }
  hours.querySelector('[data-off]').checked = given.shifts === '';
  showHours(hours);
}
document.addEventListener('change', ({ target }) => {
  if (target.matches?.('[data-off]')) showHours(target.closest('[data-hours]'));
});
document.addEventListener('click', ({ target }) => {
  const add = target.closest?.('[data-add]');
  if (add) addRow(add.closest('[data-parts]')).focus();
  const remove = target.closest?.('[data-remove]');
  if (!remove) return;
  const parts = remove.closest('[data-parts]');
  const hours = parts.closest('[data-hours]');
  remove.closest('li').remove();
  numberRows(hours);
  const off = hours.querySelector('[data-off]');
  if (parts.dataset.parts === 'shifts' && rowsOf(parts).length === 0) {
    off.checked = true;
    showHours(hours);
    off.focus();
  } else parts.querySelector('[data-add]').focus();
});
for (const hours of document.querySelectorAll('[data-hours]')) showHours(hours);

// ---- The week: a cell fills the dialog it opens; arrow keys go from cell to cell; after a save it has the focus.

const LAST = 'cell';
document.addEventListener('click', ({ target }) => {
  const cell = target.closest?.('[data-cell]');
  if (!cell) return;
  const form = document.getElementById('day-form');
  form.elements.staffId.value = cell.dataset.staff;
  form.elements.date.value = cell.dataset.date;
  // What was wrong was said of the day that the dialog was opened for before.
  for (const one of form.querySelectorAll('.error')) [one.hidden, one.textContent] = [true, ''];
  for (const control of form.elements) control.removeAttribute('aria-invalid');
  setHours(form.querySelector('[data-hours]'), cell.dataset);
  for (const also of form.querySelectorAll('[data-also]')) {
    also.checked = false;
    also.disabled = also.value === cell.dataset.date;
    also.closest('.chip').hidden = also.disabled;
  }
  // Only an exception can be taken back.
  const usual = document.getElementById('usual-form');
  usual.elements.staffId.value = cell.dataset.staff;
  usual.elements.date.value = cell.dataset.date;
  document.getElementById('usual').hidden = cell.dataset.exception === undefined;
  session.set(LAST, cell.id);
});
document.addEventListener('keydown', (event) => {
  const cell = event.target.closest?.('[data-cell]');
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!cell || !step || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...cell.closest('tbody').rows].map((row) => [...row.querySelectorAll('[data-cell]')]);
  const row = rows.findIndex((cells) => cells.includes(cell));
  const next = rows[row + step[0]]?.[rows[row].indexOf(cell) + step[1]];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
// A day is a call: the same hours on other days are sent one after the other.
document.addEventListener('done', (event) => {
  const form = event.target;
  if (form.id !== 'day-form') return;
  const next = form.querySelector('[data-also]:checked:enabled');
  if (!next) return;
  event.preventDefault();
  form.dataset.halfway = '';
  next.checked = false;
  form.elements.date.value = next.value;
  queueMicrotask(() => send(form));
});
const reloadHalfway = ({ target }) => {
  if (target.querySelector?.('[data-halfway]')) location.reload();
};
document.addEventListener('close', reloadHalfway, true);

const last = session.get(LAST);
session.drop(LAST);
if (last && performance.getEntriesByType('navigation')[0]?.type === 'reload') document.getElementById(last)?.focus();
