// What the API finds unusual about a change: it is tried first, and whoever wants it all the same says so.

import { api } from '/assets/api.js';
import { make } from '/assets/ui.js';

/** What it would warn of; nothing is written. */
export async function warningsOf(method, path, body) {
  const { warnings } = await api(method, `${path}?dryRun=true`, body);
  return Array.isArray(warnings) ? warnings : [];
}

/** What is wrong, each on a line of its own. */
export const listed = (warnings) =>
  make('ul', { className: 'warnings' }, ...warnings.map(({ message }) => make('li', {}, message)));
