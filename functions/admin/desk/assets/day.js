// The day board, a booking's panel and walk-ins. Everything is written through the API; the board is read again, with the
// tag of the copy that is shown, and swapped part by part. Dragging only decorates moving: both end in the same calls.

const { say, send } = globalThis.parlour;
const told = document.getElementById('live').dataset;
const DAY = 1440;
const ROW = 5;
const STEP = 15;
const IST = 330 * 60000;

const make = (tag, attributes, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};
const grid = () => document.getElementById('cols');
const hhmm = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutesOf = (text) => { const [hours, minutes] = text.split(':').map(Number); return hours * 60 + minutes; };
const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hourCycle: 'h12', timeZone: 'UTC' });
const clock = (minutes) => clockFormat.format(new Date(minutes * 60000));
const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayName = (date) => dayFormat.format(new Date(`${date}T00:00Z`)).replace(',', '');
const parsed = (text) => new DOMParser().parseFromString(text, 'text/html');
const idOf = (card) => decodeURIComponent(card.getAttribute('href').split('/').pop());
const cardOf = (href) => grid()?.querySelector(`.appt[href="${CSS.escape(href)}"]`) ?? null;

// ---- The API.

const FIELDS = { startTime: 'Time', bookingDate: 'Date', staffId: 'Person' };

async function api(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(30000),
    });
  } catch { throw { message: told.offline }; }
  if (response.status === 401) { location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`); throw { message: '' }; }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw answer.error ?? { message: told.broken };
  return answer.data;
}
const bookingPath = (id) => `/api/bookings/${encodeURIComponent(id)}`;

/** What a refusal says, field by field where it names any. */
function reasonOf(error) {
  const fields = Object.entries(error.details ?? {}).filter(([, messages]) => typeof messages?.[0] === 'string');
  if (fields.length === 0) return error.message ?? told.broken;
  return `${fields.map(([field, messages]) => `${FIELDS[field] ?? field} ${messages.join(', ')}`).join('. ')}.`;
}

/** Somebody else was here since: says what changed. Nothing is sent then. */
async function isFresh(id, updated, name) {
  const { booking } = await api('GET', bookingPath(id));
  if (Date.parse(booking.updatedAt) === Number(updated)) return true;
  const staff = booking.services[0]?.staffId;
  const person = staff && grid()?.querySelector(`.col[data-person="${CSS.escape(staff)}"] h2`)?.textContent;
  const status = booking.status.replace('_', ' ').replace('no show', 'no-show');
  say(`Somebody changed ${name} meanwhile: now ${dayName(booking.bookingDate)}, ${clock(minutesOf(booking.startTime))}${person ? ` with ${person}` : ''}, ${status}. Nothing of yours was sent.`, { bad: true });
  return false;
}

// ---- Following what others do.

const EVERY = 10000;
let seenAt = performance.now();
let typedAt = -Infinity;
let sending = 0;
let asking = false;
let isBehind = false;
let isOver = false;

const isBusy = () => drag !== null || sending > 0 || document.querySelector('dialog[open]') !== null || performance.now() - typedAt < 3000;

async function follow(own = false) {
  if (!grid() || isOver || (!own && (document.hidden || isBusy()))) return;
  if (asking) { isBehind ||= own; return; }
  asking = true;
  try {
    const response = await fetch(location.pathname + location.search, {
      headers: { accept: 'text/html', 'if-none-match': `"${grid().dataset.tag}"` },
      cache: 'no-store',
      signal: AbortSignal.timeout(20000),
    });
    if (response.redirected) {
      isOver = true;
      say('You are signed out.', { bad: true, extra: [make('a', { href: response.url, className: 'button small' }, 'Sign in')] });
    } else if (response.status === 200) {
      const page = parsed(await response.text());
      await breathe();
      if (own || !isBusy()) swap(page);
    }
  } catch { /* no network: the next time will do */ } finally { asking = false; }
  // What was written while it was asked for may be missing from the answer.
  if (isBehind) { isBehind = false; follow(true); }
}

// Where realtime is configured: a message only says that something changed, and the board is read again as always. Ably's
// event stream needs no library; a token lives for 15 minutes, then the stream ends with an error and is opened anew.

let failures = 0;

async function listen() {
  try {
    const data = await api('POST', '/api/ably/token');
    const headers = { 'content-type': 'application/json' };
    const given = await fetch(`https://rest.ably.io/keys/${encodeURIComponent(data.keyName)}/requestToken`, { method: 'POST', headers, body: JSON.stringify(data) });
    const { token } = await given.json();
    if (!token) throw new Error('no token');
    const wanted = new URLSearchParams({ v: '1.2', channels: grid().dataset.realtime, accessToken: token });
    const events = new EventSource(`https://realtime.ably.io/event-stream?${wanted}`);
    events.onopen = () => { failures = 0; };
    events.onmessage = () => follow();
    events.onerror = () => { events.close(); listenLater(); };
  } catch { listenLater(); }
}

function listenLater() {
  failures += 1;
  if (!isOver) setTimeout(listen, Math.min(2 ** failures, 60) * 1000);
}

/** Between two pieces of work, so that neither keeps the pointer waiting. */
const breathe = () => new Promise((done) => { setTimeout(done); });
const setAttributes = (old, fresh) => { for (const { name, value } of fresh.attributes) old.setAttribute(name, value); };

/** Keeps the items that are as they were; the rest of a column is not laid out again for one card that moved. */
function swapItems(old, fresh) {
  const keyOf = (item) => item.querySelector('a')?.getAttribute('href') ?? item.className;
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
  for (const item of items) if (item === at) at = at.nextElementSibling; else old.insertBefore(item, at);
}

/** A column of the board, or whatever else stands beside them. */
function swapPart(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const [oldItems, freshItems] = [old.querySelector('.slots'), fresh.querySelector('.slots')];
  const [oldHead, freshHead] = [old.querySelector('header'), fresh.querySelector('header')];
  if (!oldItems || !freshItems || !oldHead || !freshHead) { old.replaceWith(fresh); return; }
  setAttributes(old, fresh);
  if (!oldHead.isEqualNode(freshHead)) oldHead.replaceWith(freshHead);
  setAttributes(oldItems, freshItems);
  swapItems(oldItems, freshItems);
}

/** Replaces what differs, and nothing else: scroll and focus stay where they are. */
function swap(page) {
  const fresh = page.getElementById('cols');
  if (!fresh) return;
  const focused = document.activeElement?.closest?.('#tray a, #cols a');
  const place = focused?.closest('#tray') ? '#tray' : '#cols';
  const old = grid();
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
  if (focused && !focused.isConnected) document.querySelector(`${place} a[href="${CSS.escape(focused.getAttribute('href'))}"]`)?.focus({ preventScroll: true });
}

const now = () => Number(grid().dataset.now) + performance.now() - seenAt;

/** The line for now, and the age of each request, in the words of the page. */
function tick() {
  if (!grid()) return;
  const minutes = ((now() + IST) / 60000) % DAY;
  grid().querySelector('.now')?.style.setProperty('--r', (minutes - Number(grid().dataset.from)) / ROW);
  for (const time of document.querySelectorAll('#tray time[data-age]')) {
    const age = Math.floor((now() - Date.parse(time.dateTime)) / 60000);
    const days = Math.floor(age / DAY);
    time.textContent = age < 1 ? 'just now' : age < 60 ? `${age} min ago` : age < DAY ? `${Math.floor(age / 60)} h ago` : `${days} day${days > 1 ? 's' : ''} ago`;
  }
}

// ---- Moving a booking: what a drag, and an alternative that is taken, come down to.

const personOf = (card) => card.closest('.col')?.dataset.person ?? null;
const columnOf = (person) => grid().querySelector(person ? `.col[data-person="${CSS.escape(person)}"]` : '.col:not([data-person])');
const nameOf = (card) => card.querySelector('span').textContent;

/** The calls that bring a booking from one place to another; a request that is given to somebody is approved. */
function callsFor(can, from, to) {
  const isMoved = to.start !== from.start || to.date !== from.date;
  const isGiven = to.person !== null && to.person !== from.person;
  if (to.person === null && from.person) throw { message: 'Somebody has to do it: drop it on a person.' };
  const calls = [];
  if (isMoved) {
    if (!can.includes('m')) throw { message: 'It can be given to somebody else, but not moved any more.' };
    calls.push(['POST', '/reschedule', { bookingDate: to.date, startTime: hhmm(to.start), ...(to.person && { staffId: to.person }) }]);
  }
  if (isGiven && can.includes('a')) calls.push(['PATCH', '', { action: 'approve', staffId: to.person }]);
  else if (isGiven && !isMoved) calls.push(['PATCH', '', { action: 'assign', staffId: to.person }]);
  return calls;
}

/** Shows it where it will be, and gives back how to put it where it was. */
function showAt(card, request, to) {
  const was = { parent: card.parentElement.parentElement, item: card.parentElement, next: card.parentElement.nextSibling, className: card.className, time: card.querySelector('b').textContent };
  const item = request?.parentElement;
  const row = Math.max(0, Math.floor((to.start - Number(grid().dataset.from)) / ROW));
  card.className = `${card.className.replace(/\b[rlw]\d+\b/g, '').trim()} r${row} l0 w1 unsure`;
  card.querySelector('b').textContent = clock(to.start);
  columnOf(to.person).querySelector('.slots').append(was.item);
  if (item) item.hidden = true;
  return () => {
    if (item) item.hidden = false;
    if (!was.parent) { was.item.remove(); return; }
    card.className = was.className;
    card.querySelector('b').textContent = was.time;
    was.parent.insertBefore(was.item, was.next?.parentNode === was.parent ? was.next : null);
  };
}

/** A card for a request of another day, which has none on this board. */
function cardFor(request) {
  const rows = Math.max(3, Math.ceil(Number(request.dataset.min) / ROW));
  const card = make('a', { className: `appt is-pending r0 h${rows} b0 l0 w1`, href: request.getAttribute('href') });
  Object.assign(card.dataset, request.dataset);
  card.append(make('b', {}, ''), ' ', make('span', {}, nameOf(request)), ' ', request.querySelector('small').cloneNode(true), ' ', make('em', {}, 'Pending'));
  const list = document.createDocumentFragment();
  list.append(make('li', {}, card));
  return card;
}

async function relocate(source, to) {
  const href = source.getAttribute('href');
  const isRequest = source.matches('.waiting-card');
  const from = { person: isRequest ? null : personOf(source), start: Number(source.dataset.start), date: source.dataset.date ?? grid().dataset.date };
  const card = isRequest ? cardOf(href) ?? cardFor(source) : source;
  const [id, name, updated] = [idOf(source), nameOf(source), source.dataset.updated];
  let back = () => {};
  let isChanged = false;
  sending += 1;
  try {
    const calls = callsFor(source.dataset.can, from, to);
    if (calls.length === 0) return;
    back = showAt(card, isRequest ? source : null, to);
    if (!(await isFresh(id, updated, name))) { isChanged = true; back(); return; }
    for (const [method, end, body] of calls) { await api(method, bookingPath(id) + end, body); isChanged = true; }
    const person = columnOf(to.person).querySelector('h2').textContent;
    say(`${name}: ${to.date === grid().dataset.date ? '' : `${dayName(to.date)}, `}${clock(to.start)}${to.person ? ` with ${person}` : ''}.`);
  } catch (error) {
    back();
    if (error.message !== '') refused(error, href, name, to);
  } finally {
    sending -= 1;
    if (isChanged) follow(true);
  }
}

/** It is back where it was; times that could be had instead are a click away. */
function refused(error, href, name, to) {
  const slots = Array.isArray(error.details?.alternatives) ? error.details.alternatives : [];
  const take = (start) => () => {
    document.getElementById('live').replaceChildren();
    const source = cardOf(href) ?? document.querySelector(`#tray a[href="${CSS.escape(href)}"]`);
    if (source) relocate(source, { ...to, start });
  };
  const buttons = slots.map(({ startTime }) => make('button', { type: 'button', className: 'ghost button small', onclick: take(minutesOf(startTime)) }, clock(minutesOf(startTime))));
  const extra = buttons.length > 0 ? [make('div', { className: 'alternatives actions' }, ...buttons)] : [];
  say(`${name}’s visit stays where it was. ${slots.length > 0 ? error.message : reasonOf(error)}`, { bad: true, extra });
}

// ---- Dragging: the mouse from 5 px on, a finger after a long press. A copy follows the pointer; nothing else is touched.

const board = document.getElementById('board');
let drag = null;

const measure = () => {
  const rows = [...grid().querySelectorAll('.col')];
  drag.columns = rows.map((column) => ({ column, box: column.querySelector('.slots').getBoundingClientRect() }));
  drag.view = board.getBoundingClientRect();
};

function begin() {
  const { card } = drag;
  clearTimeout(drag.timer);
  const box = card.getBoundingClientRect();
  const isRequest = card.matches('.waiting-card');
  drag.live = true;
  drag.grip = isRequest ? { x: 24, y: 12 } : { x: drag.x - box.left, y: drag.y - box.top };
  drag.copy = make('div', { className: `${isRequest ? 'appt is-pending' : card.className} dragged`, ariaHidden: 'true' }, ...[...card.childNodes].map((node) => node.cloneNode(true)));
  drag.copy.style.setProperty('--gw', `${isRequest ? 150 : box.width}px`);
  drag.copy.style.setProperty('--gh', `${isRequest ? 56 : box.height}px`);
  drag.mark = make('li', { className: 'drop', ariaHidden: 'true' });
  drag.mark.style.setProperty('--h', Math.max(3, Math.ceil(Number(card.dataset.min) / ROW)));
  measure();
  board.parentElement.append(drag.copy);
  card.classList.add('lifted');
  try { card.setPointerCapture(drag.pointer); } catch { /* the pointer is gone: the next event ends it */ }
  spot.remove();
  paint();
}

function targetOf() {
  const { card, columns, view, x, y, grip } = drag;
  if (x < view.left || x > view.right || y < view.top || y > view.bottom) return null;
  const found = columns.find(({ box }) => x >= box.left && x < box.right);
  if (!found) return null;
  const { from, to, date } = grid().dataset;
  const unit = found.box.height / ((Number(to) - Number(from)) / ROW);
  const raw = Number(from) + ((y - grip.y - found.box.top) / unit) * ROW;
  const original = Number(card.dataset.start);
  const snapped = Math.round(raw / STEP) * STEP;
  const isNear = Math.abs(raw - original) < STEP / 2 || !card.dataset.can.includes('m');
  const start = isNear ? original : Math.min(Math.max(snapped, Number(from)), Number(to) - STEP);
  return { column: found.column, person: found.column.dataset.person ?? null, start, date };
}

function paint() {
  if (!drag?.live) return;
  drag.frame = null;
  drag.copy.style.setProperty('--x', `${drag.x - drag.grip.x}px`);
  drag.copy.style.setProperty('--y', `${drag.y - drag.grip.y}px`);
  const target = targetOf();
  if (!target) { drag.mark.remove(); }
  else {
    const slots = target.column.querySelector('.slots');
    if (drag.mark.parentElement !== slots) slots.append(drag.mark);
    drag.mark.style.setProperty('--r', (target.start - Number(grid().dataset.from)) / ROW);
    const text = clock(target.start);
    if (drag.mark.textContent !== text) drag.mark.textContent = text;
  }
  const { view, x, y } = drag;
  const by = (at, low, high) => (at < low + 40 ? -12 : at > high - 40 ? 12 : 0);
  const [dx, dy] = [by(x, view.left, view.right), by(y, view.top, view.bottom)];
  if (target && (dx !== 0 || dy !== 0)) {
    board.scrollBy({ left: dx, top: dy, behavior: 'instant' });
    measure();
    drag.frame = requestAnimationFrame(paint);
  }
}

function end(isDropped, isHeld = false) {
  const over = drag;
  clearTimeout(over.timer);
  if (over.frame) cancelAnimationFrame(over.frame);
  const target = over.live && isDropped ? targetOf() : null;
  drag = null;
  if (!over.live) return;
  over.copy.remove();
  over.mark.remove();
  over.card.classList.remove('lifted');
  // The click that ends a drag opens nothing.
  const swallow = (event) => { event.preventDefault(); event.stopPropagation(); };
  addEventListener('click', swallow, { capture: true, once: true });
  const release = () => setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
  if (isHeld) addEventListener('pointerup', release, { once: true }); else release();
  if (target) relocate(over.card, { person: target.person, start: target.start, date: target.date });
}

function prepareDragging() {
  document.addEventListener('pointerdown', (event) => {
    const card = event.target.closest?.('.appt, .waiting-card');
    if (!card?.dataset.can || event.button !== 0 || event.ctrlKey || event.metaKey || drag || sending > 0) return;
    drag = { card, pointer: event.pointerId, isTouch: event.pointerType !== 'mouse', x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY, live: false };
    if (drag.isTouch) drag.timer = setTimeout(begin, 350);
  });
  document.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const far = Math.hypot(event.clientX - drag.fromX, event.clientY - drag.fromY);
    if (!drag.live && far > (drag.isTouch ? 10 : 5)) {
      if (drag.isTouch) { end(false); return; }
      begin();
    }
    if (!drag.live) return;
    [drag.x, drag.y] = [event.clientX, event.clientY];
    drag.frame ??= requestAnimationFrame(paint);
  });
  document.addEventListener('pointerup', (event) => { if (drag && event.pointerId === drag.pointer) { if (drag.live) [drag.x, drag.y] = [event.clientX, event.clientY]; end(true); } });
  document.addEventListener('pointercancel', (event) => { if (drag && event.pointerId === drag.pointer) end(false); });
  document.addEventListener('keydown', (event) => { if (drag && event.key === 'Escape') { event.preventDefault(); end(false, true); } }, true);
  board.addEventListener('scroll', () => { if (drag?.live) measure(); }, { passive: true });
  for (const place of [board, document.getElementById('tray')]) {
    place.addEventListener('touchmove', (event) => { if (drag?.live) event.preventDefault(); }, { passive: false });
    place.addEventListener('dragstart', (event) => event.preventDefault());
    place.addEventListener('contextmenu', (event) => { if (drag?.isTouch) event.preventDefault(); });
  }
}

// ---- Empty times: a walk-in there.

const spot = make('li', { className: 'spot', ariaHidden: 'true' });

function timeAt(event) {
  const slots = event.target.closest?.('.slots');
  if (!slots || event.target.closest('.appt')) return null;
  const { from, to } = grid().dataset;
  const box = slots.getBoundingClientRect();
  const raw = Number(from) + ((event.clientY - box.top) / box.height) * (Number(to) - Number(from));
  return { slots, person: slots.closest('.col').dataset.person, start: Math.floor(raw / STEP) * STEP };
}

function prepareEmptyTimes() {
  board.addEventListener('pointermove', (event) => {
    const at = drag || event.pointerType !== 'mouse' ? null : timeAt(event);
    if (!at) { spot.remove(); return; }
    const text = `+ ${clock(at.start)}`;
    if (spot.parentElement === at.slots && spot.textContent === text) return;
    spot.textContent = text;
    spot.style.setProperty('--r', (at.start - Number(grid().dataset.from)) / ROW);
    if (spot.parentElement !== at.slots) at.slots.append(spot);
  }, { passive: true });
  board.addEventListener('pointerleave', () => spot.remove());
  board.addEventListener('click', (event) => {
    const at = timeAt(event);
    if (!at || !grid().dataset.walkIn) return;
    const person = at.person ? `&person=${encodeURIComponent(at.person)}` : '';
    openSheet(`${grid().dataset.walkIn}${person}&time=${hhmm(at.start)}`, 'walk-in');
  });
}

// ---- Panels and forms in a dialog over the board: the same parts as on their own pages.

let opening = null;
let openedFrom = null;

async function partOf(address, id) {
  const response = await fetch(address, { headers: { accept: 'text/html' }, cache: 'no-store' });
  if (!response.ok || response.redirected) return null;
  return parsed(await response.text()).getElementById(id);
}

async function openSheet(address, id) {
  if (opening === address) return;
  opening = address;
  try {
    const part = await partOf(address, id).catch(() => null);
    if (!part) { location.assign(address); return; }
    const sheet = document.getElementById('sheet') ?? makeSheet();
    sheet.className = id === 'walk-in' ? 'board-sheet broad' : 'board-sheet';
    sheet.setAttribute('aria-labelledby', `${id}-title`);
    sheet.querySelector('.sheet-body').replaceChildren(part);
    prepare(part);
    if (!sheet.open) sheet.showModal();
    if (id === 'walk-in') part.querySelector('#who:not(:disabled), #new-name')?.focus();
  } finally { opening = null; }
}

function makeSheet() {
  const close = make('button', { type: 'button', className: 'ghost close', ariaLabel: told.close, onclick: () => sheet.close() }, '×');
  const sheet = make('dialog', { id: 'sheet' }, make('div', { className: 'sheet-body' }), close);
  sheet.setAttribute('closedby', 'any');
  sheet.addEventListener('close', ({ target }) => {
    if (target !== sheet) return;
    sheet.querySelector('.sheet-body').replaceChildren();
    // The card that opened it may have been replaced meanwhile.
    if (openedFrom && !openedFrom.isConnected) document.querySelector(`#cols a[href="${CSS.escape(openedFrom.getAttribute('href'))}"], .new-walk-in`)?.focus({ preventScroll: true });
    follow(true);
  });
  document.body.append(sheet);
  return sheet;
}

/** What the shared script does to a page's forms when it opens. */
function prepare(part) {
  for (const form of part.querySelectorAll('form[data-call]')) {
    form.noValidate = true;
    delete form.dataset.once;
  }
  prepareWalkIn(part.querySelector('#walk-in-form'));
}

async function renewPanel() {
  const panel = document.getElementById('booking');
  const fresh = await partOf(`/bookings/${encodeURIComponent(panel.dataset.booking)}`, 'booking').catch(() => null);
  if (!fresh) { location.reload(); return; }
  prepare(fresh);
  panel.replaceWith(fresh);
  (fresh.querySelector('.panel-actions button, .panel-actions a') ?? fresh.closest('#sheet')?.querySelector('.close'))?.focus();
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('.appt, .waiting-card, .new-walk-in');
  if (!link || !grid() || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  openedFrom = link;
  if (link.matches('.new-walk-in')) openSheet(grid().dataset.walkIn, 'walk-in');
  else openSheet(link.getAttribute('href'), 'booking');
});

// A form of the panel is sent only if the panel still shows the booking as it is.
document.addEventListener('submit', async (event) => {
  const form = event.target;
  const panel = form.closest?.('#booking');
  if (!panel || !form.dataset.call) return;
  event.preventDefault();
  event.stopPropagation();
  if (form.getAttribute('aria-busy') === 'true') return;
  try {
    if (await isFresh(panel.dataset.booking, panel.dataset.updated, panel.dataset.customer)) send(form);
    else { form.closest('dialog:not(#sheet)')?.close(); const text = document.querySelector('#live p')?.textContent; await renewPanel(); if (text) say(text, { bad: true }); follow(true); }
  } catch (error) { if (error.message !== '') say(reasonOf(error), { bad: true }); }
}, true);

document.addEventListener('done', async (event) => {
  const form = event.target;
  const sheet = form.closest('#sheet');
  if (form.id === 'walk-in-form' && sheet) {
    event.preventDefault();
    sheet.close();
    say(form.dataset.say);
  } else if (form.closest('#booking')) {
    event.preventDefault();
    form.closest('dialog:not(#sheet)')?.close();
    const { say: text } = form.dataset;
    const id = document.getElementById('booking').dataset.booking;
    await renewPanel();
    say(text, { extra: form.id === 'check-in' ? [undoCheckIn(id)] : [] });
    follow(true);
  }
});

function undoCheckIn(id) {
  const undo = async () => {
    try {
      await api('POST', `${bookingPath(id)}/undo-checkin`);
      if (document.getElementById('booking')) await renewPanel();
      say('The check-in is undone.');
      follow(true);
    } catch (error) { if (error.message !== '') say(reasonOf(error), { bad: true }); }
  };
  return make('button', { type: 'button', className: 'ghost button small', onclick: undo }, 'Undo');
}

// ---- Walk-ins: somebody known, found while typing, or somebody new.

function prepareWalkIn(form) {
  if (!form) return;
  const who = form.querySelector('#who');
  const found = form.querySelector('#who-found');
  const chosen = form.elements.customerId;
  let [asked, timer, at] = [0, null, -1];

  const check = () => who.setCustomValidity(chosen.value ? '' : 'Choose somebody from the list, or add a new customer.');
  const close = () => { found.hidden = true; who.setAttribute('aria-expanded', 'false'); who.removeAttribute('aria-activedescendant'); at = -1; };
  const pick = ({ id, name }) => { chosen.value = id; who.value = name; check(); close(); who.dispatchEvent(new Event('input', { bubbles: true })); };
  const light = (to) => {
    const options = [...found.children];
    at = (to + options.length) % options.length;
    options.forEach((option, place) => option.setAttribute('aria-selected', String(place === at)));
    who.setAttribute('aria-activedescendant', options[at].id);
    options[at].scrollIntoView({ block: 'nearest' });
  };
  const show = (customers, text) => {
    const option = (customer, place) => {
      const element = make('li', { id: `who-${place}`, role: 'option', onpointerdown: (event) => event.preventDefault(), onclick: () => pick(customer) },
        make('strong', {}, customer.name), ' ', make('span', { className: 'fine' }, [customer.phone, customer.email].filter(Boolean).join(' · ')));
      element.setAttribute('aria-selected', 'false');
      return element;
    };
    const anew = make('li', { id: 'who-new', role: 'option', onpointerdown: (event) => event.preventDefault(), onclick: () => renew(true, text) },
      customers.length > 0 ? 'Somebody else: ' : 'Nobody found: ', make('strong', {}, 'new customer'));
    anew.setAttribute('aria-selected', 'false');
    found.replaceChildren(...customers.map(option), anew);
    found.hidden = false;
    at = -1;
    who.setAttribute('aria-expanded', 'true');
  };
  const look = async () => {
    const text = who.value.trim();
    const number = ++asked;
    if (text.length < 2) { close(); return; }
    try {
      const { customers } = await api('GET', `/api/customers?pageSize=6&q=${encodeURIComponent(text.slice(0, 120))}`);
      if (number === asked && document.activeElement === who) show(customers, text);
    } catch (error) { if (error.message !== '') say(reasonOf(error), { bad: true }); }
  };
  /** Only the fields of one of the two are sent. */
  const renew = (isNew, text = '') => {
    const [known, fresh] = [form.querySelector('[data-known]'), form.querySelector('[data-new]')];
    [known.hidden, fresh.hidden] = [isNew, !isNew];
    for (const control of known.querySelectorAll('input')) control.disabled = isNew;
    for (const control of fresh.querySelectorAll('input')) control.disabled = !isNew;
    form.querySelector('[data-toggle-new]').setAttribute('aria-pressed', String(isNew));
    close();
    const [name, phone] = fresh.querySelectorAll('input');
    if (isNew && text) (/^[+\d\s-]+$/.test(text) ? phone : name).value = text;
    (isNew ? (name.value ? phone : name) : who).focus();
  };

  check();
  who.addEventListener('input', (event) => {
    if (!event.isTrusted) return;
    chosen.value = '';
    check();
    clearTimeout(timer);
    timer = setTimeout(look, 180);
  });
  who.addEventListener('keydown', (event) => {
    if (found.hidden) return;
    if (event.key === 'ArrowDown') { event.preventDefault(); light(at + 1); }
    else if (event.key === 'ArrowUp') { event.preventDefault(); light(at < 0 ? -1 : at - 1); }
    else if (event.key === 'Enter') { event.preventDefault(); found.children[Math.max(at, 0)]?.click(); }
    else if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); close(); }
  });
  who.addEventListener('blur', () => setTimeout(close, 150));
  form.querySelector('[data-toggle-new]').addEventListener('click', () => renew(form.querySelector('[data-new]').hidden, chosen.value ? '' : who.value.trim()));

  const sides = [...form.querySelectorAll('input[data-side]')];
  const [branch, people] = [form.elements.branchId, form.elements.staffId];
  const place = () => {
    for (const option of people.options) if (option.value) option.hidden = option.disabled = !option.dataset.places.split(' ').includes(branch.value);
    if (people.selectedOptions[0]?.disabled) people.value = '';
  };
  const when = [form.elements.bookingDate, form.elements.startTime];
  const settle = () => { for (const control of when) control.dataset.as = control.name; };
  form.addEventListener('change', ({ target }) => {
    if (sides.includes(target)) form.elements.serviceType.value = sides.find((one) => one.checked)?.dataset.side ?? '';
    if (target === branch) place();
    if (when.includes(target)) settle();
  });
  const unconfirm = () => form.querySelectorAll('[name=confirmCustomerId], [name=confirmNewCustomer]').forEach((one) => one.remove());
  form.addEventListener('input', ({ target }) => {
    if (when.includes(target)) settle();
    // Somebody else was typed: nobody is confirmed any more.
    if (target.name?.startsWith('customer.')) unconfirm();
  });
  form.addEventListener('refused', ({ detail }) => {
    settle();
    const known = detail.details?.customer;
    if (!known?.id) return;
    const answer = (words, control) => make('button', {
      type: 'button', className: 'ghost button small', onclick: () => { unconfirm(); form.append(make('input', control)); send(form); },
    }, words);
    say(detail.message, { bad: true, extra: [
      answer(`It is ${known.firstName}`, { type: 'hidden', name: 'confirmCustomerId', value: known.id }),
      answer('Somebody else', { type: 'checkbox', hidden: true, checked: true, name: 'confirmNewCustomer' }),
    ] });
  });
  form.elements.serviceType.value = sides.find((one) => one.checked)?.dataset.side ?? '';
  place();
}

// ---- The beginning.

document.addEventListener('input', ({ target }) => { if (target.matches?.('input, textarea, select')) typedAt = performance.now(); });
prepareWalkIn(document.getElementById('walk-in-form'));

if (grid()) {
  prepareDragging();
  prepareEmptyTimes();
  // A day that is picked is shown at once; one that is typed, when the field is left or with Enter.
  for (const form of document.querySelectorAll('form[data-go]')) {
    let isTyped = false;
    form.addEventListener('keydown', ({ target }) => { isTyped = target.type === 'date'; });
    form.addEventListener('change', ({ target }) => { if (!isTyped && form.checkValidity()) form.requestSubmit(); isTyped &&= target.type === 'date'; });
    form.addEventListener('focusout', ({ target }) => { if (isTyped && target.value !== target.defaultValue && form.checkValidity()) form.requestSubmit(); isTyped = false; });
  }
  const line = grid().querySelector('.now');
  if (line && board.scrollHeight > board.clientHeight) board.scrollTo({ top: Math.max(0, line.offsetTop - board.clientHeight / 3), behavior: 'instant' });
  tick();
  setInterval(tick, 20000);
  setInterval(follow, EVERY);
  if (grid().dataset.realtime) listen();
  document.addEventListener('visibilitychange', () => { if (!document.hidden) follow(); });
  addEventListener('pageshow', (event) => { if (event.persisted) follow(true); });
}
