// Adding to a bill: services and products while typing, by pointer or arrow keys; a barcode by the scanner's Enter.

import { api } from '/assets/api.js';
import { combobox } from '/assets/combobox.js';
import { make, say, session, soon } from '/assets/ui.js';
import { rupees } from './money.js';

const MOST = 8;
/** What a scanner types; nobody types so many digits as a name. */
const BARCODE = /^\d{6,48}$/;
const RECENT = 'added';

const recent = () => session.get(RECENT) ?? [];
const remember = (id) => session.set(RECENT, [id, ...recent().filter((other) => other !== id)].slice(0, 20));

/** What was added lately comes first, then what begins with the text, then what holds it. */
function ranked(items, text) {
  const [lately, wanted] = [recent(), text.toLowerCase()];
  const rank = ({ id, name }) => {
    const at = lately.indexOf(id);
    return [at < 0 ? lately.length : at, name.toLowerCase().startsWith(wanted) ? 0 : 1];
  };
  const order = (a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1];
  return items.map((item) => ({ item, at: rank(item) })).sort(order).map(({ item }) => item);
}

const asService = ({ id, name, pricePaise }) => ({ kind: 'service', id, name, pricePaise });
const asProduct = ({ id, name, brand, barcode, pricePaise, onHand }) => ({
  kind: 'product',
  id,
  name,
  brand,
  barcode,
  pricePaise,
  onHand,
});

/** Prepares the field. `choose` adds what is chosen; services are found where `withServices`. */
export function adder(box, { branch, withServices, choose }) {
  const count = box.querySelector('[role=status]');
  const { field, list, option, show, light, close, forget, lit } = combobox(box, {
    enter: () => enter(),
    opens: () => look(),
  });
  let [found, of, asking, menu] = [[], null, null, null];
  let isDone = false;

  const clear = () => {
    asking?.abort();
    isDone = true;
    [field.value, count.textContent, found, of] = ['', '', [], null];
    close();
  };
  const take = async (item) => {
    clear();
    remember(item.id);
    await choose(item);
    field.focus({ preventScroll: true });
  };

  const offer = (item, place) => {
    const left = item.onHand === undefined ? '' : `${item.onHand} left`;
    const facts = [rupees(item.pricePaise), item.brand, item.kind === 'service' ? 'service' : left];
    const known = make('span', { className: 'fine' }, facts.filter(Boolean).join(' · '));
    return option(place, () => take(item), make('strong', {}, item.name), ' ', known);
  };
  /** What is lit stays so where it is still found. */
  const showFound = (last) => {
    show(found.map(offer));
    const at = found.findIndex(({ id }) => id === last?.id);
    if (at >= 0) light(at);
    count.textContent = found.length === 0 ? 'Nothing is called so.' : '';
  };

  const services = async (text) => {
    if (!withServices) return [];
    menu ??= (await api('GET', '/api/lookups')).services.map(asService);
    return menu.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  };
  const products = async (query, signal) => {
    const asked = new URLSearchParams({ ...query, isActive: 'true', branchId: branch, pageSize: 20 });
    return (await api('GET', `/api/products?${asked}`, undefined, { signal })).products.map(asProduct);
  };
  const tell = (error) => {
    if (error.name !== 'AbortError' && !error.isSignedOut) say(error.message, { bad: true });
  };
  const look = async () => {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const text = field.value.trim();
    try {
      const all = await Promise.all([services(text), products({ q: text.slice(0, 120) }, signal)]);
      if (signal.aborted) return;
      const last = found[lit()];
      [found, of] = [ranked(all.flat(), text).slice(0, MOST), text];
      if (document.activeElement === field) showFound(last);
    } catch (error) {
      tell(error);
    }
  };
  const scan = async (barcode) => {
    clear();
    try {
      const [item] = await products({ barcode });
      if (item) await take(item);
      else say(`No product has the barcode ${barcode}.`, { bad: true });
    } catch (error) {
      tell(error);
    }
  };
  const enter = async () => {
    const text = field.value.trim();
    if (BARCODE.test(text)) return scan(text);
    if (lit() >= 0) return take(found[lit()]);
    if (of !== text || list.hidden) await look();
    // The only one is meant; among several somebody has to choose.
    if (text !== '' && found.length === 1) return take(found[0]);
    if (found.length > 0 && !list.hidden) light(0);
    return undefined;
  };

  // A scanner types and is done before anything is looked for.
  const lookSoon = soon(() => isDone || look(), 150);
  field.addEventListener('input', () => {
    isDone = false;
    forget();
    lookSoon();
  });
  box.querySelector('[data-add]').addEventListener('click', () => {
    field.focus();
    enter();
  });
}
