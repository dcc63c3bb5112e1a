// Empty times of the board: a click there is a walk-in then.

import { isDragging } from '/assets/drag.js';
import { clock, make } from '/assets/ui.js';
import { STEP, grid, hhmm, rowOf, span } from './board.js';
import { openSheet } from './panel.js';

/** The time below the mouse. */
export const spot = make('li', { className: 'spot', ariaHidden: 'true' });

function timeAt(event) {
  const slots = event.target.closest?.('.slots');
  if (!slots || event.target.closest('.appt')) return null;
  const { from, to } = span();
  const box = slots.getBoundingClientRect();
  const raw = from + ((event.clientY - box.top) / box.height) * (to - from);
  return { slots, person: slots.closest('.col').dataset.person, start: Math.floor(raw / STEP) * STEP };
}

function point(event) {
  const at = isDragging() || event.pointerType !== 'mouse' ? null : timeAt(event);
  if (!at) {
    spot.remove();
    return;
  }
  const text = `+ ${clock(at.start)}`;
  if (spot.parentElement === at.slots && spot.textContent === text) return;
  spot.textContent = text;
  spot.style.setProperty('--r', rowOf(at.start));
  if (spot.parentElement !== at.slots) at.slots.append(spot);
}

function open(event) {
  const at = timeAt(event);
  const { walkIn } = grid().dataset;
  if (!at || !walkIn) return;
  const person = at.person ? `&person=${encodeURIComponent(at.person)}` : '';
  openSheet(`${walkIn}${person}&time=${hhmm(at.start)}`, 'walk-in');
}

export function prepareEmptyTimes() {
  const board = document.getElementById('board');
  board.addEventListener('pointermove', point, { passive: true });
  board.addEventListener('pointerleave', () => spot.remove());
  board.addEventListener('click', open);
}
