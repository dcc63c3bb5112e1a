// Forms: a form names its API call (`data-call`). What people typed is kept until the call succeeds; what came of it is
// said, or shown at the fields it concerns. A page's own script finds the events `body`, `done`, `refused` and
// `unanswered` on its forms.

import { api, here, newKey, signIn } from './api.js';
import {
  bodyOf,
  clearError,
  controls,
  isComplete,
  isSecret,
  isTyped,
  leadToMarked,
  sentAs,
  showDetails,
  stateOf,
  typedIn,
} from './fields.js';
import { isOutdated, refresh, refused as notHad } from './refresh.js';
import { alternatives, clock, flash, hush, make, minutesOf, page, say, sentenceOf, session, told } from './ui.js';

const isStateful = (form) => form.dataset.refresh !== undefined;
const isOnce = (form) => form.dataset.once !== undefined;

// ---- Drafts.

/** The page that has the form: a form in a dialog may have come from another one. */
const placeOf = (form) => form.closest('[data-address]')?.dataset.address ?? here();
const draftKey = (form) => `draft ${form.id} ${isStateful(form) ? location.pathname : placeOf(form)}`;

export function saveDraft(form, more = {}) {
  session.set(draftKey(form), { ...session.get(draftKey(form)), values: typedIn(form), ...more });
}
/** Keeps what was typed while somebody signs in again, and gives where that leads back to. */
export function keptAt(form) {
  saveDraft(form, { open: Boolean(form.closest('dialog')) });
  return isStateful(form) ? stateOf(form) : placeOf(form);
}

/** What is changed in place looks like what is saved: it has to say that it is not. */
const isOfRecord = (form) => /^(PATCH|PUT) /.test(form.dataset.call);
function isOther(control) {
  if (!control.name || !isTyped(control) || isSecret(control)) return false;
  if (control.type === 'checkbox' || control.type === 'radio') return control.checked !== control.defaultChecked;
  if (control.tagName !== 'SELECT') return 'defaultValue' in control && control.value !== control.defaultValue;
  const options = [...control.options];
  return control.value !== (options.find((one) => one.defaultSelected) ?? options[0])?.value;
}
function tellUnsaved(form) {
  form.querySelector('.unsaved')?.remove();
  if (![...form.elements].some(isOther)) return;
  const onclick = () => {
    session.drop(draftKey(form));
    location.reload();
  };
  const discard = make('button', { type: 'button', className: 'ghost button small', onclick }, told.discard);
  form.prepend(make('p', { className: 'notice unsaved', role: 'note' }, told.unsaved, ' ', discard));
}

export function restoreDraft(form) {
  const draft = session.get(draftKey(form));
  const isAside = isOfRecord(form) && form.closest('dialog') !== null;
  // A dialog that was closed again is about the record as it is, unless it was sent.
  if (!draft?.values || (isAside && !draft.wasSent)) return;
  for (const control of form.elements) {
    const value = draft.values[control.name];
    if (value === undefined || !isTyped(control)) continue;
    if (!Array.isArray(value)) {
      if (!control.hasAttribute('data-state')) control.value = value;
    } else if (!isStateful(form)) control.checked = value.includes(control.value);
  }
  if (isOfRecord(form) && !isAside) tellUnsaved(form);
  const dialog = draft.open && form.closest('dialog');
  if (dialog && !dialog.open) dialog.showModal();
}

// Whoever sits down next finds nothing of what was typed, in this tab or another: each has drafts of its own.
const SIGN_OUT = '/api/auth/sign-out';
const VISIT_ENDED = 'visit ended';
function endVisit() {
  session.clear();
  try {
    localStorage.setItem(VISIT_ENDED, String(Date.now()));
  } catch {
    /* full or forbidden */
  }
}
addEventListener('storage', ({ key }) => {
  if (key !== VISIT_ENDED) return;
  session.clear();
  for (const form of document.querySelectorAll('form[data-call]')) form.reset();
});

/** Made when the form was opened; kept over reloads until it succeeds, renewed when something else is sent. */
function keyFor(form, body) {
  if (controls(form).some(isSecret)) return newKey();
  const draft = session.get(draftKey(form)) ?? {};
  const isOther = draft.body !== undefined && draft.body !== body;
  const key = isOther || !draft.key ? newKey() : draft.key;
  session.set(draftKey(form), { ...draft, key, body });
  return key;
}

// ---- What was sent before.

const sentKey = (form) => `sent ${form.id} ${here()}`;

/** What came of a form that was sent before, shown where one comes back to it. */
export function recall(form) {
  form.querySelector('.recalled')?.remove();
  lock(form, false);
  const before = isOnce(form) && session.get(sentKey(form));
  if (!before) return;
  const see = before.next ? [' ', make('a', { href: before.next }, told.see)] : [];
  const note = make('p', { className: 'notice recalled', role: 'note' }, told.sent, ...see);
  // Beside the button, which is where one looks before sending.
  const button = form.querySelector('[type=submit]');
  (button?.closest('.actions') ?? button)?.before(note);
}

/** The same once more is asked about, something else in the same form is not; and what cannot be undone is. */
async function isWanted(form, body) {
  const before = session.get(sentKey(form));
  if (before?.body === body && isOnce(form)) return isSaid(told.sent, told.again);
  const { ask } = form.dataset;
  return !ask || isSaid(ask, form.querySelector('[type=submit]').textContent);
}

async function isSaid(question, yes) {
  const choice = (className, value, text) =>
    make('button', { type: 'button', className, onclick: () => dialog.close(value) }, text);
  const choices = [choice('button', 'keep', told.keep), choice('ghost button', 'again', yes)];
  const dialog = make(
    'dialog',
    { className: 'ask' },
    make('p', {}, question),
    make('div', { className: 'actions' }, ...choices),
  );
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((resolve) => {
    dialog.onclose = resolve;
  });
  dialog.remove();
  return dialog.returnValue === 'again';
}

// ---- Sending.

function lock(form, busy) {
  form.setAttribute('aria-busy', String(busy));
  for (const button of form.querySelectorAll('button[type=submit]')) button.disabled = busy;
}

/** Whether what the form is about is as it was drawn (`data-seen`): else nothing is sent. */
async function isAsSeen(form) {
  if (!form.dataset.seen) return true;
  const instead = (response) => {
    if (response?.redirected) keptAt(form);
    notHad(response);
  };
  const fresh = await page(here(), { refused: instead });
  return fresh !== null && !isOutdated(form, fresh);
}

export async function send(form) {
  if (form.getAttribute('aria-busy') === 'true') return;
  if (isStateful(form) && form.querySelector('[data-part][aria-busy=true]')) return;
  hush();
  for (const control of form.elements) clearError(control);
  if (form.dataset.signIn !== undefined) {
    saveDraft(form);
    signIn(stateOf(form));
    return;
  }
  if (!isComplete(form)) return;
  const body = bodyOf(form);
  const text = JSON.stringify(body);
  if (!(await isWanted(form, text))) return;
  const [method, path] = fill(form.dataset.call, body).split(' ');
  lock(form, true);
  const slow = setTimeout(say, 800, told.busy);
  if (!(await isAsSeen(form))) {
    clearTimeout(slow);
    lock(form, false);
    return;
  }
  saveDraft(form, { wasSent: true });
  const key = form.dataset.key ?? keyFor(form, text);
  let [data, refused] = [];
  try {
    // Whatever comes of it, whoever wants to sign out does.
    if (path === SIGN_OUT) await import('./pushes.js').then(({ unsubscribe }) => unsubscribe()).catch(() => {});
    data = await api(method, path, method === 'GET' ? undefined : body, { key, back: () => keptAt(form) });
  } catch (error) {
    refused = error;
  }
  clearTimeout(slow);
  hush();
  if (!refused) {
    succeed(form, body, data);
    return;
  }
  lock(form, false);
  if (refused.status === 0) form.dispatchEvent(new CustomEvent('unanswered', { bubbles: true, detail: body }));
  if (!refused.isSignedOut) refuse(form, refused);
}

const lookUp = (data, path) => path.split('.').reduce((value, part) => value?.[part], data);
/** The `{names}` of an address, from what was answered or sent. */
function fill(text, ...sources) {
  const isThere = (value) => value !== undefined && value !== null;
  const valueOf = (path) => sources.map((source) => lookUp(source, path)).find(isThere);
  return text.replace(/\{([\w.]+)\}/g, (whole, path) => valueOf(path) ?? whole);
}

function succeed(form, body, data) {
  const { then, done, keep } = form.dataset;
  const button = form.querySelector('button[data-say]')?.dataset;
  const message = form.dataset.say ?? ((data.status === 'pending' && button?.sayPending) || button?.say);
  if (form.dataset.call.endsWith(SIGN_OUT)) endVisit();
  else session.drop(draftKey(form));
  form.querySelector('.unsaved')?.remove();
  if (keep) session.set('kept', { ...session.get('kept'), [keep]: data[keep] });
  const next = then && then !== 'reload' ? fill(then, data, body) : '';
  if (isOnce(form)) session.set(sentKey(form), { next, body: JSON.stringify(body) });
  if (!form.dispatchEvent(new CustomEvent('done', { bubbles: true, cancelable: true, detail: data }))) {
    lock(form, false);
    return;
  }
  if (then) {
    flash(message);
    const target = new URL(next, location.href);
    // The language that the page is in already needs no switch.
    const isSwitched = target.searchParams.get('lang') === document.documentElement.lang;
    if (then === 'reload' || isSwitched) {
      location.reload();
      return;
    }
    // Only a form whose whole answer is an address of the sign-in leads to another site.
    if (target.origin === location.origin || then === '{url}') location.assign(target);
    return;
  }
  lock(form, false);
  if (done) showInstead(form, document.getElementById(done), data);
  else form.reset();
  if (message) say(message);
}

/** What stands in the form's place afterwards. What is shown once stays on the page and is kept nowhere. */
function showInstead(form, place, data) {
  form.hidden = true;
  place.hidden = false;
  for (const part of place.querySelectorAll('[data-shown]')) {
    part.textContent = lookUp(data, part.dataset.shown) ?? part.textContent;
  }
  for (const link of place.querySelectorAll('[data-webcal]')) {
    // The same address under the name by which calendars take it.
    link.href = String(lookUp(data, link.dataset.webcal) ?? '').replace(/^https?:/, 'webcal:');
  }
  place.querySelector('h1, h2, h3, p')?.setAttribute('tabindex', '-1');
  place.querySelector('[tabindex]')?.focus();
}

function refuse(form, error) {
  if (error.status === 0) {
    say(error.message, { bad: true });
    return;
  }
  const { marked, rest } = showDetails(form, error);
  const slots = error.details.alternatives;
  const extra = Array.isArray(slots)
    ? [alternatives(slots, (time) => take(form, time), (time) => timeIn(form, time))]
    : [];
  const isOld = isStateful(form);
  const sentence = marked.length > 0 && told.refused ? told.fields : sentenceOf(error);
  // What is wrong may go with the part that is swapped: then it is said here. Nor is anything to be looked for that is not marked.
  const isNamed = isOld || (marked.length === 0 && error.code === 'VALIDATION_ERROR');
  const named = isNamed ? [...marked, ...rest] : [];
  say((named.length > 0 ? named : [sentence, ...rest]).join(' '), { bad: true, extra });
  leadToMarked(form);
  if (isOld) refresh(stateOf(form));
  form.dispatchEvent(new CustomEvent('refused', { bubbles: true, detail: error }));
}

function startTimeIn(form, time) {
  const isIt = (one) => sentAs(one) === 'startTime' && (one.type !== 'radio' || one.value === time);
  return controls(form).find(isIt);
}
/** A time as the form calls it, where it is one to choose there. */
function timeIn(form, time) {
  const control = startTimeIn(form, time);
  return (control?.type === 'radio' && control.labels[0]?.textContent) || clock(minutesOf(time));
}

/** Another time is put into the form, which is ready to be sent again. */
export function take(form, time) {
  const control = startTimeIn(form, time);
  if (!control) return;
  if (control.type === 'radio') control.checked = true;
  else control.value = time;
  control.dispatchEvent(new Event('change', { bubbles: true }));
  hush();
  form.querySelector('button[type=submit]')?.focus();
}
