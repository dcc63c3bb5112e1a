// The one way to call the API. Whoever is not signed in any more is sent to sign in, and comes back.

import { told } from './ui.js';

/** What the API refused, in its own words; status 0: it could not be reached. */
class Refused extends Error {
  constructor(status, { code, message, details }) {
    super(message ?? told.broken);
    this.status = status;
    this.code = String(code ?? '');
    this.details = details ?? {};
  }

  /** The page is about to be left for the sign-in, so there is nothing to say. */
  get isSignedOut() {
    return this.status === 401;
  }
}

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
export const here = () => location.pathname + location.search;
export const signIn = (next) => location.assign(`/sign-in?next=${encodeURIComponent(next)}`);

/**
 * The `data` of the answer. `key` makes a repeated write harmless, `signal` calls the request off, `back` says where
 * the sign-in leads afterwards, `read` reads an answer that is a file or leads to one.
 */
export async function api(method, path, body, { key, signal, back = here, read } = {}) {
  const headers = { accept: 'application/json' };
  const isFile = body instanceof Blob;
  if (body && !isFile) headers['content-type'] = 'application/json';
  if (key) headers['idempotency-key'] = key;
  let [response, answer] = [];
  try {
    response = await fetch(path, {
      method,
      headers,
      body: isFile ? body : body && JSON.stringify(body),
      signal: signal ?? AbortSignal.timeout(30000),
      redirect: read ? 'manual' : 'follow',
    });
    if (read && (response.ok || response.type === 'opaqueredirect')) return await read(response);
    answer = await response.json().catch(orNothing);
  } catch (error) {
    throw error.name === 'AbortError' ? error : new Refused(0, { message: told.offline });
  }
  if (response.ok) return answer?.data ?? answer ?? {};
  if (response.status === 401) signIn(back());
  throw new Refused(response.status, answer?.error ?? answer ?? {});
}

/** An answer may have no body. */
function orNothing(error) {
  if (error.name !== 'SyntaxError') throw error;
  return {};
}
