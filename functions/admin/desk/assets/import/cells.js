// What a cell of a sheet means in a column of the import.

const plain = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Other names that sheets have for a column. */
const ALSO = {
  phone: ['mobile', 'mobilenumber', 'phonenumber', 'contact', 'contactnumber', 'mobileno', 'phoneno'],
  email: ['mail', 'emailaddress', 'emailid'],
  name: ['customername', 'fullname', 'client', 'clientname', 'servicename', 'productname', 'customer'],
  dateOfBirth: ['dob', 'birthday', 'birthdate'],
  gemsBalance: ['gems', 'points', 'loyaltypoints'],
  duePaise: ['due', 'dues', 'outstanding', 'balancedue'],
  pricePaise: ['price', 'mrp', 'amount'],
  costPaise: ['cost', 'purchaseprice'],
  durationMinutes: ['duration', 'minutes'],
  hsnCode: ['hsn'],
  sacCode: ['sac'],
  externalId: ['membershipid', 'id', 'membershipno'],
  customerPhone: ['phone', 'mobile', 'mobilenumber', 'phonenumber'],
  tierName: ['tier', 'plan', 'membership', 'package'],
};

/** The column of the sheet that has this column's name, or another name for it; -1 where none does. */
export function matchOf({ name, label }, headers) {
  const [all, names] = [headers.map(plain), [name, label, ...(ALSO[name] ?? [])].map(plain)];
  return names.map((one) => all.indexOf(one)).find((at) => at >= 0) ?? -1;
}

/** Whether the amounts of a column are in rupees: unless its header says paise. */
export const isInRupees = ({ name }, header) => name.endsWith('Paise') && !plain(header).endsWith('paise');

/** A whole number, or the text as it is, for the API to refuse. */
function numberOf(text, inRupees) {
  const digits = text.replace(/^(₹|rs\.?|inr)\s*/i, '').replace(/[,\s]/g, '');
  const [whole, sign, rupees, paise = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  if (whole === undefined) return text;
  if (!inRupees) return /^0*$/.test(paise) ? Number(`${sign}${rupees}`) : text;
  return /^\d{0,2}0*$/.test(paise) ? Number(`${sign}${rupees}${paise.padEnd(2, '0').slice(0, 2)}`) : text;
}

const ANSWERS = { true: true, yes: true, y: true, 1: true, false: false, no: false, n: false, 0: false };

/** A day as the API writes it; a sheet of India has the day first. */
function dayOf(text) {
  const [whole, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  return whole ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

function partsOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Exports end a list of one with a semicolon where it has a comma, and write one with a semicolon of its own as JSON. */
function listOf(text) {
  const parts = text.startsWith('[') ? partsOf(text) : text;
  if (Array.isArray(parts)) return parts;
  return text
    .split(text.includes(';') ? ';' : ',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What is sent for a cell that is not empty. */
export function valueOf(shape, text, inRupees) {
  if (shape === 'number') return numberOf(text, inRupees);
  if (shape === 'yes-no') return ANSWERS[text.toLowerCase()] ?? text;
  if (shape === 'day') return dayOf(text);
  if (shape === 'texts') return listOf(text);
  return shape === 'parts' ? partsOf(text) : text;
}
