// A day in words, as pages spell it.

const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
export const dayName = (date) => format.format(new Date(`${date}T00:00Z`)).replace(',', '');
