// Dragging by pointer: the mouse from 5 px on, a finger after a long press. Escape and a lost pointer end it without a
// drop, and the click that ends it opens nothing. What is dragged is `lifted`; a copy may follow the pointer.

const LONG_PRESS = 350;
const THRESHOLD = { mouse: 5, touch: 10 };

let held = null;
export const isDragging = () => held !== null;

/**
 * Makes what lies in these places draggable:
 * - `find(event)` gives the element that a pointer takes hold of, or nothing;
 * - `begin(drag)` may give a copy that follows the pointer at `drag.grip`, counted from its corner;
 * - `move(drag)` shows where it would land, once a frame, and says whether the view goes on moving under it;
 * - `end(drag, isDropped)` takes away what the others showed, and drops it.
 * A drag has its `element`, where the pointer is (`x`, `y`) and where it was put down (`from`).
 */
export function draggable(places, actions) {
  for (const place of places) {
    place.addEventListener('pointerdown', (event) => take(event, actions));
    place.addEventListener(
      'touchmove',
      (event) => {
        if (held?.isLive) event.preventDefault();
      },
      { passive: false },
    );
    place.addEventListener('dragstart', (event) => event.preventDefault());
    place.addEventListener('contextmenu', (event) => {
      if (held?.isTouch) event.preventDefault();
    });
  }
}

function take(event, actions) {
  if (held || event.button !== 0 || event.ctrlKey || event.metaKey) return;
  const element = actions.find(event);
  if (!element) return;
  const [x, y] = [event.clientX, event.clientY];
  const isTouch = event.pointerType !== 'mouse';
  held = {
    element,
    actions,
    pointer: event.pointerId,
    isTouch,
    isLive: false,
    x,
    y,
    from: { x, y },
    grip: { x: 0, y: 0 },
  };
  if (isTouch) held.timer = setTimeout(lift, LONG_PRESS);
}

function lift() {
  clearTimeout(held.timer);
  held.isLive = true;
  held.copy = held.actions.begin(held);
  held.element.classList.add('lifted');
  try {
    held.element.setPointerCapture(held.pointer);
  } catch {
    /* the pointer is gone: the next event ends it */
  }
  paint();
}

function paint() {
  if (!held?.isLive) return;
  held.frame = null;
  held.copy?.style.setProperty('--x', `${held.x - held.grip.x}px`);
  held.copy?.style.setProperty('--y', `${held.y - held.grip.y}px`);
  if (held.actions.move(held)) held.frame = requestAnimationFrame(paint);
}

function finish(isDropped, isHeld = false) {
  const drag = held;
  held = null;
  clearTimeout(drag.timer);
  if (drag.frame) cancelAnimationFrame(drag.frame);
  if (!drag.isLive) return;
  drag.copy?.remove();
  drag.element.classList.remove('lifted');
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  const release = () => setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
  if (isHeld) addEventListener('pointerup', release, { once: true });
  else release();
  drag.actions.end(drag, isDropped);
}

const isHeldBy = (event) => held !== null && event.pointerId === held.pointer;

document.addEventListener('pointermove', (event) => {
  if (!isHeldBy(event)) return;
  const far = Math.hypot(event.clientX - held.from.x, event.clientY - held.from.y);
  if (!held.isLive && far > THRESHOLD[held.isTouch ? 'touch' : 'mouse']) {
    // A finger that moves before the long press scrolls.
    if (held.isTouch) {
      finish(false);
      return;
    }
    lift();
  }
  if (!held.isLive) return;
  [held.x, held.y] = [event.clientX, event.clientY];
  held.frame ??= requestAnimationFrame(paint);
});
document.addEventListener('pointerup', (event) => {
  if (!isHeldBy(event)) return;
  if (held.isLive) [held.x, held.y] = [event.clientX, event.clientY];
  finish(true);
});
document.addEventListener('pointercancel', (event) => {
  if (isHeldBy(event)) finish(false);
});
document.addEventListener(
  'keydown',
  (event) => {
    if (!held || event.key !== 'Escape') return;
    event.preventDefault();
    finish(false, true);
  },
  true,
);
