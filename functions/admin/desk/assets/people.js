// Customers and memberships: search while typing, finding a person, tiers, and the lines of a session.

import { picker } from '/assets/picker.js';
import { refresh } from '/assets/refresh.js';
import { make, say, soon } from '/assets/ui.js';

for (const box of document.querySelectorAll('[data-picker]')) picker(box);

// ---- Search while typing: the list part of the page follows the form.

for (const form of document.querySelectorAll('form[data-typing]')) {
  const show = async () => {
    const state = [...new FormData(form)].filter(([, value]) => value.trim() !== '');
    const query = new URLSearchParams(state).toString();
    await refresh(form.getAttribute('action') + (query ? `?${query}` : ''));
    const count = document.querySelector('[data-count]') ?? document.querySelector('#list .empty p');
    const told = document.getElementById('told');
    if (told) told.textContent = count?.textContent ?? '';
  };
  const showSoon = soon(show, 250);
  form.addEventListener('input', ({ target }) => {
    if (target.type === 'search') showSoon();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show();
  });
}

// ---- A phone that another customer has leads to them.

document.addEventListener('refused', ({ detail: { message, details } }) => {
  const known = details.customer;
  if (!known?.id) return;
  const href = `/customers/${encodeURIComponent(known.id)}`;
  say(message, { bad: true, extra: [make('a', { href }, known.firstName || 'See them')] });
});

// ---- Memberships: a tier fills in what it is sold with; a session has a line per service.

document.addEventListener('change', ({ target }) => {
  const chosen = target.selectedOptions?.[0];
  if (target.dataset?.tiers !== undefined && chosen) {
    const set = (name, value) => {
      target.form.elements[name].value = value;
    };
    set('hoursMinutes', chosen.dataset.minutes);
    set('pricePaise', chosen.dataset.price);
    set('validityDays', chosen.dataset.days);
  }
  const minutes = target.dataset?.minutesFor;
  if (minutes && chosen) document.getElementById(minutes).value = chosen.dataset.minutes;
});

const NUMBERED = ['id', 'for', 'name', 'data-as', 'data-minutes-for', 'aria-describedby'];

/** The spare line, as the one of this number. */
function lineOf(blank, number) {
  const line = blank.cloneNode(true);
  const renamed = (text) =>
    text.replaceAll('-0-', `-${number}-`).replaceAll('.0.', `.${number}.`).replace(/0$/, number);
  for (const element of line.querySelectorAll('*')) {
    for (const name of NUMBERED) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, renamed(value));
    }
  }
  return line;
}

/** Lines are numbered without gaps: the API takes a list. */
function renumber(lines) {
  [...lines.children].forEach((line, number) => {
    line.querySelector('[data-number]').textContent = number + 1;
    for (const control of line.querySelectorAll('[data-as]')) {
      control.dataset.as = control.dataset.as.replace(/\.\d+\./, `.${number}.`);
    }
  });
}

for (const button of document.querySelectorAll('[data-add-line]')) {
  const lines = button.closest('form').querySelector('[data-lines]');
  const blank = lines.firstElementChild.cloneNode(true);
  // Never given twice: with a line taken out, the number of lines is that of one that stands there still.
  let made = 0;
  button.addEventListener('click', () => {
    made += 1;
    const line = lineOf(blank, made);
    const remove = () => {
      line.remove();
      button.hidden = false;
      button.focus();
      renumber(lines);
    };
    line.append(make('button', { type: 'button', className: 'ghost button small', onclick: remove }, 'Remove'));
    lines.append(line);
    renumber(lines);
    button.hidden = lines.children.length >= Number(lines.dataset.most);
    line.querySelector('select').focus();
  });
}
