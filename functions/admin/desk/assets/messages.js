// The form of a message's template: variables put in by a tap, and what the API makes of the text before it is saved.

import { api } from '/assets/api.js';
import { bodyOf } from '/assets/fields.js';

const form = document.getElementById('template');
const shown = Object.fromEntries([...document.querySelectorAll('[data-shows]')].map((one) => [one.dataset.shows, one]));

const counted = (number, thing) => `${number} ${thing}${number === 1 ? '' : 's'}`;

let last = null;
async function preview() {
  last?.abort();
  last = new AbortController();
  const [method, path] = form.dataset.call.split(' ');
  try {
    const template = await api(method, `${path}?dryRun=true`, bodyOf(form), { signal: last.signal });
    const { encoding, units, segments } = template.sms;
    shown.preview.textContent = template.preview;
    shown.meta.textContent = template.textForMeta;
    shown.carriers.textContent = template.textForCarriers;
    shown.length.textContent = `${encoding}, ${counted(units, 'unit')}, ${counted(segments, 'segment')}`;
  } catch (error) {
    if (error.name === 'AbortError') return;
    const wrong = error.details?.text?.[0];
    shown.length.textContent = wrong ? `The text ${wrong}` : '';
  }
}

let soon = 0;
form?.addEventListener('input', () => {
  clearTimeout(soon);
  soon = setTimeout(preview, 300);
});

document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-variable]');
  if (!button) return;
  const { text } = form.elements;
  text.setRangeText(`{${button.dataset.variable}}`, text.selectionStart, text.selectionEnd, 'end');
  text.focus();
  text.dispatchEvent(new Event('input', { bubbles: true }));
});
