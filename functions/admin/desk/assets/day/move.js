// Moving a booking: what a drag, and an alternative that is taken, come down to. It is shown where it will be until it
// is confirmed and the API has answered, and put back if either refused.

import { api } from '/assets/api.js';
import { alternatives, clock, hush, make, minutesOf, say } from '/assets/ui.js';
import {
  can,
  cardOf,
  columnOf,
  columnOfRoom,
  grid,
  hhmm,
  idOf,
  nameOf,
  nameOfPerson,
  nameOfRoom,
  partsOf,
  personOf,
  roomOf,
  rowOf,
  rowsOf,
} from './board.js';
import { bookingPath, freshOf, reasonOf } from './booking.js';
import { MOVE_ANYWAY, confirming } from './confirm.js';
import { dayName } from './days.js';
import { follow, whileSending } from './follow.js';
import { tried } from './warnings.js';

/** What is different about the new place. */
function changeOf(card, from, to) {
  const isMoved = to.start !== from.start || to.date !== from.date;
  const isGiven = to.person !== null && to.person !== from.person;
  const isElsewhere = to.room !== null && to.room !== from.room;
  if (to.person === null && from.person) throw new Error('Somebody has to do it: drop it on a person.');
  if (isMoved && !can(card, 'move')) throw new Error('It can be given to somebody else, but not moved any more.');
  const isApproved = isGiven && can(card, 'approve');
  return { isMoved, isGiven, isElsewhere, isApproved, isAny: isMoved || isGiven || isElsewhere };
}

/** Every service as it will be; of a part of the visit, only its own services change. */
function servicesAfter(booking, { parts, from, to, scope }) {
  const shift = to.start - from.start;
  return booking.services.map(({ serviceId, staffId, startTime, resourceIds }) => {
    const isOwn = scope === 'visit' || parts.length === 0 || parts.includes(serviceId);
    const start = minutesOf(startTime) + (isOwn ? shift : 0);
    const person = isOwn && to.person ? to.person : staffId;
    if (!person) throw new Error('Somebody has to do it: assign it first.');
    const service = { serviceId, staffId: person, startTime: hhmm(start) };
    if (!to.room) return service;
    return { ...service, resourceIds: resourceIds.map((room) => (isOwn && room === from.room ? to.room : room)) };
  });
}

/** The calls that bring a booking from one place to another; a request that is given to somebody is approved. */
function callsFor(card, booking, { parts, from, to, scope, notify }, { isMoved, isGiven, isElsewhere, isApproved }) {
  if (isMoved && isApproved && to.date === from.date) {
    // At its new time, or not at all.
    return [['PATCH', '', { action: 'approve', services: servicesAfter(booking, { parts, from, to, scope }) }]];
  }
  const isPart = isElsewhere || (parts.length > 0 && scope === 'part');
  const services = isPart ? servicesAfter(booking, { parts, from, to, scope }) : null;
  const who = services ? { services } : isGiven && { staffId: to.person };
  const calls = [];
  if (isMoved) {
    const start = minutesOf(booking.startTime) + to.start - from.start;
    const first = services ? Math.min(...services.map(({ startTime }) => minutesOf(startTime))) : start;
    const quiet = !notify && { notify };
    calls.push(['POST', '/reschedule', { bookingDate: to.date, startTime: hhmm(first), ...who, ...quiet }]);
  }
  if (isApproved) calls.push(['PATCH', '', { action: 'approve', ...who }]);
  else if ((isGiven || isElsewhere) && !isMoved) calls.push(['PATCH', '', { action: 'assign', ...who }]);
  return calls;
}

/** Shows it where it will be, and gives back how to put it where it was. */
function showAt(card, request, to) {
  const [item, time, waiting] = [card.parentElement, card.querySelector('b'), request?.parentElement];
  const was = { list: item.parentElement, next: item.nextSibling, className: card.className, time: time.textContent };
  const row = Math.max(0, Math.floor(rowOf(to.start)));
  card.className = `${card.className.replace(/\b[rlw]\d+\b/g, '').trim()} r${row} l0 w1 unsure`;
  time.textContent = clock(to.start);
  (to.room ? columnOfRoom(to.room) : columnOf(to.person)).querySelector('.slots').append(item);
  if (waiting) waiting.hidden = true;
  return () => {
    if (waiting) waiting.hidden = false;
    if (!was.list) {
      item.remove();
      return;
    }
    card.className = was.className;
    time.textContent = was.time;
    was.list.insertBefore(item, was.next?.parentNode === was.list ? was.next : null);
  };
}

/** A card for a request of another day, which has none on this board. */
function cardFor(request) {
  const card = make('a', {
    className: `appt is-pending r0 h${rowsOf(request)} b0 l0 w1`,
    href: request.getAttribute('href'),
  });
  Object.assign(card.dataset, request.dataset);
  const services = request.querySelector('small').cloneNode(true);
  card.append(make('b', {}), ' ', make('span', {}, nameOf(request)), ' ', services, ' ', make('em', {}, 'Pending'));
  make('li', {}, card);
  return card;
}

/** `Tue 17 Nov, 2:00 pm with Asha`. */
function placeOf({ date, start, person, room }) {
  const who = person ? ` with ${nameOfPerson(person)}` : '';
  const where = room ? ` in ${nameOfRoom(room)}` : '';
  return `${dayName(date)}, ${clock(start)}${who}${where}`;
}

function ask(name, { parts, from, to }, { isMoved, isGiven, isApproved }) {
  const whole = isGiven ? `The whole visit, with ${nameOfPerson(to.person)}` : 'The whole visit';
  const scopes = [
    ['part', parts.length > 1 ? 'These services' : 'This service'],
    ['visit', whole],
  ];
  return confirming({
    title: 'Confirm move',
    anyway: MOVE_ANYWAY,
    lines: [`${name}: ${placeOf(to)}`, `Now ${placeOf(from)}`],
    scopes: parts.length > 0 ? scopes : [],
    // Whoever is approved is told in any case.
    tells: isMoved && !isApproved,
  });
}

/** One call after the other. Where the first has succeeded and the next has not, the error says so: it is moved already. */
async function write(id, calls, forced) {
  let isHalf = false;
  for (const [method, end, body] of calls) {
    try {
      await api(method, bookingPath(id) + end, { ...body, ...forced });
    } catch (error) {
      throw Object.assign(error, { isHalf });
    }
    isHalf = true;
  }
}

/** Asks, tries, warns, writes; says whether anything was written. Nothing is where it was left as it is. */
async function carryOut(source, change, move, asked) {
  const [id, name] = [idOf(source), nameOf(source)];
  let dialog = asked ? null : ask(name, move, change);
  try {
    const answer = asked ?? (await dialog.asked());
    if (!answer) return { isLeft: true };
    const booking = await freshOf(id, source.dataset.updated, name);
    if (!booking) return { isLeft: true, isStale: true };
    const warn = (warnings) => {
      dialog ??= confirming({ title: 'Confirm move', anyway: MOVE_ANYWAY, lines: [`${name}: ${placeOf(move.to)}`] });
      return dialog.warn(warnings);
    };
    const attempt = async (chosen) => {
      const calls = callsFor(source, booking, { ...move, ...chosen }, change);
      const [[method, end, body]] = calls;
      const { warnings, forced } = await tried(method, bookingPath(id) + end, body);
      if (warnings.length > 0) {
        const again = await warn(warnings);
        if (!again) return { isLeft: true };
        // Something else was chosen beside the warning, which is tried like the first choice.
        const isSame = asked !== null || (again.scope === chosen.scope && again.notify === chosen.notify);
        if (!isSame) return attempt(again);
      }
      await write(id, calls, forced);
      return { isLeft: false };
    };
    return await attempt(answer);
  } finally {
    dialog?.close();
  }
}

/** Brings a card or a request of the tray to a person or a room, a day and a time. `asked` is what was said before. */
export async function relocate(source, to, asked = null) {
  const isRequest = source.matches('.waiting-card');
  const from = {
    person: isRequest ? null : personOf(source),
    room: isRequest ? null : roomOf(source),
    start: Number(source.dataset.start),
    date: source.dataset.date ?? grid().dataset.date,
  };
  const [href, name] = [source.getAttribute('href'), nameOf(source)];
  const move = { parts: partsOf(source), from, to };
  let back = () => {};
  let isChanged = false;
  await whileSending(async () => {
    try {
      const change = changeOf(source, from, to);
      if (!change.isAny) return;
      back = showAt(isRequest ? (cardOf(href) ?? cardFor(source)) : source, isRequest ? source : null, to);
      const { isLeft, isStale } = await carryOut(source, change, move, asked);
      isChanged = !isLeft || isStale === true;
      if (isLeft) {
        back();
        return;
      }
      const { date, ...rest } = to;
      const day = date === grid().dataset.date ? '' : `${dayName(date)}, `;
      const place = placeOf({ date, ...rest }).split(', ').slice(1).join(', ');
      say(`${name}: ${day}${place}.`);
    } catch (error) {
      isChanged = error.isHalf === true;
      if (isChanged) say(`${name} is moved to ${placeOf(to)}, but not yet approved. ${reasonOf(error)}`, { bad: true });
      else back();
      if (!error.isSignedOut && !isChanged) refused(error, href, name, to);
    }
  });
  if (isChanged) follow(true);
}

/** It is back where it was; times that could be had instead are a click away. */
function refused(error, href, name, to) {
  const slots = Array.isArray(error.details?.alternatives) ? error.details.alternatives : [];
  const take = (startTime) => {
    hush();
    const source = cardOf(href) ?? document.querySelector(`#tray a[href="${CSS.escape(href)}"]`);
    if (source) relocate(source, { ...to, start: minutesOf(startTime) }, { scope: 'visit', notify: true });
  };
  const extra = slots.length > 0 ? [alternatives(slots, take)] : [];
  const why = slots.length > 0 ? error.message : reasonOf(error);
  say(`${name}’s visit stays where it was. ${why}`, { bad: true, extra });
}
