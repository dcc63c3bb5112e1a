// The drawer: notes and coins are summed while they are counted, and what came of the count is shown once it is closed.

const money = (digits) =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: digits,
    maximumFractionDigits: 2,
  });
const rupees = (paise) => money(paise % 100 === 0 ? 0 : 2).format(paise / 100);

/** Only rows in which something was counted are sent, as a list without gaps. */
function count(form) {
  let [sum, rows] = [0, 0];
  for (const row of form.querySelectorAll('[data-denomination]')) {
    const [value, number] = row.querySelectorAll('input');
    const counted = Number(number.value);
    const isCounted = number.value !== '' && counted > 0;
    value.dataset.as = isCounted ? `denominations.${rows}.valuePaise` : '';
    number.dataset.as = isCounted ? `denominations.${rows}.count` : '';
    if (!isCounted) continue;
    rows += 1;
    sum += Number(value.value) * counted;
  }
  form.querySelector('[data-denominations-sum]').textContent = rupees(sum);
  const counted = form.elements.countedPaise;
  // Cleared again, they leave nothing that was counted.
  const isCleared = rows === 0 && counted.readOnly;
  counted.readOnly = rows > 0;
  if (rows === 0 && !isCleared) return;
  counted.value = isCleared ? '' : sum / 100;
  counted.dispatchEvent(new Event('input', { bubbles: true }));
}

const form = document.getElementById('close-form');
if (form) {
  form.addEventListener('input', ({ target }) => {
    if (target.closest('[data-denomination]')) count(form);
  });
  form.addEventListener('done', ({ detail }) => {
    for (const part of document.querySelectorAll('#closed [data-paise]')) {
      part.textContent = rupees(detail.drawer[part.dataset.paise]);
    }
    // However the figures are left, the page behind them shows the drawer as it is now.
    form.closest('dialog').addEventListener('close', () => location.reload());
  });
  // A draft that came back may have rows that were counted.
  count(form);
}
