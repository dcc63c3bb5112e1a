// Leads: dragging a card fills in its own form and sends it.

import { draggable } from '/assets/drag.js';
import { say } from '/assets/ui.js';

const laneAt = ({ x, y }) =>
  document
    .elementsFromPoint(x, y)
    .map((one) => one.closest?.('.lane'))
    .find(Boolean);
const isAllowed = (card, lane) =>
  [...(card.querySelector('select[name=status]')?.options ?? [])].some(({ value }) => value === lane?.dataset.status);

function drop(card, lane) {
  const form = card.querySelector('form');
  form.elements.status.value = lane.dataset.status;
  if (lane.dataset.status === 'lost') {
    form.elements.reason.focus();
    say('Say why it was lost, then Move.');
  } else form.requestSubmit();
}

function copyOf(card) {
  const copy = card.cloneNode(true);
  for (const element of copy.querySelectorAll('[id], [for]')) {
    element.removeAttribute('id');
    element.removeAttribute('for');
  }
  Object.assign(copy, { inert: true, ariaHidden: 'true' });
  copy.classList.add('flying');
  copy.style.setProperty('--gw', `${card.offsetWidth}px`);
  return copy;
}

function pipeline(board) {
  const lanes = [...board.querySelectorAll('.lane')];
  draggable([board], {
    find: ({ target }) => {
      const card = target.closest('[data-lead]');
      return card?.querySelector('form') && !target.closest('select, input, button, form') ? card : null;
    },
    begin: (drag) => {
      const { element: card } = drag;
      drag.grip = { x: 24, y: 16 };
      getSelection()?.removeAllRanges();
      for (const lane of lanes) lane.classList.toggle('closed', !lane.contains(card) && !isAllowed(card, lane));
      const copy = copyOf(card);
      document.body.append(copy);
      return copy;
    },
    move: (drag) => {
      const over = laneAt(drag);
      for (const lane of lanes) lane.classList.toggle('over', lane === over && isAllowed(drag.element, lane));
      return false;
    },
    end: (drag, isDropped) => {
      for (const lane of lanes) lane.classList.remove('over', 'closed');
      const [card, lane] = [drag.element, laneAt(drag)];
      if (!isDropped || !lane || lane.contains(card)) return;
      if (isAllowed(card, lane)) drop(card, lane);
      else say('A lead cannot be moved there from where it stands.', { bad: true });
    },
  });
}
for (const board of document.querySelectorAll('[data-pipeline]')) pipeline(board);
