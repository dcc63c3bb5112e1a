// A list that is put in order by hand, by its buttons or by dragging. The order sent is that of the lines on the page.

import { draggable } from '/assets/drag.js';

function reordered(line) {
  const bar = line.closest('form').querySelector('.save-order');
  const lines = [...line.parentElement.children];
  const name = line.querySelector('a').textContent;
  bar.hidden = false;
  bar.querySelector('span').textContent = `${name}: place ${lines.indexOf(line) + 1} of ${lines.length}.`;
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

const lineAt = ({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-order] > li');
const isBeside = (line, other) => line.parentElement === other?.parentElement;

draggable(document.querySelectorAll('[data-order]'), {
  find: ({ target }) => (target.closest('button') ? null : target.closest('[data-order] > li')),
  begin: (drag) => {
    drag.next = drag.element.nextElementSibling;
    getSelection()?.removeAllRanges();
  },
  move: (drag) => {
    const [line, over] = [drag.element, lineAt(drag)];
    if (over === line || !isBeside(line, over)) return false;
    const { top, height } = over.getBoundingClientRect();
    if (drag.y < top + height / 2) over.before(line);
    else over.after(line);
    return false;
  },
  end: ({ element: line, next, x, y }, isDropped) => {
    if (!isDropped || !isBeside(line, lineAt({ x, y }))) line.parentElement.insertBefore(line, next);
    else if (line.nextElementSibling !== next) reordered(line);
  },
});
