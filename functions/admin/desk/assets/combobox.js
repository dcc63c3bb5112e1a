// A field with a list of options below it, lit by arrow keys and chosen by pointer.

import { make } from '/assets/ui.js';

/**
 * Prepares the field and the list in the box. `enter` is what Enter does, `opens` what an arrow down does while the
 * list is closed, `closed` what follows when it closes, `escaped` what Escape does besides closing it.
 */
export function combobox(box, { enter, opens, closed, escaped }) {
  const [field, list] = [box.querySelector('[role=combobox]'), box.querySelector('[role=listbox]')];
  let at = -1;

  const close = () => {
    list.hidden = true;
    at = -1;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
    closed?.();
  };
  const light = (to) => {
    const options = [...list.children];
    at = (to + options.length) % options.length;
    options.forEach((option, place) => {
      option.ariaSelected = String(place === at);
    });
    field.setAttribute('aria-activedescendant', options[at].id);
    options[at].scrollIntoView({ block: 'nearest' });
  };
  const option = (key, onclick, ...children) => {
    // The field keeps the focus.
    const stay = (event) => event.preventDefault();
    const properties = { id: `${list.id}-${key}`, role: 'option', ariaSelected: 'false', onpointerdown: stay, onclick };
    return make('li', properties, ...children);
  };
  const show = (options) => {
    list.replaceChildren(...options);
    list.hidden = options.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    at = -1;
  };
  const forget = () => {
    at = -1;
  };

  field.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'Enter') enter();
    else if (key === 'ArrowDown' && list.hidden && opens) opens();
    else if (list.hidden) return;
    else if (key === 'ArrowDown') light(at + 1);
    else if (key === 'ArrowUp') light(at < 0 ? -1 : at - 1);
    else if (key === 'Escape') {
      escaped?.(event);
      close();
    } else return;
    event.preventDefault();
  });
  field.addEventListener('blur', () => setTimeout(close, 150));
  return { field, list, option, show, light, close, forget, lit: () => at };
}
