// Free times of the chosen people and day as buttons, asked for again as the form changes. A click puts the time into
// the form's own field, where any other time can be typed.

import { page, soon } from '/assets/ui.js';

const PAUSE = 200;

/** `address` gives where the free times are shown, or nothing while there is nothing to ask for. */
export function prepareTimes(form, address) {
  const { startTime } = form.elements;
  const place = () => form.querySelector('.free-times');
  let last = null;
  const mark = () => {
    const isSent = startTime.dataset.as !== '';
    for (const button of place().querySelectorAll('[data-time]')) {
      button.setAttribute('aria-pressed', String(isSent && button.dataset.time === startTime.value));
    }
  };
  const ask = async () => {
    const wanted = address();
    if (!wanted || wanted === last) return;
    last = wanted;
    place().setAttribute('aria-busy', 'true');
    const shown = await page(wanted, { cache: 'no-store' });
    if (wanted !== last) return;
    const fresh = shown?.getElementById(place().id);
    if (fresh) place().replaceWith(fresh);
    else place().removeAttribute('aria-busy');
    const people = shown?.getElementById(form.elements.staffId.id);
    if (people) takeOrder(form.elements.staffId, people);
    mark();
  };
  const renew = soon(ask, PAUSE);
  form.addEventListener('change', () => {
    mark();
    renew();
  });
  form.addEventListener('click', ({ target }) => {
    const time = target.closest?.('[data-time]')?.dataset.time;
    if (!time) return;
    startTime.value = time;
    startTime.dispatchEvent(new Event('change', { bubbles: true }));
  });
  return renew;
}

/** Whoever can and is free stands first; whoever is chosen stays chosen. */
function takeOrder(people, fresh) {
  const { value } = people;
  if (document.activeElement === people || people.innerHTML === fresh.innerHTML) return;
  people.replaceChildren(...fresh.childNodes);
  people.value = value;
}
