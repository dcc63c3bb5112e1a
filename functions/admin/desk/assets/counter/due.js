// What was left due of an invoice, where another desk may be first.

import { tellPaid } from './paid.js';

const { owed, paid } = document.querySelector('[data-owed]').dataset;
document.addEventListener('refused', ({ target }) => {
  if (target.closest('#pay')) tellPaid(owed, Number(paid));
});
