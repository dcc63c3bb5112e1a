// Shows pushes, opens their pages, and stands in with /offline when there is no network. It keeps nothing personal: one
// page and its looks, under the name of their content.

const KEPT = '__KEPT__';
const FILES = __FILES__;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener('activate', (event) => {
  const others = async () =>
    Promise.all((await caches.keys()).filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(others().then(() => clients.claim()));
});
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/offline')));
  } else if (FILES.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
addEventListener('push', (event) => {
  let message = {};
  try { message = event.data?.json() ?? {}; } catch { message = { body: event.data?.text() }; }
  const { title = '__NAME__', body = '', url = '/notifications', tag } = message;
  event.waitUntil(registration.showNotification(title, { body, tag, icon: '__ICON__', data: { url } }));
});
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? '/notifications', location.origin);
  const target = url.origin === location.origin ? url.href : `${location.origin}/notifications`;
  event.waitUntil(clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async ([client]) => {
    if (!client) return clients.openWindow(target);
    const there = await client.navigate(target).catch(() => null);
    return (there ?? client).focus();
  }));
});
