// Finding a customer while typing a name or phone: whoever is found is offered in a list below the field, by pointer or
// by arrow keys. What is chosen goes into the hidden field beside it.

import { api } from '/assets/api.js';
import { make, say, soon } from '/assets/ui.js';
import { combobox } from './combobox.js';

const MOST = 8;
/** Where only walk-ins will do, the others among those found are left out afterwards. */
const MOST_BEFORE = 60;

/** Names that begin with the text first, then those of which another word does. */
function ranked(customers, text) {
  const wanted = ` ${text.toLowerCase()}`;
  const place = ({ name }) => {
    const at = ` ${name.toLowerCase()}`.indexOf(wanted);
    return at < 0 ? 2 : Math.min(at, 1);
  };
  return [...customers].sort((a, b) => place(a) - place(b));
}

/**
 * Prepares one `data-picker`. `otherwise` names what is offered below those found, and what happens when it is chosen;
 * `needed` is what the field says as long as nobody is chosen.
 */
export function picker(box, { otherwise, needed = 'Choose somebody from the list.' } = {}) {
  const chosen = box.querySelector('input[type=hidden]');
  const count = box.querySelector('[role=status]');
  const { field, list, option, show, light, close, lit } = combobox(box, {
    // It chooses somebody, it does not send the form.
    enter: () => {
      if (list.hidden) look();
      else list.children[Math.max(lit(), 0)]?.click();
    },
    closed: () => {
      if (chosen.value) field.value = name;
    },
    escaped: (event) => event.stopPropagation(),
  });
  let [name, asking] = [field.value, null];

  const judge = () => field.setCustomValidity(chosen.value ? '' : needed);
  const choose = (customer) => {
    [chosen.value, name] = [customer.id, customer.name];
    judge();
  };
  const pick = (customer) => {
    choose(customer);
    close();
    count.textContent = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

  const offer = (customer, place) => {
    const { phone, email, totalVisits: visits } = customer;
    const spaced = phone?.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3');
    const facts = [spaced, email || 'walk-in', `${visits} ${visits === 1 ? 'visit' : 'visits'}`].filter(Boolean);
    const [who, known] = [make('strong', {}, customer.name), make('span', { className: 'fine' }, facts.join(' · '))];
    return option(place, () => pick(customer), who, ' ', known);
  };
  const showFound = (customers, text) => {
    const options = customers.map(offer);
    if (otherwise) {
      const lead = customers.length > 0 ? 'Somebody else: ' : 'Nobody found: ';
      options.push(option('other', () => otherwise.choose(text), lead, make('strong', {}, otherwise.name)));
    }
    show(options);
    count.textContent = customers.length === 0 ? 'Nobody is found.' : `${customers.length} found. Choose one.`;
    // Where nobody else can be meant, the only one found is chosen.
    if (options.length === 1 && !otherwise) {
      choose(customers[0]);
      light(0);
    }
  };

  const fits = ({ id, email, emailFromDesk }) =>
    id !== box.dataset.except && (box.dataset.walkIns === undefined || email === '' || emailFromDesk);
  const look = async () => {
    asking?.abort();
    if (chosen.value) return;
    const text = field.value.trim();
    if (text.length < 2) {
      close();
      count.textContent = '';
      return;
    }
    asking = new AbortController();
    const pageSize = box.dataset.walkIns === undefined ? MOST + 1 : MOST_BEFORE;
    const query = new URLSearchParams({ q: text.slice(0, 120), sort: 'last_visit', pageSize });
    try {
      const { customers } = await api('GET', `/api/customers?${query}`, undefined, { signal: asking.signal });
      if (document.activeElement === field) showFound(ranked(customers.filter(fits), text).slice(0, MOST), text);
    } catch (error) {
      if (error.name !== 'AbortError' && !error.isSignedOut) say(error.message, { bad: true });
    }
  };
  const lookSoon = soon(look, 200);

  judge();
  field.addEventListener('input', (event) => {
    // Not the one that `pick` sends, for whoever keeps drafts.
    if (!event.isTrusted) return;
    chosen.value = '';
    judge();
    lookSoon();
  });
  return { close };
}

/** A customer from the list or a new one: only the fields of one of the two are sent. */
export function knownOrNew(form, needed) {
  const [known, fresh] = [form.querySelector('[data-known]'), form.querySelector('[data-new]')];
  const [toggle, field] = [form.querySelector('[data-toggle-new]'), known.querySelector('[role=combobox]')];
  const renew = (isNew, text = '') => {
    [known.hidden, fresh.hidden] = [isNew, !isNew];
    for (const control of known.querySelectorAll('input')) control.disabled = isNew;
    for (const control of fresh.querySelectorAll('input')) control.disabled = !isNew;
    toggle.setAttribute('aria-pressed', String(isNew));
    found.close();
    const [name, phone] = fresh.querySelectorAll('input');
    if (isNew && text) (/^[+\d\s-]+$/.test(text) ? phone : name).value = text;
    if (isNew) (name.value ? phone : name).focus();
    else field.focus();
  };
  const found = picker(known.querySelector('[data-picker]'), {
    otherwise: { name: 'new customer', choose: (text) => renew(true, text) },
    needed,
  });
  // Somebody new was typed before, and has come back with the page.
  if (fresh.hidden && !form.elements.customerId.value && fresh.querySelector('input').value) renew(true);
  toggle.addEventListener('click', () => renew(fresh.hidden, form.elements.customerId.value ? '' : field.value.trim()));
}
