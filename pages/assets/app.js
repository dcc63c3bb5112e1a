// The one script of both apps. A form names its API call (`data-call`); everything else here keeps what people typed,
// shows what went wrong at the field it concerns, and swaps parts of a page whose state is in its address. An app's own
// script finds `say`, `send`, `bodyOf` and `refresh` in `parlour`, and the events `done` and `refused` on its forms.

const live = document.getElementById('live');
const told = live.dataset;
const session = {
  get: (key) => { try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; } },
  set: (key, value) => { try { sessionStorage.setItem(key, JSON.stringify(value)); } catch { /* full or forbidden */ } },
  drop: (key) => { try { sessionStorage.removeItem(key); } catch { /* forbidden */ } },
};
const make = (tag, attributes, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};

// ---- What is said: one live region, for messages that belong to no field.

let silence;
function say(text, { bad = false, extra = [] } = {}) {
  clearTimeout(silence);
  // Beside an open dialog nothing can be reached or read: its messages are inside it.
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  if (live.parentElement !== place) {
    const title = place.querySelector(':scope > h2');
    if (title) title.after(live); else place.prepend(live);
  }
  const close = make('button', { type: 'button', className: 'close ghost', ariaLabel: told.close, onclick: hush }, '×');
  live.replaceChildren(make('div', { className: bad ? 'toast bad' : 'toast' }, make('p', {}, text), ...extra, close));
  if (!bad) silence = setTimeout(hush, 8000);
}
function hush() { live.replaceChildren(); }

document.addEventListener('close', ({ target }) => { if (target.contains(live)) { hush(); document.body.prepend(live); } }, true);

// ---- Forms.

const addressOf = (form) => (form.dataset.refresh === undefined ? location.pathname + location.search : location.pathname);
const draftKey = (form) => `draft ${form.id} ${addressOf(form)}`;
const sentKey = (form) => `sent ${form.id} ${location.pathname + location.search}`;
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const controls = (form) => [...form.elements].filter((control) => control.name && !control.disabled && control.type !== 'submit' && control.tagName !== 'FIELDSET');
const sentAs = (control) => control.dataset.as ?? control.name;

/** The value of one control as the API takes it; undefined where there is nothing to send. */
function valueOf(control) {
  if (control.type === 'checkbox') return control.checked;
  if (control.type === 'radio' && !control.checked) return undefined;
  const text = control.value.trim();
  if (text === '') return control.dataset.empty === 'null' ? null : control.dataset.empty;
  if (control.dataset.type === 'number') return Number(text);
  if (control.dataset.type === 'rupees') return Math.round(Number(text) * 100);
  return control.type === 'textarea' ? control.value : text;
}

/** The form as JSON: names with dots nest, numbers among them count the rows of a list, checkboxes marked as a list are
    gathered, the rest by its own type. */
function bodyOf(form) {
  const body = {};
  for (const control of controls(form)) {
    const name = sentAs(control);
    if (name === '') continue;
    const path = name.split('.');
    const last = path.pop();
    const place = path.reduce((object, part, at) => (object[part] ??= /^\d+$/.test(path[at + 1] ?? last) ? [] : {}), body);
    if (control.dataset.list !== undefined) {
      place[last] ??= [];
      if (control.checked ?? control.value) place[last].push(control.value);
    } else {
      const value = valueOf(control);
      if (value !== undefined) place[last] = value;
    }
  }
  const source = form.dataset.campaign;
  if (source) {
    const { source: from, ...utm } = session.get('campaign') ?? {};
    Object.assign(body, utm, from ? { [source]: from } : {});
  }
  if (form.dataset.with) Object.assign(body, session.get('kept') ?? {});
  return body;
}

const lookUp = (data, path) => path.split('.').reduce((value, part) => value?.[part], data);
const fill = (text, ...sources) => text.replace(/\{([\w.]+)\}/g, (whole, path) => {
  for (const source of sources) { const value = lookUp(source, path); if (value !== undefined && value !== null) return value; }
  return whole;
});

// Errors at their fields.

function errorPlace(control) {
  const group = control.closest('fieldset[aria-describedby]');
  const ids = ((group && control.matches('[type=radio], [type=checkbox]') ? group : control).getAttribute('aria-describedby') ?? '').split(' ');
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '');
}
function showError(control, message) {
  const place = errorPlace(control);
  if (!place) return false;
  place.textContent = message;
  place.hidden = false;
  control.setAttribute('aria-invalid', 'true');
  return true;
}
function clearError(control) {
  if (!control.hasAttribute?.('aria-invalid') && control.type !== 'radio' && control.type !== 'checkbox') return;
  const place = errorPlace(control);
  if (place) { place.hidden = true; place.textContent = ''; }
  const named = control.form ? [...control.form.elements].filter((other) => other.name === control.name) : [control];
  for (const one of named) one.removeAttribute('aria-invalid');
}
function clearErrors(form) { for (const control of form.elements) clearError(control); }

/** What the browser itself finds wrong, told like what the API finds. */
function isComplete(form) {
  const wrong = [];
  for (const group of form.querySelectorAll('[data-needs-one]')) {
    const first = group.querySelector('input:not(:disabled)');
    if (first && !group.querySelector('input:checked')) wrong.push([first, told.one]);
  }
  const seen = new Set();
  for (const control of controls(form)) {
    if (!control.checkValidity() && !seen.has(control.name)) { seen.add(control.name); wrong.push([control, control.validationMessage]); }
  }
  for (const [control, message] of wrong) showError(control, message);
  if (wrong.length > 0) { say(told.fields, { bad: true }); focusFirst(form, wrong.map(([control]) => control)); }
  return wrong.length === 0;
}
function focusFirst(form, wrong) {
  const order = [...form.elements];
  wrong.sort((a, b) => order.indexOf(a) - order.indexOf(b))[0]?.focus();
}

/** `details` of a refusal at the fields they name; whatever names none is said aloud. */
function showDetails(form, details) {
  const all = controls(form);
  const [wrong, rest] = [[], []];
  for (const [path, messages] of Object.entries(details)) {
    if (!Array.isArray(messages) || typeof messages[0] !== 'string') continue;
    const control = all.find((one) => sentAs(one) === path) ?? all.find((one) => path.startsWith(`${sentAs(one)}.`));
    if (control && showError(control, messages.join(', '))) wrong.push(control); else rest.push(`${path} ${messages.join(', ')}`);
  }
  focusFirst(form, wrong);
  return rest;
}

// Drafts.

function saveDraft(form, more = {}) {
  const values = {};
  for (const control of form.elements) {
    if (!control.name || control.type === 'hidden' || control.tagName === 'BUTTON' || control.tagName === 'FIELDSET') continue;
    if (control.type === 'checkbox' || control.type === 'radio') {
      (values[control.name] ??= []);
      if (control.checked) values[control.name].push(control.value);
    } else values[control.name] = control.value;
  }
  session.set(draftKey(form), { ...session.get(draftKey(form)), values, ...more });
}
function restoreDraft(form) {
  const draft = session.get(draftKey(form));
  if (!draft?.values) return;
  const stateful = form.dataset.refresh !== undefined;
  for (const control of form.elements) {
    const value = draft.values[control.name];
    if (value === undefined || control.type === 'hidden') continue;
    if (Array.isArray(value)) { if (!stateful) control.checked = value.includes(control.value); }
    else if (!control.hasAttribute('data-state')) control.value = value;
  }
  const dialog = draft.open && form.closest('dialog');
  if (dialog && !dialog.open) dialog.showModal();
}
/** Made when the form was opened; kept over reloads until it succeeds, renewed when something else is sent. */
function keyFor(form, body) {
  const draft = session.get(draftKey(form)) ?? {};
  const isOther = draft.body !== undefined && draft.body !== body;
  const key = isOther || !draft.key ? newKey() : draft.key;
  session.set(draftKey(form), { ...draft, key, body });
  return key;
}

// Sending.

/** The same once more is asked about; something else in the same form is not. */
async function isWanted(form, body) {
  const before = session.get(sentKey(form));
  if (!before || before.body !== body || form.dataset.once === undefined) return true;
  const dialog = make('dialog', { className: 'ask' });
  const answer = new Promise((resolve) => { dialog.onclose = () => { resolve(dialog.returnValue === 'again'); dialog.remove(); }; });
  const close = (value) => () => dialog.close(value);
  dialog.append(
    make('p', {}, told.sent),
    make('div', { className: 'actions' },
      make('button', { type: 'button', className: 'button', onclick: close('keep') }, told.keep),
      make('button', { type: 'button', className: 'ghost button', onclick: close('again') }, told.again)),
  );
  document.body.append(dialog);
  dialog.showModal();
  return answer;
}
function lock(form, busy) {
  form.setAttribute('aria-busy', String(busy));
  for (const button of form.querySelectorAll('button[type=submit]')) button.disabled = busy;
}
const signIn = (next) => location.assign(`/sign-in?next=${encodeURIComponent(next)}`);

async function send(form) {
  if (form.getAttribute('aria-busy') === 'true') return;
  hush();
  clearErrors(form);
  if (form.dataset.signIn !== undefined) { saveDraft(form); signIn(stateOf(form)); return; }
  if (!isComplete(form)) return;
  const body = bodyOf(form);
  const text = JSON.stringify(body);
  if (!(await isWanted(form, text))) return;
  const [method, path] = fill(form.dataset.call, body).split(' ');
  saveDraft(form);
  const key = keyFor(form, text);
  lock(form, true);
  const slow = setTimeout(say, 800, told.busy);
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key },
      body: method === 'GET' ? undefined : text,
      signal: AbortSignal.timeout(30000),
    });
  } catch {
    clearTimeout(slow);
    lock(form, false);
    say(told.offline, { bad: true });
    return;
  }
  const answer = await response.json().catch(() => ({}));
  clearTimeout(slow);
  hush();
  if (response.ok) succeed(form, body, answer?.data ?? answer ?? {});
  else { lock(form, false); refuse(form, response.status, answer?.error ?? answer ?? {}); }
}

function succeed(form, body, data) {
  const { then, say: message, done, keep } = form.dataset;
  session.drop(draftKey(form));
  if (keep) session.set('kept', { ...session.get('kept'), [keep]: data[keep] });
  const next = then && then !== 'reload' ? fill(then, data, body) : '';
  if (form.dataset.once !== undefined) session.set(sentKey(form), { next, body: JSON.stringify(body) });
  if (!form.dispatchEvent(new CustomEvent('done', { bubbles: true, cancelable: true, detail: data }))) { lock(form, false); return; }
  if (then === 'reload') { flash(message); location.reload(); return; }
  if (then) {
    flash(message);
    // Only a form whose whole answer is an address of the sign-in leads to another site.
    const target = new URL(next, location.href);
    if (target.origin === location.origin || then === '{url}') location.assign(target);
    return;
  }
  lock(form, false);
  if (done) {
    form.hidden = true;
    const place = document.getElementById(done);
    place.hidden = false;
    // What is shown once: it stays on the page and is kept nowhere.
    for (const part of place.querySelectorAll('[data-shown]')) part.textContent = lookUp(data, part.dataset.shown) ?? part.textContent;
    place.querySelector('h1, h2, h3, p')?.setAttribute('tabindex', '-1');
    place.querySelector('[tabindex]')?.focus();
  } else form.reset();
  if (message) say(message);
}
const flash = (message) => { if (message) session.set('flash', message); };

function refuse(form, status, error) {
  if (status === 401) { saveDraft(form, { open: Boolean(form.closest('dialog')) }); signIn(form.dataset.refresh === undefined ? location.pathname + location.search : stateOf(form)); return; }
  const code = String(error.code ?? '').toLowerCase().replace(/_(\w)/g, (whole, letter) => letter.toUpperCase());
  const message = told[code] ?? error.message ?? told.broken;
  const details = error.details ?? {};
  const rest = showDetails(form, details);
  const extra = Array.isArray(details.alternatives) ? [alternatives(form, details.alternatives)] : [];
  say([message, ...rest].join(' '), { bad: true, extra });
  if (extra.length > 0 && form.dataset.refresh !== undefined) refresh(form, stateOf(form));
  form.dispatchEvent(new CustomEvent('refused', { bubbles: true, detail: error }));
}

/** Times that could be had instead, to pick from beside the message. */
function alternatives(form, slots) {
  const clock = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' });
  const pick = (time) => () => {
    const control = controls(form).find((one) => sentAs(one) === 'startTime' && (one.type !== 'radio' || one.value === time));
    if (!control) return;
    if (control.type === 'radio') control.checked = true; else control.value = time;
    control.dispatchEvent(new Event('change', { bubbles: true }));
    hush();
    form.querySelector('button[type=submit]')?.focus();
  };
  const buttons = slots.map(({ startTime }) => make('button', { type: 'button', className: 'ghost button small', onclick: pick(startTime) },
    clock.format(new Date(`1970-01-01T${startTime}Z`))));
  return make('div', { className: 'alternatives actions' }, ...buttons);
}

// ---- Pages whose state is their address: `data-refresh` forms fetch themselves and swap the parts marked `data-part`.

const address = (query) => location.pathname + (query.size > 0 ? `?${[...query].map(([name, value]) => `${name}=${value}`).join('&')}` : '');
/** What the form's controls say, by name, as an address spells it. */
function choicesOf(form, wanted = () => true) {
  const query = new Map();
  for (const control of controls(form)) {
    if (control.dataset.state === undefined || !wanted(control) || control.value === '') continue;
    if ((control.type === 'checkbox' || control.type === 'radio') && !control.checked) continue;
    const value = encodeURIComponent(control.value).replaceAll('%3A', ':');
    query.set(control.name, query.has(control.name) ? `${query.get(control.name)},${value}` : value);
  }
  return query;
}
const stateOf = (form) => address(choicesOf(form));
/** Where a link of the form leads, with what was chosen since it was drawn: its refresh may still be under way. */
function targetOf(form, link) {
  const isLive = (control) => control.type !== 'hidden' && control.dataset.still === undefined;
  const names = new Set(controls(form).filter((control) => control.dataset.state !== undefined && isLive(control)).map((control) => control.name));
  const query = choicesOf(form, isLive);
  for (const pair of link.search.slice(1).split('&')) {
    const [name, value] = pair.split('=');
    if (!names.has(name)) query.set(name, value);
  }
  return address(query);
}

let asking;
async function refresh(form, address, push = false) {
  asking?.abort();
  asking = new AbortController();
  history[push ? 'pushState' : 'replaceState'](null, '', address);
  const parts = [...document.querySelectorAll('[data-part]')];
  for (const part of parts) part.setAttribute('aria-busy', 'true');
  let page;
  try {
    const response = await fetch(address, { headers: { accept: 'text/html' }, signal: asking.signal });
    if (!response.ok || response.redirected) throw new Error('not the page');
    page = new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch (error) {
    if (error.name === 'AbortError') return;
    for (const part of parts) part.removeAttribute('aria-busy');
    say(told.offline, { bad: true });
    return;
  }
  const focused = document.activeElement?.id;
  for (const part of parts) {
    const fresh = page.getElementById(part.id);
    const picked = [...part.querySelectorAll('input[type=radio]:checked')].map((one) => [one.name, one.value]);
    if (!fresh) { part.removeAttribute('aria-busy'); continue; }
    part.replaceWith(document.adoptNode(fresh));
    for (const [name, value] of picked) {
      const same = [...fresh.querySelectorAll('input[type=radio]')].find((one) => one.name === name && one.value === value && !one.disabled);
      if (same) same.checked = true;
    }
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** A visit is of one side of the house: with one of it chosen, the other side waits. */
function oneSide(form) {
  const all = [...form.querySelectorAll('input[data-side]')];
  const side = all.find((one) => one.checked)?.dataset.side;
  for (const one of all) one.disabled = side !== undefined && one.dataset.side !== side;
  const chosen = form.querySelector('[data-chosen-side]');
  if (chosen) chosen.value = side ?? '';
  const told = form.querySelector('[data-other-side]');
  if (told) told.hidden = side === undefined || new Set(all.map((one) => one.dataset.side)).size < 2;
}

document.addEventListener('change', ({ target }) => {
  const form = target.form;
  if (target.dataset?.side) oneSide(form);
  if (form?.dataset.refresh === undefined || target.dataset.state === undefined) return;
  if (target.dataset.still !== undefined) {
    history.replaceState(null, '', stateOf(form));
    const picked = form.querySelector('[data-picked]');
    if (picked) picked.textContent = target.labels[0]?.textContent ?? target.value;
  }
  else refresh(form, stateOf(form));
});
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-swap]');
  const form = link?.closest('form');
  if (!form || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  refresh(form, targetOf(form, link), true);
});
addEventListener('popstate', () => location.reload());

// ---- Delegated listeners of every form.

document.addEventListener('submit', (event) => {
  if (!event.target.dataset.call) return;
  event.preventDefault();
  send(event.target);
});
document.addEventListener('input', ({ target }) => {
  if (!target.form?.dataset.call) return;
  clearError(target);
  saveDraft(target.form);
});

/** What came of a form that was sent before, shown where one comes back to it. */
function recall(form) {
  form.querySelector('.recalled')?.remove();
  lock(form, false);
  const before = form.dataset.once !== undefined && session.get(sentKey(form));
  if (!before) return;
  const see = before.next ? [' ', make('a', { href: before.next }, told.see)] : [];
  form.prepend(make('p', { className: 'notice recalled', role: 'note' }, told.sent, ...see));
}
function begin() {
  for (const form of document.querySelectorAll('form[data-call]')) {
    form.noValidate = true;
    recall(form);
    restoreDraft(form);
    if (form.querySelector('input[data-side]')) oneSide(form);
  }
  const message = session.get('flash');
  if (message) { session.drop('flash'); say(message); }
}

// ---- Campaign: the first touch counts, for the whole visit.

const query = new URLSearchParams(location.search);
if (!session.get('campaign')) {
  const touch = {};
  for (const name of ['source', 'medium', 'campaign', 'content', 'term']) {
    const value = query.get(`utm_${name}`);
    if (value) touch[`utm${name[0].toUpperCase()}${name.slice(1)}`] = value.slice(0, 120);
  }
  const source = query.get('source');
  if (source) touch.source = source.slice(0, 40);
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

// ---- Pushes.

const within = (promise, milliseconds) => Promise.race([promise, new Promise((resolve, reject) => { setTimeout(reject, milliseconds, new Error('no answer')); })]);
const api = async (method, path, body) => {
  const response = await fetch(path, { method, headers: { 'content-type': 'application/json', 'idempotency-key': newKey() }, body: body && JSON.stringify(body) });
  if (response.status === 401) signIn(location.pathname);
  if (!response.ok) throw new Error((await response.json()).error?.message);
  return (await response.json()).data;
};
async function pushes(box) {
  const [on, off] = box.querySelectorAll('button');
  const manager = async () => {
    const registration = await within(navigator.serviceWorker?.ready ?? Promise.reject(new Error('no worker')), 5000);
    if (!registration.pushManager) throw new Error('no pushes here');
    return registration.pushManager;
  };
  const show = (subscribed) => { on.hidden = subscribed; off.hidden = !subscribed; };
  const guarded = (button, work) => async () => {
    button.disabled = true;
    hush();
    try { await work(); } catch (error) { say(error?.told ?? box.dataset.failed, { bad: true }); }
    button.disabled = false;
  };
  on.onclick = guarded(on, async () => {
    if (await Notification.requestPermission() !== 'granted') throw Object.assign(new Error('denied'), { told: box.dataset.denied });
    const { publicKey } = await api('GET', '/api/push/key');
    const subscription = await within((await manager()).subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }), 10000);
    const { endpoint, keys } = subscription.toJSON();
    await api('POST', '/api/push/subscribe', { endpoint, keys });
    show(true);
    say(box.dataset.on);
    off.focus();
  });
  off.onclick = guarded(off, async () => {
    const subscription = await (await manager()).getSubscription();
    if (subscription) { await api('DELETE', '/api/push/subscribe', { endpoint: subscription.endpoint }); await subscription.unsubscribe(); }
    show(false);
    say(box.dataset.off);
    on.focus();
  });
  const known = await navigator.serviceWorker?.getRegistration().then((registration) => registration?.pushManager?.getSubscription()).catch(() => null);
  show(Boolean(known));
}

globalThis.parlour = { say, send, bodyOf, refresh };
begin();
// A transition that the browser skips is no error.
for (const turn of ['pageswap', 'pagereveal']) {
  addEventListener(turn, ({ viewTransition: seen }) => { for (const part of ['ready', 'finished']) seen?.[part].catch(() => {}); });
}
addEventListener('pageshow', (event) => { if (event.persisted) begin(); });
if ('worker' in document.body.dataset && navigator.serviceWorker) {
  navigator.serviceWorker.register('/sw.js').catch(() => { /* private windows refuse it; pages work without */ });
}
for (const box of document.querySelectorAll('[data-push]')) pushes(box);
