// What this browser is sent pushes by: fetched where they are turned on and off, and to end them with the visit.

import { api, newKey } from './api.js';

/** Whoever turned it on. */
export async function subscription() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager?.getSubscription();
}
export async function unsubscribe() {
  const own = await subscription();
  if (!own) return;
  // Where the salon is not told, it finds out with the next push.
  await api('DELETE', '/api/push/subscribe', { endpoint: own.endpoint }, { key: newKey() }).catch(() => {});
  await own.unsubscribe();
}
