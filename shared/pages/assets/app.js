// Every page of both apps: its forms, the parts that follow its address, what campaign led here, the service worker.

import { clearError, stateOf, targetOf } from './fields.js';
import { recall, restoreDraft, saveDraft, send } from './forms.js';
import { refresh } from './refresh.js';
import { hush, say, session, told } from './ui.js';

// ---- Forms.

document.addEventListener('submit', (event) => {
  if (!event.target.dataset.call) return;
  event.preventDefault();
  send(event.target);
});
document.addEventListener('input', ({ target }) => {
  if (!target.form?.dataset.call) return;
  if (target.name === 'dateOfBirth') askGuardian(target.form);
  const isMended = target.hasAttribute('aria-invalid');
  clearError(target);
  // Nothing is marked any more, so there is nothing to check.
  if (isMended && !target.form.querySelector('[aria-invalid]')) hush();
  saveDraft(target.form);
});
/** Words that are often meant, put into the field they are for; the last leaves it to be typed. */
document.addEventListener('click', ({ target }) => {
  const preset = target.closest?.('[data-preset]');
  const field = preset && document.getElementById(preset.dataset.for);
  if (!field) return;
  field.value = preset.dataset.preset;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field.value === '') field.focus();
});

/** A visit is of one side of the house: with one of it chosen, the other side waits. */
function oneSide(form) {
  const all = [...form.querySelectorAll('input[data-side]')];
  const side = all.find((one) => one.checked)?.dataset.side;
  for (const one of all) one.disabled = side !== undefined && one.dataset.side !== side;
  const chosen = form.querySelector('[data-chosen-side]');
  if (chosen) chosen.value = side ?? '';
  const note = form.querySelector('[data-other-side]');
  if (note) note.hidden = side === undefined || new Set(all.map((one) => one.dataset.side)).size < 2;
}

/** Whoever was born after this day is under age: somebody else answers for them. */
function askGuardian(form) {
  const asked = form.querySelector('[data-of-age]');
  if (!asked) return;
  const born = form.elements.dateOfBirth?.value ?? '';
  asked.hidden = born <= asked.dataset.ofAge;
  asked.disabled = asked.hidden;
}

// ---- Pages whose state is their address.

document.addEventListener('change', ({ target }) => {
  const form = target.form;
  if (target.dataset?.side) oneSide(form);
  if (form?.dataset.refresh === undefined || target.dataset.state === undefined) return;
  if (target.dataset.still === undefined) {
    refresh(stateOf(form));
    return;
  }
  history.replaceState(null, '', stateOf(form));
  const picked = form.querySelector('[data-picked]');
  if (picked) picked.textContent = target.labels[0]?.textContent ?? target.value;
});
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-swap]');
  const form = link?.closest('form');
  if (!form || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  refresh(targetOf(form, link), true);
});
/** What was chosen before is one line, until it is to be changed. */
document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-unfold]');
  const list = button && document.getElementById(button.dataset.unfold);
  if (!list) return;
  list.removeAttribute('data-folded');
  button.remove();
  list.querySelector('input:checked, input:enabled')?.focus();
});
/** Times that are read only when somebody asks for them. */
document.addEventListener('click', ({ target }) => {
  const opened = target.closest?.('button[commandfor]')?.getAttribute('commandfor');
  const form = opened && document.querySelector(`#${opened} form[data-late]`);
  if (form) refresh(stateOf(form));
});
addEventListener('popstate', () => location.reload());

// ---- Copying: what a button says itself, or what stands in the part that it names.

document.addEventListener('click', async ({ target }) => {
  const { copy, copies } = target.closest?.('[data-copy], [data-copies]')?.dataset ?? {};
  const text = copy ?? document.getElementById(copies ?? '')?.textContent;
  if (!text) return;
  try {
    await navigator.clipboard.writeText(text);
    say(told.copied);
  } catch {
    // To be copied by hand.
    say(text);
  }
});

// ---- Campaign: the first touch counts, for the whole visit.

/** As the API takes it: an address may hold anything. */
const oneLine = (text, most) => text.replace(/\p{C}+/gu, ' ').trim().slice(0, most);

function rememberCampaign() {
  if (session.get('campaign')) return;
  const query = new URLSearchParams(location.search);
  const touch = {};
  for (const name of ['source', 'medium', 'campaign', 'content', 'term']) {
    const value = query.get(`utm_${name}`);
    if (value) touch[`utm${name[0].toUpperCase()}${name.slice(1)}`] = oneLine(value, 120);
  }
  const source = query.get('source');
  if (source) touch.source = oneLine(source, 40);
  if (Object.keys(touch).length > 0) session.set('campaign', touch);
}

// ---- Dialogs and menus, where the browser does not know `command`.

if (!('commandForElement' in HTMLButtonElement.prototype)) {
  document.addEventListener('click', ({ target }) => {
    const button = target.closest?.('button[commandfor]');
    const dialog = button && document.getElementById(button.getAttribute('commandfor'));
    if (dialog) dialog[button.getAttribute('command') === 'close' ? 'close' : 'showModal']();
  });
}

// ---- The beginning.

function begin() {
  for (const form of document.querySelectorAll('form[data-call]')) {
    form.noValidate = true;
    recall(form);
    restoreDraft(form);
    askGuardian(form);
    if (form.querySelector('input[data-side]')) oneSide(form);
  }
  const message = session.get('flash');
  if (message) {
    session.drop('flash');
    say(message, { stays: true });
  }
}

rememberCampaign();
begin();
// A transition that the browser skips is no error.
for (const turn of ['pageswap', 'pagereveal']) {
  addEventListener(turn, ({ viewTransition: seen }) => {
    for (const part of ['updateCallbackDone', 'ready', 'finished']) seen?.[part].catch(() => {});
  });
}
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  hush();
  begin();
});
if ('worker' in document.body.dataset && navigator.serviceWorker) {
  navigator.serviceWorker.register('/sw.js').catch(() => {
    /* private windows refuse it; pages work without */
  });
}
