// A sale without a visit. Its lines are kept in the browser until they are paid for; the API says what it came to.

import { newKey } from '/assets/api.js';
import { bodyOf, isComplete, leadToMarked, showDetails } from '/assets/fields.js';
import { knownOrNew } from '/assets/picker.js';
import { make, say, session } from '/assets/ui.js';
import { adder } from './add.js';
import { portion, rupees, sum } from './money.js';
import { codes, onlyPaid, payAtOnce, prepareDue, prepareMethods, splitter, tellOutcome } from './paying.js';
import { discountSheet, lineSheet, typeAnew, whenOpened } from './sheets.js';

const KEPT = 'sale';
const PAYS = ['pay', 'split-form', 'due-form'];
const METHODS = [
  ['cash', 'Cash'],
  ['upi', 'UPI'],
  ['card', 'Card'],
];

const byId = (id) => document.getElementById(id);
const root = byId('sale');
const { branch, limit, reference } = root.dataset;
const isManager = root.dataset.manager !== undefined;
const state = session.get(KEPT) ?? { lines: [], discount: null };
/** A manager's word for the next payment stands in the forms as secrets do: it is sent, and kept nowhere. */
const words = () => document.querySelectorAll('[data-word]');
function approve(word = {}) {
  for (const one of words()) one.remove();
  for (const form of PAYS.map(byId).filter(Boolean)) {
    for (const [name, value] of Object.entries(word)) {
      const secret = make('input', { type: 'password', name, value, hidden: true, ariaLabel: name });
      secret.dataset.word = '';
      form.append(secret);
    }
  }
  draw();
}

// ---- What it comes to, as the API has it.

const net = ({ pricePaise, quantity, discountPaise }) => pricePaise * quantity - discountPaise;
function totals() {
  const list = sum(state.lines.map(({ listPaise, quantity }) => listPaise * quantity));
  const left = sum(state.lines.map(net));
  const { discount } = state;
  const off = discount ? (discount.amountPaise ?? portion(left, discount.percentBps)) : 0;
  const exact = Math.max(left - off, 0);
  const total = root.dataset.rounded === undefined ? exact : Math.floor((exact + 50) / 100) * 100;
  // A raised price offsets nothing.
  const byLine = state.lines.map((line) => {
    const { listPaise, quantity } = line;
    return Math.max(listPaise * quantity - net(line), 0);
  });
  // Whoever gives exactly the percentage they may is within it, whatever rounding adds.
  const counted = discount?.percentBps === undefined ? left - exact : Math.floor((left * discount.percentBps) / 10000);
  const taken = sum(byLine) + counted;
  const effective = list > 0 ? Math.min(Math.ceil((taken * 10000) / list), 10000) : 0;
  return { list: sum(state.lines.map(({ pricePaise, quantity }) => pricePaise * quantity)), exact, total, effective };
}
const due = () => totals().total;

// ---- Lines.

const people = new Map([...byId('line-staff').options].map(({ value, text }) => [value, text]));
people.delete('');

function lineButton(line) {
  const { id, name, quantity, staffId, reason, listPaise } = line;
  const [facts, before] = [[people.get(staffId), reason].filter(Boolean).join(' · '), listPaise * quantity];
  const price = make('span', { className: 'till-price' }, make('strong', { className: 'amount' }, rupees(net(line))));
  if (before > net(line)) {
    const instead = make('span', { className: 'unseen' }, 'instead of ');
    price.prepend(make('s', { className: 'fine' }, instead, rupees(before)), ' ');
  }
  const title = make('strong', {}, quantity > 1 ? `${name} × ${quantity}` : name);
  const named = make('span', { className: 'till-name' }, title, make('span', { className: 'fine' }, facts));
  const button = make('button', { type: 'button', className: 'till-line' }, named, price);
  button.dataset.line = id;
  return make('li', {}, button);
}

function row(name, paise, isThere = true) {
  const place = root.querySelector(`[data-sum=${name}]`);
  place.hidden = !isThere;
  place.querySelector('dd').textContent = rupees(paise);
}
function method([value, name], amount) {
  const button = make('button', { type: 'submit', className: 'button method' }, make('span', {}, name), ' ');
  button.dataset.method = value;
  button.append(make('strong', {}, rupees(amount)));
  return button;
}

function draw() {
  // One for the whole sale: a try whose answer was lost is not taken once more by another way of paying.
  state.key ??= newKey();
  for (const id of PAYS) byId(id)?.setAttribute('data-key', state.key);
  session.set(KEPT, state);
  const { list, exact, total, effective } = totals();
  const isEmpty = state.lines.length === 0;
  byId('lines').replaceChildren(...state.lines.map(lineButton));
  root.querySelector('[data-nothing]').hidden = !isEmpty;
  row('subtotal', list);
  row('discount', exact - list, exact !== list);
  row('round', total - exact, total !== exact);
  row('total', total);
  const isBeyond = effective > Number(limit);
  const box = root.querySelector('[data-approval]');
  box.hidden = !isBeyond;
  const share = (bps) => `${bps / 100} %`;
  const told = `${share(effective)} is taken off by hand; the desk may take off ${share(Number(limit))}.`;
  const word = isManager ? ' By taking the payment you approve it.' : '';
  const given = 'A manager has given the PIN. Take the payment.';
  box.querySelector('[data-told]').textContent = words().length > 0 ? given : told + word;
  const asking = byId('ask')?.querySelector('[data-told]');
  if (asking) asking.textContent = told;
  const nothing = make('button', { type: 'submit', className: 'button large' }, `Complete ${rupees(0)}`);
  nothing.dataset.method = '';
  const buttons = make('div', { className: 'methods' }, ...METHODS.map((one) => method(one, total)));
  byId('methods').replaceChildren(...(isEmpty ? [] : [total > 0 ? buttons : nothing]));
  byId('ways').hidden = isEmpty || total === 0;
  byId('told').textContent = isEmpty ? '' : `To pay ${rupees(total)}`;
  methods();
  showPaymentCode();
}
/** Whatever changes the bill ends a manager's word. */
function change(work) {
  work();
  approve();
}

// ---- Sheets and payments.

const sheet = lineSheet(byId('line'));
const discounts = discountSheet(byId('discount'));
const showCode = codes({ branch, reference });
const methods = prepareMethods(byId('pay'), due);
const dueForm = byId('due-form');
const codeBox = document.querySelector('details[data-upi-box]');
const showPaymentCode = () => {
  if (codeBox?.open) showCode(codeBox.querySelector('[data-upi]'), due());
};
codeBox?.addEventListener('toggle', showPaymentCode);
whenOpened('discount', () => discounts.fill(state.discount));
whenOpened('split', splitter(byId('split-form'), due, showCode));
if (dueForm) whenOpened('due', prepareDue(dueForm, due));

/** A form that is only of this page. */
function own(id, work) {
  const form = byId(id);
  if (!form) return;
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isComplete(form)) return;
    form.closest('dialog')?.close();
    work(bodyOf(form));
  });
}
own('line-form', (body) =>
  change(() => {
    const line = state.lines.find(({ id }) => id === sheet.form.elements.lineId.value);
    if (line) Object.assign(line, { reason: undefined }, body, { discountPaise: body.discountPaise || 0 });
  }),
);
own('discount-form', ({ discount }) => change(() => (state.discount = discount)));
own('ask-form', (body) => {
  approve(body);
  byId('ask-form').reset();
});
own('who', () => {});

document.addEventListener('click', ({ target }) => {
  const id = target.closest?.('[data-line]')?.dataset.line;
  const line = state.lines.find((one) => one.id === id);
  if (line) {
    sheet.fill(line, '', false);
    byId('line').showModal();
  }
  if (target.closest?.('[data-remove]')) {
    byId('line').close();
    change(() => (state.lines = state.lines.filter((one) => one.id !== sheet.form.elements.lineId.value)));
  }
  if (target.closest?.('[data-drop-discount]')) {
    byId('discount').close();
    change(() => (state.discount = null));
  }
});

adder(document.querySelector('[data-adder]'), {
  branch,
  withServices: false,
  choose: ({ id, name, pricePaise }) =>
    change(() => {
      const same = state.lines.find((line) => line.productId === id && line.quantity < 99);
      if (same) same.quantity += 1;
      else {
        const line = { id, kind: 'product', productId: id, name, listPaise: pricePaise, pricePaise };
        state.lines.push({ ...line, quantity: 1, discountPaise: 0, staffId: null });
      }
    }),
});

// ---- Who buys.

const who = byId('who');
knownOrNew(who, '');
who.elements.branch?.addEventListener('change', ({ target }) => {
  location.assign(`?branch=${encodeURIComponent(target.value)}`);
});

// ---- Paying.

const asSent = ({ productId, quantity, listPaise, pricePaise, discountPaise, staffId, reason }) => ({
  productId,
  quantity,
  pricePaise: pricePaise === listPaise ? undefined : pricePaise,
  discountPaise: discountPaise || undefined,
  staffId: staffId || undefined,
  reason: reason || undefined,
});

document.addEventListener('body', ({ target: form, detail: body }) => {
  if (!PAYS.includes(form.id)) return;
  if (form.id === 'pay') payAtOnce(body, due());
  else onlyPaid(body);
  tellOutcome(form, body, due());
  const { customerId, customer } = bodyOf(who);
  Object.assign(body, { branchId: branch, lines: state.lines.map(asSent) });
  if (state.discount) body.discount = state.discount;
  if (customerId) body.customerId = customerId;
  else if (customer) body.customer = customer;
});
document.addEventListener(
  'submit',
  (event) => {
    if (!PAYS.includes(event.target.id) || isComplete(who)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
function end() {
  session.drop(KEPT);
  Object.assign(state, { lines: [], discount: null, key: undefined });
}
document.addEventListener('done', ({ target }) => {
  if (!PAYS.includes(target.id)) return;
  end();
});
document.addEventListener('refused', ({ target: form, detail: error }) => {
  if (!PAYS.includes(form.id)) return;
  const { message, details } = error;
  if (details.reason === 'KEY_USED') {
    end();
    session.set('flash', 'Your first try went through: it is the newest invoice. Nothing more was taken.');
    location.assign('/billing');
    return;
  }
  // What broke on the way may have gone through.
  if (error.status < 500) state.key = undefined;
  approve();
  showDetails(who, error);
  leadToMarked(who);
  const known = details.customer;
  if (details.reason === 'WRONG_PIN' && byId('ask')) {
    form.closest('dialog')?.close();
    byId('ask').showModal();
    typeAnew(byId('ask-form'), message);
  } else if (details.effectiveBps !== undefined && byId('ask')) {
    form.closest('dialog')?.close();
    byId('ask').showModal();
  } else if (known?.id) {
    const onclick = () => {
      who.querySelector('[data-toggle-new]').click();
      who.elements.customerId.value = known.id;
      who.querySelector('[role=combobox]').value = known.firstName;
    };
    const look = { type: 'button', className: 'ghost button small', onclick };
    say(message, { bad: true, extra: [make('button', look, `It is ${known.firstName}`)] });
  }
});
draw();
