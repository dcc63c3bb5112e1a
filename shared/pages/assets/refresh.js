// A page whose state is its address fetches itself and swaps the parts marked `data-part`.

import { page, say, told } from './ui.js';

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
function refused(response) {
  if (response?.redirected) location.assign(response.url);
  else if (response) say(response.status === 429 ? told.slow : told.broken, { bad: true });
  else say(told.offline, { bad: true });
}

export async function refresh(address, push = false) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  history[push ? 'pushState' : 'replaceState'](null, '', address);
  const parts = [...document.querySelectorAll('[data-part]')];
  for (const part of parts) part.setAttribute('aria-busy', 'true');
  let fresh;
  try {
    fresh = await page(address, { signal, refused });
  } catch {
    // Somebody asked for another page meanwhile.
    return;
  }
  if (!fresh) {
    for (const part of parts) part.removeAttribute('aria-busy');
    return;
  }
  await released();
  if (signal.aborted) return;
  const { id: focused, dataset } = document.activeElement ?? {};
  for (const part of parts) swap(part, fresh.getElementById(part.id));
  if (!focused) return;
  // The way to other days may be gone with them.
  const same = document.getElementById(focused) ?? (dataset.swap === undefined ? null : document.querySelector('.day[aria-current]'));
  same?.focus({ preventScroll: true });
}

/** What has not changed stays. What was picked stays picked, where it can still be had. */
function swap(part, fresh) {
  part.removeAttribute('aria-busy');
  if (!fresh || part.isEqualNode(fresh)) return;
  const picked = [...part.querySelectorAll('input[type=radio]:checked')];
  part.replaceWith(document.adoptNode(fresh));
  const offered = [...fresh.querySelectorAll('input[type=radio]:enabled')];
  for (const { name, value } of picked) {
    const same = offered.find((one) => one.name === name && one.value === value);
    if (same) same.checked = true;
  }
}
