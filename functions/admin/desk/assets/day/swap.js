// The board read again: what differs is replaced, and nothing else. The line for now, and the ages of requests.

import { DAY, grid, rowOf } from './board.js';

const IST = 330 * 60000;

let seenAt = performance.now();
const now = () => Number(grid().dataset.now) + performance.now() - seenAt;

/** In the words of the page. */
function ageOf(minutes) {
  const days = Math.floor(minutes / DAY);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < DAY ? `${Math.floor(minutes / 60)} h ago` : `${days} day${days > 1 ? 's' : ''} ago`;
}

/** Who is late, and how long time is still held for an offer; one that has run out is free. */
function tickCards() {
  const minutes = Math.floor(((now() + IST) / 60000) % DAY);
  const isToday = new Date(now() + IST).toISOString().startsWith(grid().dataset.date);
  for (const card of grid().querySelectorAll('.appt.is-confirmed .late')) {
    const late = minutes - Number(card.parentElement.dataset.start);
    const text = isToday && late > 0 ? `${late} min late` : '';
    if (card.textContent !== text) card.textContent = text;
  }
  for (const held of grid().querySelectorAll('[data-until]')) {
    const left = Math.ceil((Number(held.dataset.until) - now()) / 60000);
    if (left <= 0) held.remove();
    else held.querySelector('b').textContent = `${left} min left`;
  }
}

/** The line for now, and the age of each request. */
export function tick() {
  if (!grid()) return;
  const row = rowOf(((now() + IST) / 60000) % DAY);
  for (const line of grid().querySelectorAll('.now, .now-mark')) line.style.setProperty('--r', row);
  tickCards();
  for (const time of document.querySelectorAll('#tray time[data-age]')) {
    time.textContent = ageOf(Math.floor((now() - Date.parse(time.dateTime)) / 60000));
  }
}

const setAttributes = (old, fresh) => {
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
};

/** Keeps the items that are as they were; the rest of a column is not laid out again for one card that moved. */
function swapItems(old, fresh) {
  const keyOf = (item) => {
    const card = item.querySelector('a');
    return card ? `${card.getAttribute('href')} ${card.dataset.piece ?? ''}` : item.className;
  };
  const known = new Map([...old.children].map((item) => [keyOf(item), item]));
  const items = [...fresh.children].map((item) => {
    const key = keyOf(item);
    const was = known.get(key);
    known.delete(key);
    return was?.isEqualNode(item) ? was : item;
  });
  const kept = new Set(items);
  for (const item of [...old.children]) if (!kept.has(item)) item.remove();
  let at = old.firstElementChild;
  for (const item of items) {
    if (item === at) at = at.nextElementSibling;
    else old.insertBefore(item, at);
  }
}

/** A column of the board, or whatever else stands beside them. */
function swapPart(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const [oldItems, freshItems] = [old.querySelector('.slots'), fresh.querySelector('.slots')];
  const [oldHead, freshHead] = [old.querySelector('header'), fresh.querySelector('header')];
  if (!oldItems || !freshItems || !oldHead || !freshHead) {
    old.replaceWith(fresh);
    return;
  }
  setAttributes(old, fresh);
  if (!oldHead.isEqualNode(freshHead)) oldHead.replaceWith(freshHead);
  setAttributes(oldItems, freshItems);
  swapItems(oldItems, freshItems);
}

/** After midnight the board without a date is another day's: the steps from day to day and the field follow. */
function turnDay(page) {
  const all = (place, selector) => [...place.querySelectorAll(`.day-bar ${selector}`)];
  const fresh = all(page, ':is(.day-steps, .board-by) a');
  all(document, ':is(.day-steps, .board-by) a').forEach((link, at) => {
    link.setAttribute('href', fresh[at].getAttribute('href'));
  });
  const [was, is] = [document, page].map((place) => all(place, '[type=date]')[0]);
  [was.defaultValue, was.value] = [is.value, is.value];
}

/** Scroll and focus stay where they are. */
export function swap(page) {
  const fresh = page.getElementById('cols');
  if (!fresh) return;
  const focused = document.activeElement?.closest?.('#tray a, #cols a');
  const place = focused?.closest('#tray') ? '#tray' : '#cols';
  const old = grid();
  if (old.dataset.date !== fresh.dataset.date) turnDay(page);
  setAttributes(old, fresh);
  if (old.children.length === fresh.children.length) {
    const parts = [...old.children];
    [...fresh.children].forEach((part, at) => swapPart(parts[at], part));
  } else old.replaceChildren(...fresh.children);
  for (const id of ['tray', 'day-sum']) {
    const [was, is] = [document.getElementById(id), page.getElementById(id)];
    if (was && is && was.innerHTML !== is.innerHTML) was.replaceChildren(...is.childNodes);
  }
  seenAt = performance.now();
  tick();
  if (!focused || focused.isConnected) return;
  const same = `${place} a[href="${CSS.escape(focused.getAttribute('href'))}"]`;
  document.querySelector(same)?.focus({ preventScroll: true });
}
