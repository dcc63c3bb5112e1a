// What stands on the board: the grid, its columns and cards, times in words.

export const DAY = 1440;
const ROW = 5;
export const STEP = 15;

export const grid = () => document.getElementById('cols');
/** The minutes of the day that the grid begins and ends with. */
export const span = () => ({ from: Number(grid().dataset.from), to: Number(grid().dataset.to) });
export const rowOf = (minutes) => (minutes - span().from) / ROW;

const two = (number) => String(number).padStart(2, '0');
export const hhmm = (minutes) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

export const idOf = (card) => decodeURIComponent(card.getAttribute('href').split('/').pop());
export const nameOf = (card) => card.querySelector('span').textContent;
export const personOf = (card) => card.closest('.col')?.dataset.person ?? null;
export const roomOf = (card) => card.closest('.col')?.dataset.room ?? null;
/** The services of a card that is one of several of its visit. */
export const partsOf = (card) => card.dataset.parts?.split(' ') ?? [];
/** How many rows a card of so many minutes takes. */
export const rowsOf = (card) => Math.max(3, Math.ceil(Number(card.dataset.min) / ROW));
/** Whether a drag may `approve`, `assign` or `move` it. */
export const can = (card, action) => card.dataset.can.split(' ').includes(action);

export const cardOf = (href) => grid()?.querySelector(`.appt[href="${CSS.escape(href)}"]`) ?? null;
export const columnOf = (person) =>
  grid().querySelector(person ? `.col[data-person="${CSS.escape(person)}"]` : '.col:not([data-person])');
export const columnOfRoom = (room) => grid().querySelector(`.col[data-room="${CSS.escape(room)}"]`);
const headOf = (column) => column?.querySelector('h2').textContent;
export const nameOfPerson = (person) => headOf(columnOf(person));
export const nameOfRoom = (room) => headOf(columnOfRoom(room));
