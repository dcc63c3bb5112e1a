// What every script makes pages of: elements, messages, what is kept for the visit, times in words.

const live = document.getElementById('live');
/** The page's own words for what a script says. */
export const told = live.dataset;

/** A code of the API as the names of words are spelled. */
const nameOf = (code = '') => code.toLowerCase().replace(/_(\w)/g, (whole, letter) => letter.toUpperCase());
/** What a refusal says: in the page's own words. Only a page in English says what the API does. */
export function sentenceOf({ status, code, message, details }) {
  const own = told[nameOf(details.reason)] ?? told[nameOf(code)];
  return own ?? (told.refused ? (status < 500 ? told.refused : told.broken) : message);
}

/** An element with its properties and children. */
export function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
export const parsed = (text) => new DOMParser().parseFromString(text, 'text/html');

/**
 * The page at an address, or nothing where it cannot be had: `refused` gets the answer that is another, nothing without a
 * network. Calling it off by `signal` throws the `AbortError`.
 */
export async function page(address, { signal, cache, refused } = {}) {
  let response;
  try {
    const late = AbortSignal.timeout(30000);
    const ended = signal ? (AbortSignal.any?.([signal, late]) ?? signal) : late;
    response = await fetch(address, { headers: { accept: 'text/html' }, signal: ended, cache });
    if (response.ok && !response.redirected) return parsed(await response.text());
  } catch (error) {
    if (error.name === 'AbortError') throw error;
  }
  refused?.(response);
  return null;
}

/** Runs the work once nobody has asked for it again for a while. */
export function soon(work, milliseconds) {
  let timer;
  return (...all) => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds, ...all);
  };
}

/** What the browser keeps until the visit ends, where it may keep anything. */
export const session = {
  get: (key) => {
    try {
      return JSON.parse(sessionStorage.getItem(key));
    } catch {
      return null;
    }
  },
  set: (key, value) => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      /* full or forbidden */
    }
  },
  drop: (key) => {
    try {
      sessionStorage.removeItem(key);
    } catch {
      /* forbidden */
    }
  },
  clear: () => {
    try {
      sessionStorage.clear();
    } catch {
      /* forbidden */
    }
  },
};

// ---- What is said: one live region, for messages that belong to no field.

/** What was used last, by pointer or key. */
let used;
document.addEventListener('click', ({ target }) => (used = target), true);
/** What is said stands at the end of the view that is away from this. */
export const keepAwayFrom = (part) =>
  live.classList.toggle('at-top', part.getBoundingClientRect().top > innerHeight / 2);

let silence;
/** What stays is part of the page from its beginning, and lies over nothing. */
export function say(text, { bad = false, extra = [], stays = false } = {}) {
  clearTimeout(silence);
  // Beside an open dialog nothing can be reached or read: its messages are inside it.
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const place = dialog ?? (stays ? document.getElementById('main') : document.body);
  if (live.parentElement !== place) {
    const title = place.querySelector(':scope > h2');
    if (title) title.after(live);
    else place.prepend(live);
  }
  if (used?.isConnected) keepAwayFrom(used);
  else live.classList.remove('at-top');
  const close = make('button', { type: 'button', className: 'close ghost', ariaLabel: told.close, onclick: hush }, '×');
  live.replaceChildren(make('div', { className: bad ? 'toast bad' : 'toast' }, make('p', {}, text), ...extra, close));
  live.classList.toggle('fresh', stays);
  if (!bad) silence = setTimeout(stays ? settle : hush, 8000);
}
function settle() {
  live.classList.remove('fresh');
}
export function hush() {
  live.replaceChildren();
}
/** Also on the page that follows. */
export const flash = (message) => {
  if (message) session.set('flash', message);
};
export function reloadSaying(message) {
  flash(message);
  location.reload();
}
export const said = () => live.querySelector('p')?.textContent ?? '';

const leave = ({ target }) => {
  if (!target.contains(live)) return;
  hush();
  document.body.prepend(live);
};
document.addEventListener('close', leave, true);

// ---- Times of the day.

const clockFormat = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
  timeZone: 'UTC',
});
export const clock = (minutes) => clockFormat.format(new Date(minutes * 60000));
export function minutesOf(text) {
  const [hours, minutes] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Times that could be had instead, to pick from beside a message, as the page calls them. */
export function alternatives(slots, take, named = (time) => clock(minutesOf(time))) {
  const button = ({ startTime }) =>
    make(
      'button',
      { type: 'button', className: 'ghost button small', onclick: () => take(startTime) },
      named(startTime),
    );
  return make('div', { className: 'alternatives actions' }, ...slots.map(button));
}
