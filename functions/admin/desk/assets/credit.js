// A credit note: what is due falls first, the rest goes back of the payments in proportion, and lines that are named
// add up to the amount. Rows with nothing in them are not sent.

const form = document.getElementById('credit-form');
const paiseOf = (input) => Math.round(Number(input.value || 0) * 100);
const show = (input, paise) => {
  input.value = paise === 0 ? '' : (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2);
};
const rows = (list) => [...form.querySelectorAll(`[data-row=${list}]`)];
const amountOf = (row) => row.querySelector('[data-amount]');

/** In proportion to what each has, to the paisa: the odd ones go to the largest remainders. */
function spread(amount, have) {
  const whole = have.reduce((sum, one) => sum + one, 0);
  if (whole === 0) return have.map(() => 0);
  const parts = have.map((most, at) => {
    const exact = BigInt(amount) * BigInt(most);
    return { at, share: Number(exact / BigInt(whole)), rest: exact % BigInt(whole) };
  });
  let left = amount - parts.reduce((sum, part) => sum + part.share, 0);
  const byRest = [...parts].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1));
  for (const part of byRest) {
    if (left > 0 && part.share < have[part.at]) {
      part.share += 1;
      left -= 1;
    }
  }
  return parts.map((part) => part.share);
}

/** Rows are numbered as they are sent, without those that say nothing. */
function number(list) {
  let at = 0;
  for (const row of rows(list)) {
    const isSent = Number(amountOf(row).value || 0) > 0;
    for (const control of row.querySelectorAll('[data-part]')) {
      control.dataset.as = isSent ? `${list}.${at}.${control.dataset.part}` : '';
    }
    if (isSent) at += 1;
  }
}

const numberAll = () => ['refunds', 'lines', 'restock'].forEach(number);

function refund() {
  const due = Number(form.closest('[data-due]').dataset.due);
  const amount = paiseOf(form.elements.amountPaise);
  const payments = rows('refunds').map(amountOf);
  const shares = spread(
    Math.max(0, amount - due),
    payments.map((input) => Number(input.dataset.most)),
  );
  payments.forEach((input, at) => show(input, shares[at]));
}

function follow({ target }) {
  const row = target.closest('[data-row]');
  if (row?.dataset.row === 'lines') {
    const sum = rows('lines').reduce((all, one) => all + paiseOf(amountOf(one)), 0);
    if (sum > 0) show(form.elements.amountPaise, sum);
  }
  if (target === form.elements.amountPaise) for (const one of rows('lines')) amountOf(one).value = '';
  if (target === form.elements.amountPaise || row?.dataset.row === 'lines') refund();
  numberAll();
}

form?.addEventListener('input', follow);
form?.addEventListener('change', follow);
// A draft may have come back since.
form?.addEventListener('submit', numberAll);
if (form) numberAll();
