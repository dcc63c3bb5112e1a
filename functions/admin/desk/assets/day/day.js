// The day board: what is dragged, clicked and picked there, and what others do meanwhile.

import { prepareApproving } from './approve.js';
import { grid } from './board.js';
import { prepareCards } from './cards.js';
import { prepareEmptyTimes } from './empty.js';
import { keepFollowing } from './follow.js';

/** A day that is picked is shown at once; one that is typed, when the field is left or with Enter. */
function prepareDays(form) {
  let isTyped = false;
  const go = () => {
    if (form.checkValidity()) form.requestSubmit();
  };
  form.addEventListener('keydown', ({ target }) => {
    isTyped = target.type === 'date';
  });
  form.addEventListener('change', ({ target }) => {
    if (!isTyped) go();
    isTyped &&= target.type === 'date';
  });
  form.addEventListener('focusout', ({ target }) => {
    if (isTyped && target.value !== target.defaultValue) go();
    isTyped = false;
  });
}

/** The other parts of the visit below the pointer, or of the one that has the focus, stand out with it. */
function showKin({ target }) {
  const card = target.closest?.('.appt.joined');
  const href = card?.getAttribute('href');
  for (const other of grid().querySelectorAll('.appt.kin, .appt.joined')) {
    other.classList.toggle('kin', other.getAttribute('href') === href);
  }
}

function showNow() {
  const board = document.getElementById('board');
  const line = grid().querySelector('.now');
  if (!line || board.scrollHeight <= board.clientHeight) return;
  board.scrollTo({ top: Math.max(0, line.offsetTop - board.clientHeight / 3), behavior: 'instant' });
}

prepareCards();
prepareApproving();
prepareEmptyTimes();
for (const event of ['pointerover', 'focusin']) document.getElementById('board').addEventListener(event, showKin);
for (const form of document.querySelectorAll('form[data-go]')) prepareDays(form);
showNow();
keepFollowing();
