// A page whose state is its address fetches itself and swaps the parts marked `data-part`.

import { page, reloadSaying, say, told } from './ui.js';

let asking;
let pressed = false;

addEventListener('pointerdown', ({ button }) => (pressed = button === 0), true);
for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => (pressed = false), true);

/** Waits while a pointer is down: a click is lost where what is pressed is swapped away. A release may be missed. */
const LONGEST_PRESS = 5000;
const released = () =>
  new Promise((resolve) => {
    if (!pressed) return resolve();
    // The click follows the release.
    const soon = () => setTimeout(resolve);
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, soon, { capture: true, once: true });
    return setTimeout(resolve, LONGEST_PRESS);
  });

/** Whoever is not signed in any more was led to the sign-in, which leads back to the address. */
export function refused(response) {
  if (response?.redirected) location.assign(response.url);
  else if (response) say(response.status === 429 ? told.slow : told.broken, { bad: true });
  else say(told.offline, { bad: true });
}

/** While the parts of a form are on their way, it sends nothing of what stood there before. */
function wait(parts, isBusy) {
  for (const part of parts) {
    if (isBusy) part.setAttribute('aria-busy', 'true');
    else part.removeAttribute('aria-busy');
    const form = part.closest('form[data-call][data-refresh]');
    for (const button of form?.querySelectorAll('[type=submit]') ?? []) button.disabled = isBusy;
  }
}

/** Whether what a form is about was changed elsewhere since the page was drawn: then it comes anew, and says so. */
export function isOutdated(form, fresh) {
  const { seen, changed } = form.dataset;
  const isSame = fresh.getElementById(form.id)?.dataset.seen === seen;
  if (!isSame) reloadSaying(changed);
  return !isSame;
}

/** What controls say is in the address at once; where a link leads (`push`), once it is there. */
export async function refresh(address, push = false) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  if (!push) history.replaceState(null, '', address);
  const parts = [...document.querySelectorAll('[data-part]')];
  wait(parts, true);
  let fresh;
  try {
    fresh = await page(address, { signal, refused });
  } catch {
    // Somebody asked for another page meanwhile.
    return;
  }
  if (!fresh) {
    wait(parts, false);
    return;
  }
  await released();
  if (signal.aborted) return;
  if ([...document.querySelectorAll('form[data-seen]')].some((form) => isOutdated(form, fresh))) return;
  if (push) history.pushState(null, '', address);
  wait(parts, false);
  const { id: focused, dataset } = document.activeElement ?? {};
  for (const part of parts) swap(part, fresh.getElementById(part.id));
  if (!focused) return;
  // The way to other days may be gone with them.
  const same = document.getElementById(focused) ?? (dataset.swap === undefined ? null : document.querySelector('.day[aria-current]'));
  same?.focus({ preventScroll: true });
}

/** What has not changed stays. What was picked stays picked, where it can still be had. */
function swap(part, fresh) {
  if (!fresh || part.isEqualNode(fresh)) return;
  const picked = [...part.querySelectorAll('input[type=radio]:checked')];
  part.replaceWith(document.adoptNode(fresh));
  const offered = [...fresh.querySelectorAll('input[type=radio]:enabled')];
  for (const { name, value } of picked) {
    const same = offered.find((one) => one.name === name && one.value === value);
    if (same) same.checked = true;
  }
}
