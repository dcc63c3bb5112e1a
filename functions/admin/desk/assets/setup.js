// The schedule, lists that are put in order by hand, lists to tick, and fields that depend on another.

const { say, send } = globalThis.parlour;

// ---- Fields that are asked only when another has a value: `data-when="offerType=flat"`.

function showWhen(form) {
  for (const box of form.querySelectorAll('[data-when]')) {
    const [name, value] = box.dataset.when.split('=');
    const met = [...form.elements].some((one) => one.name === name && one.checked && one.value === value);
    box.hidden = !met;
    for (const control of box.querySelectorAll('input, select, textarea')) control.disabled = !met;
  }
}
document.addEventListener('change', ({ target }) => { if (target.form?.querySelector('[data-when]')) showWhen(target.form); });
for (const form of document.forms) showWhen(form);

// ---- Lists to tick: all or none of a group.

document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-tick]');
  if (!button) return;
  const boxes = [...button.closest('.tick-group').querySelectorAll('input[type=checkbox]')];
  for (const box of boxes) box.checked = button.dataset.tick === 'all';
  boxes[0]?.dispatchEvent(new Event('input', { bubbles: true }));
});

// ---- Order by hand. The order sent is that of the lines on the page.

function reordered(line) {
  const bar = line.closest('form').querySelector('.save-order');
  const lines = [...line.parentElement.children];
  bar.hidden = false;
  bar.querySelector('span').textContent = `${line.querySelector('a').textContent}: place ${lines.indexOf(line) + 1} of ${lines.length}.`;
}
document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-move]');
  const line = button?.closest('li');
  // The neighbour is moved, so that the button keeps the focus.
  const [up, down] = [line?.previousElementSibling, line?.nextElementSibling];
  if (button?.dataset.move === 'up' && up) line.after(up);
  else if (button?.dataset.move === 'down' && down) line.before(down);
  else return;
  reordered(line);
});

let dragged;
document.addEventListener('dragstart', (event) => {
  const line = event.target.closest?.('[data-order] > li');
  if (!line) return;
  dragged = { line, from: line.nextElementSibling };
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', line.querySelector('a').textContent);
  requestAnimationFrame(() => line.classList.add('dragged'));
});
document.addEventListener('dragover', (event) => {
  const over = event.target.closest?.('[data-order] > li');
  if (!dragged || !over || over.parentElement !== dragged.line.parentElement) return;
  event.preventDefault();
  if (over === dragged.line) return;
  const { top, height } = over.getBoundingClientRect();
  if (event.clientY < top + height / 2) over.before(dragged.line); else over.after(dragged.line);
});
document.addEventListener('drop', (event) => { if (dragged) { event.preventDefault(); dragged.dropped = true; } });
document.addEventListener('dragend', () => {
  if (!dragged) return;
  const { line, from, dropped } = dragged;
  dragged = undefined;
  line.classList.remove('dragged');
  if (!dropped) line.parentElement.insertBefore(line, from);
  else if (line.nextElementSibling !== from) reordered(line);
});

// ---- The hours of a day: rows of shifts and breaks, copied from the spare one.

const partsOf = (hours) => [...hours.querySelectorAll('[data-parts]')];
const rowsOf = (parts) => [...parts.querySelectorAll('li:not([data-spare])')];

/** Names and ids follow the place of a row, as the API counts them. */
function numberRows(hours) {
  for (const parts of partsOf(hours)) {
    const base = parts.querySelector('[data-list]').getAttribute('aria-describedby').replace(/-error$/, '');
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
const unpacked = (text) => text.split(',').filter(Boolean).map((part) => part.split('-'));

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
document.addEventListener('change', ({ target }) => { if (target.matches?.('[data-off]')) showHours(target.closest('[data-hours]')); });
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
  if (parts.dataset.parts === 'shifts' && rowsOf(parts).length === 0) { off.checked = true; showHours(hours); off.focus(); }
  else parts.querySelector('[data-add]').focus();
});
for (const hours of document.querySelectorAll('[data-hours]')) showHours(hours);

// ---- The week: a cell fills the dialog it opens; arrow keys go from cell to cell; after a save the cell has the focus.

const LAST = 'cell';
document.addEventListener('click', ({ target }) => {
  const cell = target.closest?.('[data-cell]');
  if (!cell) return;
  const form = document.getElementById('day-form');
  form.elements.staffId.value = cell.dataset.staff;
  form.elements.date.value = cell.dataset.date;
  setHours(form.querySelector('[data-hours]'), cell.dataset);
  for (const also of form.querySelectorAll('[data-also]')) {
    also.checked = false;
    also.disabled = also.value === cell.dataset.date;
    also.closest('.chip').hidden = also.disabled;
  }
  try { sessionStorage.setItem(LAST, cell.id); } catch { /* full or forbidden */ }
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
document.addEventListener('close', ({ target }) => { if (target.querySelector?.('[data-halfway]')) location.reload(); }, true);

let last = null;
try { last = sessionStorage.getItem(LAST); sessionStorage.removeItem(LAST); } catch { /* forbidden */ }
if (last && performance.getEntriesByType('navigation')[0]?.type === 'reload') document.getElementById(last)?.focus();

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

const places = { bookingIds: ['/bookings/', 'Booking'], offerIds: ['/offers/', 'Offer'] };
document.addEventListener('refused', ({ target: form, detail: { message, details = {} } }) => {
  for (const [name, [path, word]] of Object.entries(places)) {
    if (!Array.isArray(details[name])) continue;
    const box = document.createElement('div');
    box.className = 'alternatives actions';
    details[name].slice(0, 12).forEach((id, place) => {
      const link = document.createElement('a');
      link.className = 'ghost button small';
      link.href = path + encodeURIComponent(id);
      link.textContent = `${word} ${place + 1}`;
      box.append(link);
    });
    say(message, { bad: true, extra: [box] });
  }
  let first;
  for (const [path, messages] of Object.entries(details)) {
    const lists = [...form.querySelectorAll('[data-parts] > [data-list]')];
    const list = lists.find(({ name }) => path.startsWith(`${name}.`));
    const error = list && document.getElementById(list.getAttribute('aria-describedby'));
    if (!error) continue;
    error.textContent = messages.join(', ');
    error.hidden = false;
    const input = rowsOf(list.parentElement)[Number(path.slice(list.name.length + 1).split('.')[0])]?.querySelector('input');
    input?.setAttribute('aria-invalid', 'true');
    first ??= input;
  }
  if (first) { say(message, { bad: true }); first.focus(); }
});
