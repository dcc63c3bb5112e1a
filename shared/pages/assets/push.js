// Pushes, on the page where they are turned on and off.

import { api, newKey } from './api.js';
import { subscription, unsubscribe } from './pushes.js';
import { hush, say } from './ui.js';

const after = (milliseconds) =>
  new Promise((resolve, reject) => {
    setTimeout(reject, milliseconds, new Error('no answer'));
  });
const within = (promise, milliseconds) => Promise.race([promise, after(milliseconds)]);

async function manager() {
  const worker = navigator.serviceWorker?.ready ?? Promise.reject(new Error('no worker'));
  const registration = await within(worker, 5000);
  if (!registration.pushManager) throw new Error('no pushes here');
  return registration.pushManager;
}

async function subscribe() {
  const { publicKey } = await api('GET', '/api/push/key');
  const asked = (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = (await within(asked, 10000)).toJSON();
  await api('POST', '/api/push/subscribe', { endpoint, keys }, { key: newKey() });
}

const isSubscribed = () => subscription().then(Boolean, () => false);

async function prepare(box) {
  const [on, off] = box.querySelectorAll('button');
  const words = box.dataset;
  const show = (subscribed) => {
    on.hidden = subscribed;
    off.hidden = !subscribed;
  };
  const turn = async (button, other, work, message) => {
    button.disabled = true;
    hush();
    try {
      await work();
      show(button === on);
      say(message);
      other.focus();
    } catch (error) {
      if (!error.isSignedOut) say(error.told ?? words.failed, { bad: true });
    }
    button.disabled = false;
  };
  const ask = async () => {
    const isDenied = (await Notification.requestPermission()) !== 'granted';
    if (isDenied) throw Object.assign(new Error('denied'), { told: words.denied });
    await subscribe();
  };
  on.onclick = () => turn(on, off, ask, words.on);
  off.onclick = () => turn(off, on, unsubscribe, words.off);
  show(await isSubscribed());
}

for (const box of document.querySelectorAll('[data-push]')) prepare(box);
