// Choose a picture: it is uploaded as it is, and its address goes into the field beside the button.

import { api } from '/assets/api.js';
import { clearError, showError } from '/assets/fields.js';
import { hush, make, say } from '/assets/ui.js';

/** What the API takes, and what is enough to make all its sizes of. */
const [MOST_BYTES, LONGEST_SIDE] = [3_000_000, 2560];

/** A photograph that is too large is made smaller here; whatever this browser cannot read is the API's to judge. */
async function fitting(file) {
  if (file.size <= MOST_BYTES) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
    const canvas = make('canvas', { width, height });
    canvas.getContext('2d').drawImage(bitmap, 0, 0, width, height);
    const smaller = await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.9);
    });
    return smaller ?? file;
  } catch {
    return file;
  }
}

function show(place, address) {
  const preview = place.querySelector('img');
  preview.hidden = address === '';
  if (address !== '') preview.src = address;
}

async function upload(place, chooser) {
  const [file] = chooser.files;
  const field = place.querySelector('input[name]');
  if (!file || chooser.disabled) return;
  clearError(field);
  chooser.disabled = true;
  place.setAttribute('aria-busy', 'true');
  say('Uploading…');
  try {
    const { url } = await api('POST', '/api/pictures', await fitting(file), { signal: AbortSignal.timeout(120000) });
    field.value = url;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    show(place, `${url}?w=320`);
    say('The picture is uploaded. Save to show it.');
  } catch (refused) {
    hush();
    if (!refused.isSignedOut) showError(field, refused.message);
  }
  place.removeAttribute('aria-busy');
  chooser.disabled = false;
  // The same file may be chosen again.
  chooser.value = '';
  chooser.focus();
}

document.addEventListener('change', ({ target }) => {
  const place = target.closest?.('[data-picture]');
  if (place && target.type === 'file') upload(place, target);
});

// What is typed or emptied by hand is shown too, once the field is left.
document.addEventListener('change', ({ target }) => {
  const place = target.closest?.('[data-picture]');
  if (!place || target.type === 'file') return;
  const address = target.value.trim();
  show(place, /^(https:\/\/|\/pictures\/)./.test(address) ? address : '');
});
