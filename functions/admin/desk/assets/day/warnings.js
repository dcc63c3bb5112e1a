// What the API finds unusual about a change: it is tried first, and whoever wants it all the same says so.

import { api } from '/assets/api.js';
import { make } from '/assets/ui.js';

/** What it would warn of; nothing is written. `back` says where a sign-in leads afterwards. */
export async function warningsOf(method, path, body, back) {
  const { warnings } = await api(method, `${path}?dryRun=true`, body, { back });
  return Array.isArray(warnings) ? warnings : [];
}

/**
 * What it would warn of, and whether only `force` would do it: that is a manager's to say, whoever lacks the skill.
 * Others are told to ask one.
 */
export async function tried(method, path, body, back) {
  try {
    return { warnings: await warningsOf(method, path, body, back), forced: {} };
  } catch (error) {
    if (error.status !== 422 || !document.querySelector('[data-manager]')) throw error;
    const forced = { force: true };
    const insisted = warningsOf(method, path, { ...body, ...forced }, back);
    const warnings = await insisted.catch(() => {
      throw error;
    });
    return { warnings, forced };
  }
}

/** What is wrong, each on a line of its own. */
export const listed = (warnings) =>
  make('ul', { className: 'warnings' }, ...warnings.map(({ message }) => make('li', {}, message)));
