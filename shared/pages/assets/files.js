// Links to files of the API: where one cannot be had the page says why, instead of showing what the API answers.

import { api } from './api.js';
import { say, sentenceOf } from './ui.js';
import { save } from './save.js';

/** A redirect leads to the file, and the browser follows it by itself. */
const read = async (response) => ({
  isElsewhere: response.type === 'opaqueredirect',
  type: response.headers.get('content-type') ?? '',
  name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
  bytes: await response.blob(),
});

document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[data-file]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  try {
    const file = await api('GET', link.getAttribute('href'), undefined, { read });
    if (file.isElsewhere) location.assign(link.href);
    else save(file.name, file.type, [file.bytes]);
  } catch (error) {
    if (!error.isSignedOut) say(link.dataset.gone && error.status === 404 ? link.dataset.gone : sentenceOf(error), { bad: true });
  }
});
