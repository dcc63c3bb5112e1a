// Ways to pay: the buttons with their amount, cash with its change, several payments at once, a code for UPI apps.
// `due` gives what there is to pay, in paise.

import { api } from '/assets/api.js';
import { make, say } from '/assets/ui.js';
import { paiseOf, rupees, sum, typed } from './money.js';

// ---- One method for all of it.

const NOTES = [10000, 50000, 200000];
/** What one might be handed for an amount: the next hundred, five hundred, two thousand. */
const notesFor = (amount) => {
  const rounded = new Set(NOTES.map((note) => Math.ceil(amount / note) * note));
  return [...rounded].filter((one) => one > amount);
};

/** The buttons say the method; cash that was given shows its change. Gives back what brings it up to date. */
export function prepareMethods(form, due) {
  form.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-method]');
    if (button) form.elements.paymentMethod.value = button.dataset.method;
  });
  const [given, notes] = [form.elements.given, form.querySelector('[data-notes]')];
  const change = form.querySelector('[data-change]');
  const settle = () => {
    change.textContent = rupees(Math.max(paiseOf(given) - due(), 0));
  };
  const fill = (amount) => {
    given.value = typed(amount);
    given.dispatchEvent(new Event('input', { bubbles: true }));
  };
  given.addEventListener('input', settle);
  return () => {
    const button = (amount) =>
      make('button', { type: 'button', className: 'ghost button small', onclick: () => fill(amount) }, rupees(amount));
    notes.replaceChildren(...notesFor(due()).map(button));
    settle();
  };
}

/** The amount on the button is what is taken, whatever a price is meanwhile. What was given belongs to cash alone. */
export function payAtOnce(body, amount) {
  const { paymentMethod: method, payments } = body;
  delete body.payments;
  if (!method || amount === 0) return;
  delete body.paymentMethod;
  const tendered = method === 'cash' ? payments?.[0]?.tenderedPaise : undefined;
  body.payments = [{ method, amountPaise: amount, tenderedPaise: tendered }];
}

/** Rows without an amount are not sent. */
export function onlyPaid(body) {
  const paid = (body.payments ?? []).filter(({ amountPaise }) => amountPaise > 0);
  if (paid.length > 0) body.payments = paid;
  else delete body.payments;
}

/** The words of a payment name what is left due, and the change of the cash that was given. */
export function tellOutcome(form, { payments = [], leaveDue }, amount) {
  const left = amount - sum(payments.map(({ amountPaise }) => amountPaise));
  const change = sum(payments.map(({ amountPaise, tenderedPaise = amountPaise }) => tenderedPaise - amountPaise));
  form.dataset.said ??= form.dataset.say;
  const owes = form.querySelector('[data-owes]')?.textContent;
  const said = leaveDue && left > 0 ? `${rupees(left)} stays due from ${owes}.` : form.dataset.said;
  form.dataset.say = change > 0 ? `${said} Change ${rupees(change)}.` : said;
}

// ---- Several payments.

const renumber = (row, at) => {
  const fresh = (text) => text.replace(/split-\d+/g, `split-${at}`).replace(/payments\.\d+/g, `payments.${at}`);
  row.ariaLabel = `Payment ${at + 1}`;
  for (const part of row.querySelectorAll('*')) {
    for (const name of ['id', 'for', 'name', 'aria-describedby']) {
      const value = part.getAttribute(name);
      if (value) part.setAttribute(name, fresh(value));
    }
  }
};

/** Gives back what opens it anew. */
export function splitter(form, due, showCode) {
  const place = form.querySelector('[data-rows]');
  const rows = () => [...place.querySelectorAll('[data-row]')];
  const [method, amount] = ['select', '[data-amount]'].map((found) => (row) => row.querySelector(found));
  const total = (some) => sum(some.map((row) => paiseOf(amount(row))));

  const cash = (row) => {
    const [box, told] = [row.querySelector('[data-tendered]'), row.querySelector('[data-change]')];
    const given = box.querySelector('input');
    box.hidden = given.disabled = method(row).value !== 'cash';
    const change = paiseOf(given) - paiseOf(amount(row));
    told.hidden = box.hidden || !given.value || change < 0;
    told.textContent = `Change ${rupees(Math.max(change, 0))}`;
  };
  const settle = () => {
    const all = rows();
    const free = all.filter((row) => row.dataset.own === undefined).at(-1);
    if (free) {
      const rest = due() - total(all.filter((row) => row !== free));
      amount(free).value = rest > 0 ? typed(rest) : '';
    }
    const left = due() - total(all);
    const told = left > 0 ? `${rupees(left)} is still missing` : `${rupees(-left)} too much`;
    form.querySelector('[data-left]').textContent = left === 0 ? '' : told;
    form.querySelector('[data-due]').textContent = rupees(due());
    form.querySelector('[data-take]').textContent = rupees(total(all));
    for (const row of all) {
      cash(row);
      row.querySelector('[data-drop-row]').hidden = all.length < 3;
    }
    const byUpi = all.filter((row) => method(row).value === 'upi').map((row) => paiseOf(amount(row)));
    showCode(form.querySelector('[data-upi]'), byUpi.find((one) => one > 0) ?? 0);
  };
  const empty = (row) => {
    delete row.dataset.own;
    for (const field of row.querySelectorAll('input')) field.value = '';
  };

  form.addEventListener('input', ({ target }) => {
    const row = target.closest('[data-row]');
    if (!row) return;
    if (target === amount(row)) {
      if (target.value) row.dataset.own = '';
      else delete row.dataset.own;
    }
    settle();
  });
  form.addEventListener('click', ({ target }) => {
    if (target.closest('[data-add-row]') && rows().length < 10) {
      const row = rows().at(-1).cloneNode(true);
      empty(row);
      place.append(row);
      renumber(row, rows().length - 1);
      settle();
      amount(row).focus();
    }
    const dropped = target.closest('[data-drop-row]')?.closest('[data-row]');
    if (dropped) {
      dropped.remove();
      rows().forEach(renumber);
      settle();
    }
  });
  return () => {
    for (const row of rows().slice(2)) row.remove();
    rows().forEach(empty);
    settle();
  };
}

/** What is left of the bill when something is paid now. */
export function prepareDue(form, due) {
  const field = form.elements['payments.0.amountPaise'];
  const settle = () => {
    form.querySelector('[data-due]').textContent = rupees(due());
    form.querySelector('[data-left]').textContent = `${rupees(Math.max(due() - paiseOf(field), 0))} stays due`;
  };
  form.addEventListener('input', settle);
  return settle;
}

// ---- A code for UPI apps.

/** Shows the code of an amount at its place, where the branch has an address. */
export const codes = ({ branch, reference }) => {
  const draw = async (place, amount) => {
    const asked = new URLSearchParams({ branchId: branch, amountPaise: amount, ...(reference ? { reference } : {}) });
    const { svg } = await api('GET', `/api/billing/upi?${asked}`);
    if (place.dataset.of !== String(amount)) return;
    const picture = document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', `UPI code for ${rupees(amount)}`);
    place.querySelector('[data-code]').replaceChildren(picture);
    place.querySelector('[data-upi-amount]').textContent = rupees(amount);
    place.hidden = false;
  };
  return async (place, amount) => {
    if (!place) return;
    if (place.dataset.of === String(amount)) return;
    place.dataset.of = amount;
    place.hidden = true;
    if (amount <= 0) return;
    try {
      await draw(place, amount);
    } catch (error) {
      delete place.dataset.of;
      if (!error.isSignedOut) say(error.message, { bad: true });
    }
  };
};
