// Dragging a card of the board or a request of the tray. It only decorates moving: both end in the same calls.

import { draggable } from '/assets/drag.js';
import { clock, make } from '/assets/ui.js';
import { STEP, can, grid, rowOf, rowsOf, span } from './board.js';
import { spot } from './empty.js';
import { isSending } from './follow.js';
import { relocate } from './move.js';

const EDGE = 40;
const board = document.getElementById('board');
let view = null;
let columns = [];
const mark = make('li', { className: 'drop', ariaHidden: 'true' });

function measure() {
  const boxOf = (column) => column.querySelector('.slots').getBoundingClientRect();
  columns = [...grid().querySelectorAll('.col')].map((column) => ({ column, box: boxOf(column) }));
  view = board.getBoundingClientRect();
}

function find(event) {
  const card = event.target.closest?.('.appt, .waiting-card');
  return card?.dataset.can && !isSending() ? card : null;
}

function begin(drag) {
  const { element: card, x, y } = drag;
  const box = card.getBoundingClientRect();
  const isRequest = card.matches('.waiting-card');
  drag.grip = isRequest ? { x: 24, y: 12 } : { x: x - box.left, y: y - box.top };
  const looks = isRequest ? 'appt is-pending' : card.className;
  const parts = [...card.childNodes].map((node) => node.cloneNode(true));
  const copy = make('div', { className: `${looks} flying`, ariaHidden: 'true' }, ...parts);
  copy.style.setProperty('--gw', `${isRequest ? 150 : box.width}px`);
  copy.style.setProperty('--gh', `${isRequest ? 56 : box.height}px`);
  mark.style.setProperty('--h', rowsOf(card));
  measure();
  board.parentElement.append(copy);
  board.addEventListener('scroll', measure, { passive: true });
  spot.remove();
  return copy;
}

/** The person and time below the pointer. A card that may not be moved, or hardly was, keeps its time. */
function targetOf({ element: card, x, y, grip }) {
  if (x < view.left || x > view.right || y < view.top || y > view.bottom) return null;
  const found = columns.find(({ box }) => x >= box.left && x < box.right);
  // A request is given to somebody, so a room does not take it.
  if (!found || (found.column.dataset.room && card.matches('.waiting-card'))) return null;
  const { from, to } = span();
  const raw = from + ((y - grip.y - found.box.top) / found.box.height) * (to - from);
  const own = Number(card.dataset.start);
  const isNear = Math.abs(raw - own) < STEP / 2 || !can(card, 'move');
  const start = isNear ? own : Math.min(Math.max(Math.round(raw / STEP) * STEP, from), to - STEP);
  return { column: found.column, start };
}

function move(drag) {
  const target = targetOf(drag);
  if (!target) {
    mark.remove();
    return false;
  }
  const slots = target.column.querySelector('.slots');
  if (mark.parentElement !== slots) slots.append(mark);
  mark.style.setProperty('--r', rowOf(target.start));
  const text = clock(target.start);
  if (mark.textContent !== text) mark.textContent = text;
  return scrollAt(drag);
}

/** Near an edge the board scrolls on. */
function scrollAt({ x, y }) {
  const by = (at, low, high) => (at < low + EDGE ? -12 : at > high - EDGE ? 12 : 0);
  const [left, top] = [by(x, view.left, view.right), by(y, view.top, view.bottom)];
  if (left === 0 && top === 0) return false;
  board.scrollBy({ left, top, behavior: 'instant' });
  measure();
  return true;
}

function end(drag, isDropped) {
  board.removeEventListener('scroll', measure);
  mark.remove();
  const target = isDropped ? targetOf(drag) : null;
  if (!target) return;
  const { person = null, room = null } = target.column.dataset;
  relocate(drag.element, { person, room, start: target.start, date: grid().dataset.date });
}

export const prepareCards = () => draggable([board, document.getElementById('tray')], { find, begin, move, end });
