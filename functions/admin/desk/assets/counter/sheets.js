// The sheets of a line, of a discount and of a tip: filled in when they are opened.

import { clearError, leadToMarked, showError } from '/assets/fields.js';
import { paiseOf, rupees, typed } from './money.js';

/** Runs the work when a button opens the dialog of this id, before it is seen. */
export function whenOpened(id, work) {
  document.addEventListener('click', ({ target }) => {
    if (target.closest?.(`[commandfor="${id}"][command="show-modal"]`)) work();
  });
}

const clean = (form) => {
  for (const control of form.elements) clearError(control);
};

// ---- Reasons: presets, or what somebody writes.

function prepareReasons(form) {
  const reason = form.elements.reason;
  form.addEventListener('change', ({ target }) => {
    if (target.name !== 'why') return;
    reason.value = target.value;
    reason.hidden = target.value !== '';
    reason.dispatchEvent(new Event('input', { bubbles: true }));
    if (!reason.hidden) reason.focus();
  });
}
function setReason(form, text = '') {
  const presets = [...form.querySelectorAll('[name=why]')];
  const chosen = text ? (presets.find((one) => one.value === text) ?? presets.at(-1)) : undefined;
  for (const one of presets) one.checked = one === chosen;
  form.elements.reason.value = text;
  form.elements.reason.hidden = chosen?.value !== '';
}
const askReason = (form, isNeeded) => {
  const { reason } = form.elements;
  reason.setCustomValidity(isNeeded && !reason.value.trim() ? 'Choose why.' : '');
};

// ---- A manager's PIN.

/** One that is wrong is marked, and typed anew. */
export function typeAnew(form, message) {
  const { pin } = form.elements;
  pin.value = '';
  showError(pin, message);
  leadToMarked(form);
}

// ---- A line.

const LINE_FIELDS = ['pricePaise', 'quantity', 'discountPaise', 'staffId', 'reason'];

/** Gives `fill` for a line, and `name`, which says as what its fields are sent. */
export function lineSheet(dialog) {
  const form = dialog.querySelector('form');
  let list = 0;
  prepareReasons(form);
  const judge = () => {
    const { pricePaise: price, discountPaise: off } = form.elements;
    askReason(form, paiseOf(price) !== list || paiseOf(off) > 0);
  };
  form.addEventListener('input', judge);
  const name = (line, prefix) => {
    for (const field of LINE_FIELDS) form.elements[field].dataset.as = prefix + field;
    list = line.kind === 'custom' ? line.pricePaise : line.listPaise;
    judge();
  };
  const fill = (line, prefix, isAlone) => {
    const { lineId, pricePaise, quantity, discountPaise, staffId } = form.elements;
    dialog.querySelector('h2').textContent = line.name;
    lineId.value = line.id;
    pricePaise.value = typed(line.pricePaise);
    discountPaise.value = line.discountPaise > 0 ? typed(line.discountPaise) : '';
    discountPaise.dataset.empty = '';
    quantity.value = line.quantity;
    const box = form.querySelector('[data-quantity]');
    box.hidden = quantity.disabled = line.kind === 'service';
    staffId.value = line.staffId ?? '';
    setReason(form, line.reason);
    clean(form);
    name(line, prefix);
    const remove = form.querySelector('[data-remove]');
    remove.disabled = isAlone;
    remove.title = isAlone ? 'A bill has at least one line.' : '';
  };
  return { form, fill, name };
}

// ---- A discount on the whole bill.

export function discountSheet(dialog) {
  const form = dialog.querySelector('form');
  const { value } = form.elements;
  prepareReasons(form);
  const judge = () => {
    const isPercent = form.elements.of.value === 'percent';
    value.dataset.as = isPercent ? 'discount.percentBps' : 'discount.amountPaise';
    value.max = isPercent ? 100 : 10000000;
    askReason(form, true);
  };
  form.addEventListener('input', judge);
  form.addEventListener('change', judge);
  const fill = (discount) => {
    form.elements.of.value = discount?.amountPaise === undefined ? 'percent' : 'amount';
    value.value = discount ? typed(discount.percentBps ?? discount.amountPaise) : '';
    setReason(form, discount?.reason);
    form.querySelector('[data-drop-discount]').hidden = !discount;
    clean(form);
    judge();
  };
  judge();
  return { form, fill };
}

// ---- A tip.

/** A share is of the total without tips, in whole rupees. */
const share = (total, percent) => Math.round((total * percent) / 10000) * 100;

export function tipSheet(dialog) {
  const form = dialog.querySelector('form');
  const { amount } = form.elements;
  let total = 0;
  form.addEventListener('change', ({ target }) => {
    if (target.name !== 'share') return;
    if (target.value) amount.value = typed(share(total, Number(target.value)));
    else amount.focus();
    clearError(amount);
  });
  amount.addEventListener('input', () => {
    form.elements.share.value = '';
  });
  const fill = (of) => {
    total = of;
    for (const one of form.querySelectorAll('[name=share]')) {
      const label = one.labels[0];
      if (one.value) label.textContent = `${one.value} % · ${rupees(share(total, Number(one.value)))}`;
    }
    form.elements.share.value = '';
    amount.value = '';
    clean(form);
  };
  return { form, fill };
}
