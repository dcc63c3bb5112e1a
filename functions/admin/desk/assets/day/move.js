// Moving a booking: what a drag, and an alternative that is taken, come down to. It is shown where it will be until the
// API has answered, and put back if it refused.

import { api } from '/assets/api.js';
import { alternatives, clock, hush, make, minutesOf, say } from '/assets/ui.js';
import {
  can,
  cardOf,
  columnOf,
  dayName,
  grid,
  hhmm,
  idOf,
  nameOf,
  nameOfPerson,
  personOf,
  rowOf,
  rowsOf,
} from './board.js';
import { bookingPath, isFresh, reasonOf } from './booking.js';
import { follow, whileSending } from './follow.js';

/** The calls that bring a booking from one place to another; a request that is given to somebody is approved. */
function callsFor(card, from, to) {
  const isMoved = to.start !== from.start || to.date !== from.date;
  const isGiven = to.person !== null && to.person !== from.person;
  if (to.person === null && from.person) throw new Error('Somebody has to do it: drop it on a person.');
  const calls = [];
  if (isMoved) {
    if (!can(card, 'move')) throw new Error('It can be given to somebody else, but not moved any more.');
    const person = to.person && { staffId: to.person };
    calls.push(['POST', '/reschedule', { bookingDate: to.date, startTime: hhmm(to.start), ...person }]);
  }
  if (isGiven && can(card, 'approve')) calls.push(['PATCH', '', { action: 'approve', staffId: to.person }]);
  else if (isGiven && !isMoved) calls.push(['PATCH', '', { action: 'assign', staffId: to.person }]);
  return calls;
}

/** Shows it where it will be, and gives back how to put it where it was. */
function showAt(card, request, to) {
  const [item, time, waiting] = [card.parentElement, card.querySelector('b'), request?.parentElement];
  const was = { list: item.parentElement, next: item.nextSibling, className: card.className, time: time.textContent };
  const row = Math.max(0, Math.floor(rowOf(to.start)));
  card.className = `${card.className.replace(/\b[rlw]\d+\b/g, '').trim()} r${row} l0 w1 unsure`;
  time.textContent = clock(to.start);
  columnOf(to.person).querySelector('.slots').append(item);
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

/** Brings a card, or a request of the tray, to a person, day and time. */
export async function relocate(source, to) {
  const isRequest = source.matches('.waiting-card');
  const from = {
    person: isRequest ? null : personOf(source),
    start: Number(source.dataset.start),
    date: source.dataset.date ?? grid().dataset.date,
  };
  const [href, name] = [source.getAttribute('href'), nameOf(source)];
  let back = () => {};
  let isChanged = false;
  await whileSending(async () => {
    try {
      const calls = callsFor(source, from, to);
      if (calls.length === 0) return;
      back = showAt(isRequest ? (cardOf(href) ?? cardFor(source)) : source, isRequest ? source : null, to);
      isChanged = !(await isFresh(idOf(source), source.dataset.updated, name));
      if (isChanged) {
        back();
        return;
      }
      for (const [method, end, body] of calls) {
        await api(method, bookingPath(idOf(source)) + end, body);
        isChanged = true;
      }
      const day = to.date === grid().dataset.date ? '' : `${dayName(to.date)}, `;
      say(`${name}: ${day}${clock(to.start)}${to.person ? ` with ${nameOfPerson(to.person)}` : ''}.`);
    } catch (error) {
      back();
      if (!error.isSignedOut) refused(error, href, name, to);
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
    if (source) relocate(source, { ...to, start: minutesOf(startTime) });
  };
  const extra = slots.length > 0 ? [alternatives(slots, take)] : [];
  const why = slots.length > 0 ? error.message : reasonOf(error);
  say(`${name}’s visit stays where it was. ${why}`, { bad: true, extra });
}
