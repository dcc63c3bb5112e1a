// A bill that was paid already: at another desk, or by a try of this one whose answer was lost.

import { api } from '/assets/api.js';
import { reloadSaying } from '/assets/ui.js';
import { rupees } from './money.js';

const methodNames = { cash: 'Cash', upi: 'UPI', card: 'Card' };
const named = (payments) =>
  payments.map(({ method, amountPaise }) => `${methodNames[method] ?? method} ${rupees(amountPaise)}`).join(', ');

/** The payments that were sent last and got no answer. */
let lost = null;
document.addEventListener('unanswered', ({ detail: { payments = [] } }) => (lost = payments));

/** The page comes anew and says what has been paid since it showed so many payments; nothing happens where that is nothing. */
export async function tellPaid(invoice, shown) {
  let since = [];
  try {
    const { invoice: now } = await api('GET', `/api/billing/invoices/${encodeURIComponent(invoice)}`);
    if (now.payments.length <= shown) return;
    since = now.payments.slice(shown ?? 0);
  } catch {
    // What was paid stands on the page all the same.
  }
  const how = since.length > 0 ? `: ${named(since)}` : '';
  const isOwn = lost && named(lost) === named(since);
  reloadSaying(
    isOwn ? `Your first try went through${how}.` : `Already paid at another desk${how}. Nothing of yours was taken.`,
  );
}
