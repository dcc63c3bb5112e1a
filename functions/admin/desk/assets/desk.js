// What any page of the desk needs: search, shortcuts, printing, and the preview of the branding.

import { here, signIn } from '/assets/api.js';
import { parsed, soon, told } from '/assets/ui.js';

// ---- Search: the page /search, shown in a dialog while one types.

const box = document.getElementById('search-box');
const field = document.getElementById('search-text');
const found = document.getElementById('search-found');
const choices = () => [...found.querySelectorAll('a')];
let asking;

async function look() {
  asking?.abort();
  const text = field.value.trim();
  if (text === '') {
    found.replaceChildren();
    return;
  }
  asking = new AbortController();
  try {
    const response = await fetch(`/search?q=${encodeURIComponent(text)}`, {
      headers: { accept: 'text/html' },
      signal: asking.signal,
    });
    if (response.redirected) {
      signIn(here());
      return;
    }
    const page = parsed(await response.text());
    found.replaceChildren(...document.adoptNode(page.getElementById('search-results')).childNodes);
    found.dataset.of = text;
  } catch (error) {
    if (error.name !== 'AbortError') found.replaceChildren(told.offline);
  }
}

/** Arrow keys go through what was found and back to the field; Enter in the field opens the first. */
function choose(event) {
  const all = choices();
  const at = all.indexOf(document.activeElement);
  if (event.key === 'ArrowDown') (all[at + 1] ?? all[0])?.focus();
  else if (event.key === 'ArrowUp') (all[at - 1] ?? field).focus();
  // A search field would only be emptied by it.
  else if (event.key === 'Escape') box.close();
  else if (event.key === 'Enter' && at < 0 && all.length > 0 && found.dataset.of === field.value.trim()) all[0].click();
  else if (at >= 0 && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
    field.focus();
    return;
  } else return;
  event.preventDefault();
}

if (box) {
  field.addEventListener('input', soon(look, 150));
  box.addEventListener('keydown', choose);
  box.addEventListener('close', () => {
    asking?.abort();
    field.value = '';
    found.replaceChildren();
  });
}

// ---- Shortcuts: never while something is typed, a dialog is open, or somebody has switched them off.

const PREFERENCE = 'parlour.keys';
const isOff = () => {
  try {
    return localStorage.getItem(PREFERENCE) === 'off';
  } catch {
    return false;
  }
};
const isTyping = (place) =>
  place instanceof Element && place.closest('input, textarea, select, [contenteditable]') !== null;
const nameOf = (control) => (control.ariaLabel ?? control.textContent).trim();
const named = (name) => [...document.querySelectorAll('main a, main button')].find((one) => nameOf(one) === name);
const DAYS = { ArrowLeft: 'Previous day', ArrowRight: 'Next day' };
let going = 0;

function follow(key) {
  if (Date.now() - going < 1500) {
    going = 0;
    return document.querySelector(`.side-nav a[data-go="${CSS.escape(key)}"]`);
  }
  if (key === 'g') {
    going = Date.now();
    return undefined;
  }
  if (key === '/') return box;
  if (key === '?') return document.getElementById('shortcuts-box');
  if (DAYS[key]) return location.pathname === '/' ? named(DAYS[key]) : undefined;
  return document.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

// On the window, after whatever a page itself does with the key.
addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey || document.querySelector('dialog:modal')) return;
  const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
  if (!isSearch && (event.ctrlKey || event.metaKey || isTyping(event.target) || isOff())) return;
  const target = isSearch ? box : follow(event.key);
  if (!target) return;
  event.preventDefault();
  if (target.showModal) target.showModal();
  else target.click();
});

const keys = document.getElementById('keys-on');
if (keys) {
  keys.checked = !isOff();
  keys.addEventListener('change', () => {
    try {
      localStorage.setItem(PREFERENCE, keys.checked ? 'on' : 'off');
    } catch {
      /* forbidden: it holds until the page is left */
    }
  });
}

// ---- A table that scrolls and holds nothing to focus is reached by keyboard all the same.

for (const wrap of document.querySelectorAll('.table-wrap:not([tabindex])')) {
  if (wrap.scrollWidth <= wrap.clientWidth || wrap.querySelector('a, button, input, select')) continue;
  wrap.tabIndex = 0;
  wrap.role = 'group';
  wrap.ariaLabel = wrap.querySelector('caption')?.textContent ?? document.querySelector('h1')?.textContent;
}

// ---- Printing, and the preview of the branding.

document.addEventListener('click', ({ target }) => {
  if (target.closest?.('[data-print]')) print();
});

const preview = document.getElementById('preview');
document.getElementById('branding')?.addEventListener('input', ({ target }) => {
  const places = preview.querySelectorAll(`[data-shows="${CSS.escape(target.name)}"]`);
  for (const place of places) place.textContent = target.value;
  if (target.name !== 'accentColor') return;
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(target.value.slice(at, at + 2), 16));
  preview.style.setProperty('--accent', target.value);
  preview.style.setProperty('--on-accent', red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? '#000' : '#fff');
});
