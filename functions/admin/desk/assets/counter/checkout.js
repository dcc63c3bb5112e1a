// Checkout. The bill stands in the page as the server has it; whatever the desk does is sent as the whole bill with the
// version that was seen, and the page's parts are fetched again.

import { api, here, newKey } from '/assets/api.js';
import { send } from '/assets/forms.js';
import { refresh } from '/assets/refresh.js';
import { say } from '/assets/ui.js';
import { adder } from './add.js';
import { rupees } from './money.js';
import { tellPaid } from './paid.js';
import { codes, onlyPaid, payAtOnce, prepareDue, prepareMethods, splitter, tellOutcome } from './paying.js';
import { discountSheet, lineSheet, tipSheet, typeAnew, whenOpened } from './sheets.js';

const CHANGED = 'The bill was changed at another desk. This is how it stands now.';
const PAYS = ['pay', 'split-form', 'due-form'];

const byId = (id) => document.getElementById(id);
const root = byId('checkout');
const { billPath: path, branch, reference } = root.dataset;
const bill = () => JSON.parse(byId('bill').dataset.bill);
const toPay = ({ totals: { totalPaise, tipPaise } }) => totalPaise + tipPaise;
const due = () => toPay(bill());

// ---- The bill as it is sent.

const asSent = ({ version, lines, offerId, gemsRedeemedServiceId, useMembership, discount, tips }) => ({
  version,
  lines: lines.map(({ id }) => ({ id })),
  offerId: offerId ?? undefined,
  gemsRedeemedServiceId: gemsRedeemedServiceId ?? undefined,
  useMembership,
  discount: discount ?? undefined,
  tips: tips.map(({ staffId, amountPaise }) => ({ staffId, amountPaise })),
});

async function show() {
  await refresh(here());
  settle();
}

/** Edits follow one another: each is made of what the one before it came to. */
let last = Promise.resolve();
function edit(change) {
  last = last.then(async () => {
    const body = asSent(bill());
    change(body);
    root.setAttribute('aria-busy', 'true');
    let isDone = true;
    try {
      await api('PUT', path, body, { key: newKey() });
    } catch (error) {
      isDone = false;
      if (!error.isSignedOut) say(error.details?.bill ? CHANGED : error.message, { bad: true });
    }
    root.removeAttribute('aria-busy');
    await show();
    return isDone;
  });
  return last;
}

// ---- Sheets and payments.

const sheet = lineSheet(byId('line'));
const discounts = discountSheet(byId('discount'));
const tips = tipSheet(byId('tip'));
const showCode = codes({ branch, reference });
const methods = prepareMethods(byId('pay'), due);
const split = splitter(byId('split-form'), due, showCode);
const dueForm = byId('due-form');
const settleDue = dueForm ? prepareDue(dueForm, due) : () => {};
const codeBox = document.querySelector('details[data-upi-box]');
const showPaymentCode = () => {
  if (codeBox?.open) showCode(codeBox.querySelector('[data-upi]'), due());
};
codeBox?.addEventListener('toggle', showPaymentCode);

const placeOf = (id) => bill().lines.findIndex((line) => line.id === id);
const openLine = (id) => {
  const [at, { lines }] = [placeOf(id), bill()];
  if (at < 0) return;
  sheet.fill(lines[at], `lines.${at}.`, lines.length === 1);
  byId('line').showModal();
};
/** The sheet that is open may be of a line that stands elsewhere now, or nowhere. */
function followLine() {
  const dialog = byId('line');
  if (!dialog.open) return;
  const at = placeOf(sheet.form.elements.lineId.value);
  if (at < 0) dialog.close();
  else sheet.name(bill().lines[at], `lines.${at}.`);
}

whenOpened('discount', () => discounts.fill(bill().discount));
whenOpened('tip', () => tips.fill(bill().totals.totalPaise));
whenOpened('split', split);
whenOpened('due', settleDue);

/** After the page or its parts have come. */
function settle() {
  const amount = due();
  byId('told').textContent = `To pay ${rupees(amount)}`;
  for (const form of document.querySelectorAll('form[data-call]')) form.noValidate = true;
  methods();
  followLine();
  showPaymentCode();
}

// ---- What the forms send, and what came of it.

/** What a sheet says, put into the bill. */
const changes = {
  'line-form': (body, { lines = [] }) => {
    body.lines = body.lines.map((line, at) => ({ ...line, ...lines[at] }));
    for (const line of body.lines) if (line.discountPaise === '') line.discountPaise = 0;
  },
  'discount-form': (body, { discount }) => {
    body.discount = discount;
  },
  'tip-form': (body, { tips: [tip] }) => {
    body.tips = [tip, ...body.tips.filter(({ staffId }) => staffId !== tip.staffId)];
  },
};

/** The bill as it was when the payment was sent. */
let paid = bill();
/** Says what the bill comes to where it is another amount than the one that was seen: whether it is. */
function tellChanged(seen) {
  const [before, now] = [new Map(seen.lines.map((line) => [line.id, line.netPaise])), bill()];
  if (due() === toPay(seen)) return false;
  const others = now.lines.filter(({ id, netPaise }) => before.get(id) !== netPaise);
  const named = others.map(({ name, netPaise }) => `${name} ${rupees(netPaise)}`).join(', ');
  const lines = named && ` (${named})`;
  const told = `To pay is ${rupees(due())} now${lines}, not ${rupees(toPay(seen))}.`;
  say(`${told} Nothing was taken: please look again.`, { bad: true });
  return true;
}

document.addEventListener('body', ({ target: form, detail: body }) => {
  const now = bill();
  if (form.id === 'ask-form') {
    // What the manager sees is what they approve.
    body.version = now.version;
    body.effectiveBps = now.approval.effectiveBps;
  }
  if (PAYS.includes(form.id)) {
    paid = now;
    body.billVersion = now.version;
  }
  if (form.id === 'pay') payAtOnce(body, due());
  else if (PAYS.includes(form.id)) onlyPaid(body);
  if (PAYS.includes(form.id)) tellOutcome(form, body, due());
  const change = changes[form.id];
  if (!change) return;
  const given = { ...body };
  for (const name of Object.keys(body)) delete body[name];
  Object.assign(body, asSent(now));
  change(body, given);
});

document.addEventListener('done', (event) => {
  const form = event.target;
  const dialog = form.closest('dialog');
  // What was paid is on top of the page that comes.
  if (PAYS.includes(form.id)) scrollTo({ top: 0, behavior: 'instant' });
  if (!dialog || PAYS.includes(form.id)) return;
  event.preventDefault();
  dialog.close();
  if (form.id === 'ask-form') say('Approved. Now take the payment.');
  show();
});

document.addEventListener('refused', async ({ target: form, detail: { message, details } }) => {
  if (form.id === 'ask-form' && details.reason === 'WRONG_PIN') {
    typeAnew(form, message);
  } else if (details.invoiceId) {
    await tellPaid(details.invoiceId);
  } else if (details.bill) {
    // Whoever approves looks at it once more.
    if (form.id === 'ask-form') form.closest('dialog').close();
    say(CHANGED, { bad: true });
    await show();
  } else if (details.effectiveBps !== undefined && byId('ask')) {
    form.closest('dialog')?.close();
    byId('ask').showModal();
  } else if (PAYS.includes(form.id)) {
    await show();
    if (tellChanged(paid)) form.closest('dialog')?.close();
  }
});

/** Minutes of a membership that were only suggested are put on the bill before it is paid. */
let isSaving = false;
document.addEventListener(
  'submit',
  async (event) => {
    const form = event.target;
    const seen = bill();
    const { version, useMembership } = seen;
    if (!PAYS.includes(form.id) || version > 0 || !useMembership) return;
    event.preventDefault();
    event.stopPropagation();
    if (isSaving) return;
    isSaving = true;
    const isSaved = await edit(() => {});
    isSaving = false;
    if (isSaved && !tellChanged(seen)) send(form);
  },
  true,
);

// ---- What is done at once.

document.addEventListener('click', ({ target }) => {
  const line = target.closest?.('[data-line]')?.dataset.line;
  if (line) openLine(line);
  const tip = target.closest?.('[data-drop-tip]')?.dataset.dropTip;
  if (tip) edit((body) => (body.tips = body.tips.filter(({ staffId }) => staffId !== tip)));
  if (target.closest?.('[data-remove]')) {
    const id = sheet.form.elements.lineId.value;
    byId('line').close();
    edit((body) => {
      body.lines = body.lines.filter((one) => one.id !== id);
      // What gems paid for has gone with its line.
      const left = bill().lines.filter((one) => one.id !== id);
      if (left.every(({ serviceId }) => serviceId !== body.gemsRedeemedServiceId)) delete body.gemsRedeemedServiceId;
    });
  }
  if (target.closest?.('[data-drop-discount]')) {
    byId('discount').close();
    edit((body) => delete body.discount);
  }
});

const withoutPerk = (body) => {
  delete body.offerId;
  delete body.gemsRedeemedServiceId;
};
document.addEventListener('change', ({ target }) => {
  const { billSwitch, billOffer, billGems } = target.dataset;
  if (billSwitch === 'membership') edit((body) => (body.useMembership = target.checked));
  if (billSwitch === 'gems') {
    edit((body) => {
      withoutPerk(body);
      if (target.checked) body.redeemGems = true;
    });
  }
  if (billOffer !== undefined) {
    edit((body) => {
      withoutPerk(body);
      body.offerId = target.value || undefined;
    });
  }
  if (billGems !== undefined) {
    edit((body) => {
      withoutPerk(body);
      body.gemsRedeemedServiceId = target.value;
    });
  }
});

adder(document.querySelector('[data-adder]'), {
  branch,
  withServices: true,
  choose: ({ kind, id }) =>
    edit((body) => {
      const same = bill().lines.findIndex((line) => line.productId === id && line.quantity < 99);
      if (kind === 'service') body.lines.push({ serviceId: id });
      else if (same < 0) body.lines.push({ productId: id });
      else body.lines[same].quantity = bill().lines[same].quantity + 1;
    }),
});
settle();
