// Amounts: in paise here and in the API, in rupees where people read and type them.

const format = (digits) =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: digits,
    maximumFractionDigits: 2,
  });

export const rupees = (paise) => format(paise % 100 === 0 ? 0 : 2).format(paise / 100);
/** As one types it. */
export const typed = (paise) => (paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2));
/** What a field says, nothing where it says nothing. */
export const paiseOf = (control) => Math.round(Number(control.value) * 100) || 0;
export const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);
/** A part in hundredths of a percent, half up, as the API has it. */
export const portion = (paise, bps) => Math.floor((2 * paise * bps + 10000) / 20000);
