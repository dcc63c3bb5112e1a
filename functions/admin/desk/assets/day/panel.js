// A booking's panel, on its own page and in a dialog over the board, as the walk-in form is. What the panel's forms
// send is sent only if it still shows the booking as it is.

import { api } from '/assets/api.js';
import { keptAt } from '/assets/forms.js';
import { make, page, said, say, told } from '/assets/ui.js';
import { isAgreed, sendIfThere, whileHeld } from './agree.js';
import { grid } from './board.js';
import { bookingPath, isFresh, tell } from './booking.js';
import { follow } from './follow.js';

// ---- The dialog.

let opening = null;
let openedFrom = null;

async function partOf(address, id) {
  const whole = await page(address, { cache: 'no-store' });
  return whole?.getElementById(id);
}

export async function openSheet(address, id) {
  if (opening === address) return;
  opening = address;
  const part = await partOf(address, id);
  opening = null;
  // What is typed belongs there, and whoever has to sign in again goes on there.
  if (part) part.dataset.address = address;
  if (!part) {
    location.assign(address);
    return;
  }
  const isBroad = id === 'walk-in';
  const sheet = document.getElementById('sheet') ?? makeSheet();
  sheet.className = isBroad ? 'board-sheet broad' : 'board-sheet';
  sheet.setAttribute('aria-labelledby', `${id}-title`);
  sheet.querySelector('.sheet-body').replaceChildren(part);
  try {
    // A button whose script is not there yet would do nothing.
    await prepare(part);
  } catch {
    location.assign(address);
    return;
  }
  // Another one was opened meanwhile.
  if (!part.isConnected) return;
  if (!sheet.open) sheet.showModal();
  if (isBroad) part.querySelector('[role=combobox]:enabled, #new-name')?.focus();
}

function makeSheet() {
  const close = make(
    'button',
    { type: 'button', className: 'ghost close', ariaLabel: told.close, onclick: () => sheet.close() },
    '×',
  );
  const sheet = make('dialog', { id: 'sheet' }, make('div', { className: 'sheet-body' }), close);
  sheet.setAttribute('closedby', 'any');
  sheet.addEventListener('close', ({ target }) => {
    if (target !== sheet) return;
    sheet.querySelector('.sheet-body').replaceChildren();
    focusOpener();
    follow(true);
  });
  document.body.append(sheet);
  return sheet;
}

/** The card that opened the dialog may have been replaced meanwhile. */
function focusOpener() {
  if (!openedFrom || openedFrom.isConnected) return;
  const same = `#cols a[href="${CSS.escape(openedFrom.getAttribute('href'))}"], .new-walk-in`;
  document.querySelector(same)?.focus({ preventScroll: true });
}

/** What the shared script does to a page's forms when it opens; resolves once all of it answers. */
function prepare(part) {
  for (const form of part.querySelectorAll('form[data-call]')) {
    form.noValidate = true;
    delete form.dataset.once;
  }
  return loadScripts(part);
}

/** Fetched when they are needed: the board is light without them. */
function loadScripts(part) {
  const [walkIn, moving] = [part.querySelector('#walk-in-form, [data-lists]'), part.querySelector('#move-form')];
  return Promise.all([
    walkIn && import('./walk_in.js').then(({ prepareWalkIn }) => prepareWalkIn(part.querySelector('#walk-in-form'))),
    moving && import('./times_to_move.js').then(({ prepareMove }) => prepareMove(moving)),
  ]);
}

function open(event) {
  const link = event.target.closest?.('.appt, .waiting-card, .new-walk-in');
  const isOther = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || !grid() || event.defaultPrevented || isOther) return;
  event.preventDefault();
  openedFrom = link;
  if (link.matches('.new-walk-in')) openSheet(grid().dataset.walkIn, 'walk-in');
  else openSheet(link.getAttribute('href'), 'booking');
}

// ---- The panel.

async function renewPanel() {
  const panel = document.getElementById('booking');
  const address = `/bookings/${encodeURIComponent(panel.dataset.booking)}`;
  const fresh = await partOf(address, 'booking');
  if (!fresh) {
    location.reload();
    return;
  }
  fresh.dataset.address = address;
  prepare(fresh);
  panel.replaceWith(fresh);
  // Not on an action: a key that is still held or pressed twice must not take the next step.
  fresh.querySelector('#booking-title').focus();
}
const closeOwnDialog = (form) => form.closest('dialog:not(#sheet)')?.close();

async function sendIfFresh(form, { booking, updated, customer }) {
  try {
    if (await isFresh(booking, updated, customer, () => keptAt(form))) {
      if (await isAgreed(form)) await sendIfThere(form);
      return;
    }
  } catch (error) {
    tell(error);
    return;
  }
  // The message stands in a dialog that is about to go.
  const message = said();
  closeOwnDialog(form);
  await renewPanel();
  if (message) say(message, { bad: true });
  follow(true);
}

function submit(event) {
  const form = event.target;
  const panel = form.closest?.('#booking');
  if (!panel || !form.dataset.call) return;
  event.preventDefault();
  event.stopPropagation();
  whileHeld(form, () => sendIfFresh(form, panel.dataset));
}

async function done(event) {
  const form = event.target;
  const [sheet, panel] = [form.closest('#sheet'), form.closest('#booking')];
  if (form.id === 'walk-in-form' && sheet) {
    event.preventDefault();
    sheet.close();
    say(form.dataset.say);
  } else if (panel && !form.dataset.done) {
    event.preventDefault();
    closeOwnDialog(form);
    await renewPanel();
    say(form.dataset.say, { extra: form.id === 'check-in' ? [undoCheckIn(panel.dataset.booking)] : [] });
    follow(true);
  }
}

function undoCheckIn(id) {
  const undo = async () => {
    try {
      await api('POST', `${bookingPath(id)}/undo-checkin`);
      if (document.getElementById('booking')) await renewPanel();
      say('The check-in is undone.');
      follow(true);
    } catch (error) {
      tell(error);
    }
  };
  return make('button', { type: 'button', className: 'ghost button small', onclick: undo }, 'Undo');
}

document.addEventListener('click', open);
// Before the script of every page sends it.
document.addEventListener('submit', submit, true);
document.addEventListener('done', done);
loadScripts(document);
// The tray of the board leads to the question that it leaves open.
if (location.hash === '#approve-now') document.querySelector('#booking #approve:not([open])')?.showModal();
