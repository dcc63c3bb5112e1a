// Checkout: the bill as the API's dry run tells it.

import { api } from '/assets/api.js';
import { bodyOf } from '/assets/fields.js';

const money = (digits) =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: digits,
    maximumFractionDigits: 2,
  });
const rupees = (paise) => money(paise % 100 === 0 ? 0 : 2).format(paise / 100);
const count = (gems) => `${gems} ${Math.abs(gems) === 1 ? 'gem' : 'gems'}`;

const [box, problem] = [document.getElementById('bill'), document.getElementById('bill-problem')];

function show(invoice) {
  const sum = (name, paise) => {
    const row = box.querySelector(`[data-sum=${name}]`);
    row.hidden = paise === 0 && name !== 'total';
    row.querySelector('dd').textContent = rupees(paise);
  };
  const gems = (name, number) => {
    const line = box.querySelector(`[data-gems=${name}]`);
    line.hidden = number === 0;
    line.querySelector('strong').textContent = count(number);
  };
  box.querySelectorAll('[data-line]').forEach((cell, at) => {
    const line = invoice.lines[at];
    if (line) cell.textContent = rupees(line.pricePaise - line.discountPaise);
  });
  sum('subtotal', invoice.subtotalPaise);
  sum('discount', -invoice.discountPaise);
  sum('taxable', invoice.taxableValuePaise);
  sum('cgst', invoice.cgstPaise);
  sum('sgst', invoice.sgstPaise);
  sum('round', invoice.roundOffPaise);
  sum('total', invoice.totalPaise);
  gems('spent', invoice.gemsRedeemed);
  gems('earned', invoice.gemsEarned);
}

function showProblem(text) {
  problem.hidden = text === '';
  problem.textContent = text;
}

let asking;
async function ask(form) {
  asking?.abort();
  asking = new AbortController();
  // The amounts do not depend on the way of paying; the API wants one named.
  const body = { ...bodyOf(form), paymentMethod: form.elements.paymentMethod.value || 'cash' };
  const [method, path] = form.dataset.call.split(' ');
  box.setAttribute('aria-busy', 'true');
  try {
    const { invoice } = await api(method, `${path}?dryRun=true`, body, { signal: asking.signal });
    showProblem('');
    show(invoice);
  } catch (error) {
    if (error.name === 'AbortError') return;
    showProblem(error.status > 0 ? error.message : 'The bill cannot be worked out just now.');
  }
  box.removeAttribute('aria-busy');
}

function checkout(form) {
  const { offerId, redeemGems, gemsRedeemedServiceId: service } = form.elements;
  form.addEventListener('change', ({ target }) => {
    if (target === offerId && offerId.value) redeemGems.checked = false;
    if (target === redeemGems && redeemGems.checked) offerId.value = '';
    if (service) service.disabled = !redeemGems.checked;
    ask(form);
  });
  // A draft that came back, or the browser's own memory of the form, may differ from what the page was made for.
  const isOther = offerId.value !== (offerId.querySelector('[selected]')?.value ?? '');
  if (isOther || redeemGems.checked !== redeemGems.defaultChecked) ask(form);
}
checkout(box.closest('form'));
