// The walk-in form: somebody known, found while typing, or somebody new; services of one side; a person of the branch.

import { send, take } from '/assets/forms.js';
import { knownOrNew } from '/assets/picker.js';
import { alternatives, make, say } from '/assets/ui.js';
import { isAgreed, sendIfThere, whileHeld } from './agree.js';
import { prepareOthers, servicesOf, sideOfOthers } from './others.js';
import { prepareRepeat } from './repeat.js';
import { prepareTimes } from './times.js';

const prepared = new WeakSet();

export function prepareWalkIn(form) {
  if (!form || prepared.has(form)) return;
  prepared.add(form);
  knownOrNew(form, 'Choose somebody from the list, or add a new customer.');
  preparePlace(form);
  prepareTime(form);
  prepareConfirming(form);
  prepareOverlap(form);
  prepareOthers(form);
  prepareRepeat(form);
  prepareTimes(form, () => timesAddress(form))();
  form.addEventListener('submit', tryFirst);
}

/** Before the script of every page sends it. The days of a repeat were agreed to already. */
function tryFirst(event) {
  const form = event.currentTarget;
  event.preventDefault();
  event.stopPropagation();
  whileHeld(form, async () => {
    if (form.hasAttribute('data-lists') || (await isAgreed(form))) await sendIfThere(form);
  });
}

/** Where the free times of what is chosen are shown. */
function timesAddress(form) {
  const plan = servicesOf(form).map(({ serviceId, staffId }) => `${serviceId}:${staffId}`);
  const ticked = [...form.querySelectorAll('[name=serviceIds]:checked')].map(({ value }) => value);
  if (plan.length + ticked.length === 0) return null;
  const { branchId, bookingDate, startTime } = form.elements;
  const time = startTime.dataset.as === '' ? {} : { time: startTime.value };
  const asked = { branch: branchId.value, date: bookingDate.value, plan, services: ticked, ...time };
  return `/bookings/new?${new URLSearchParams(asked)}`;
}

/** The side of the services, and whoever works at the branch. */
function preparePlace(form) {
  const sides = [...form.querySelectorAll('input[data-side]')];
  const { branchId: branch, staffId: people, serviceType } = form.elements;
  const side = () => {
    serviceType.value = sides.find((one) => one.checked)?.dataset.side ?? sideOfOthers(form) ?? '';
  };
  const place = () => {
    for (const option of people.options) {
      if (option.value) option.hidden = option.disabled = !option.dataset.places.split(' ').includes(branch.value);
    }
    if (people.selectedOptions[0]?.disabled) people.value = '';
  };
  form.addEventListener('change', ({ target }) => {
    if (sides.includes(target) || target.dataset?.other) side();
    if (target === branch) place();
  });
  side();
  place();
}

/** Untouched, neither day nor time is sent; once they are touched or something was refused, both are. */
function prepareTime(form) {
  const when = [form.elements.bookingDate, form.elements.startTime];
  const settle = () => {
    for (const control of when) control.dataset.as = control.name;
  };
  for (const event of ['change', 'input']) {
    form.addEventListener(event, ({ target }) => {
      if (when.includes(target)) settle();
    });
  }
  form.addEventListener('refused', settle);
}

/** The phone is somebody's already: the desk says whether it is the same person. */
function prepareConfirming(form) {
  const confirmed = () => form.querySelectorAll('[name=confirmCustomerId], [name=confirmNewCustomer]');
  const unconfirm = () => {
    for (const one of confirmed()) one.remove();
  };
  form.addEventListener('input', ({ target }) => {
    // Somebody else was typed: nobody is confirmed any more.
    if (target.name?.startsWith('customer.')) unconfirm();
  });
  const answer = (words, control) => {
    const onclick = () => {
      unconfirm();
      form.prepend(make('input', control));
      send(form);
    };
    return make('button', { type: 'button', className: 'ghost button small', onclick }, words);
  };
  form.addEventListener('refused', ({ detail: { message, details } }) => {
    const known = details.customer;
    if (!known?.id) return;
    const same = { type: 'hidden', name: 'confirmCustomerId', value: known.id };
    const other = { type: 'checkbox', hidden: true, checked: true, name: 'confirmNewCustomer' };
    const isThey = details.reason === 'suspended' ? [] : [answer(`It is ${known.firstName}`, same)];
    say(message, { bad: true, extra: [...isThey, answer('Somebody else', other)] });
  });
}

/** Somebody who is being served while their person has another booking: a manager may record it all the same. */
function prepareOverlap(form) {
  const allowed = form.elements.allowOverlap;
  if (!allowed) return;
  const allow = (isAllowed) => {
    [allowed.checked, allowed.disabled] = [isAllowed, !isAllowed];
  };
  form.addEventListener('input', () => allow(false));
  const onclick = () => {
    allow(true);
    send(form);
  };
  form.addEventListener('refused', ({ detail: { message, details } }) => {
    allow(false);
    const { bookingDate, startTime } = form.elements;
    const isServed = new Date(`${bookingDate.value}T${startTime.value}+05:30`) <= new Date();
    if (!Array.isArray(details.alternatives) || !isServed) return;
    const anyway = make('button', { type: 'button', className: 'ghost button small', onclick }, 'Record anyway');
    say(message, { bad: true, extra: [alternatives(details.alternatives, (time) => take(form, time)), anyway] });
  });
}

prepareWalkIn(document.getElementById('walk-in-form'));
