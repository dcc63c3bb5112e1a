// Following what others do: the board is read again, with the tag of the copy that is shown, every twelve seconds; where
// realtime says when, once a minute. Never while it is hidden, or something is typed, dragged, sent or asked in a
// dialog.

import { api } from '/assets/api.js';
import { isDragging } from '/assets/drag.js';
import { make, parsed, say } from '/assets/ui.js';
import { grid } from './board.js';
import { swap, tick } from './swap.js';

/** What others do is to be seen within fifteen seconds. */
const EVERY = 12000;
/** While realtime is listened to: in case a message is lost. */
const EVERY_WITH_REALTIME = 60000;
let typedAt = -Infinity;
let sending = 0;
let asking = false;
/** Asked for while it was being read: whether after a change of one's own. */
let behind = null;
/** Something may have changed while it could not be shown. */
let isMissed = false;
let isOver = false;

export const isSending = () => sending > 0;
/** Nothing is read again meanwhile. */
export async function whileSending(work) {
  sending += 1;
  try {
    return await work();
  } finally {
    sending -= 1;
  }
}
const isTyped = () => performance.now() - typedAt < 3000;
const isBusy = () => isDragging() || isSending() || isTyped() || document.querySelector('dialog[open]') !== null;

/** Between two pieces of work, so that neither keeps the pointer waiting. */
const breathe = () =>
  new Promise((done) => {
    setTimeout(done);
  });

let isListening = false;
let timer;

function followLater() {
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      follow();
      followLater();
    },
    isListening && !isMissed ? EVERY_WITH_REALTIME : EVERY,
  );
}

/** Reads the board again; after a change of one's own at once, whatever else goes on. */
export async function follow(own = false) {
  if (!grid() || isOver) return;
  if (!own && (document.hidden || isBusy())) {
    isMissed = true;
    followLater();
    return;
  }
  if (asking) {
    behind = { own: own || behind?.own === true };
    return;
  }
  asking = true;
  isMissed = false;
  try {
    await readAgain(own);
  } catch {
    // No network: the next time will do.
    isMissed = true;
  } finally {
    asking = false;
  }
  // What was written while it was asked for may be missing from the answer.
  if (behind) {
    const { own: isOwn } = behind;
    behind = null;
    follow(isOwn);
  } else if (isMissed) {
    followLater();
  }
}

async function readAgain(own) {
  const response = await fetch(location.pathname + location.search, {
    // What one has just changed may not be among the latest events yet: then the day itself is read.
    headers: own ? { accept: 'text/html' } : { accept: 'text/html', 'if-none-match': `"${grid().dataset.tag}"` },
    cache: 'no-store',
    signal: AbortSignal.timeout(20000),
  });
  if (response.redirected) {
    isOver = true;
    const again = make('a', { href: response.url, className: 'button small' }, 'Sign in');
    say('You are signed out.', { bad: true, extra: [again] });
  } else if (response.status === 200) {
    const page = parsed(await response.text());
    await breathe();
    if (own || !isBusy()) swap(page);
    else isMissed = true;
  } else if (response.status === 304) {
    // The tag says until when nothing has changed.
    grid().dataset.tag = response.headers.get('etag').replace(/^W\/|"/g, '');
  }
}

// ---- Where realtime is configured: a message only says that something changed. Ably's event stream needs no library;
// a token lives for 15 minutes, then the stream ends with an error and is opened anew.

let failures = 0;

async function listen() {
  try {
    const data = await api('POST', '/api/ably/token');
    const given = await fetch(`https://rest.ably.io/keys/${encodeURIComponent(data.keyName)}/requestToken`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(data),
    });
    const { token } = await given.json();
    if (!token) throw new Error('no token');
    const wanted = new URLSearchParams({ v: '1.2', channels: grid().dataset.realtime, accessToken: token });
    const events = new EventSource(`https://realtime.ably.io/event-stream?${wanted}`);
    events.onopen = () => {
      failures = 0;
      isListening = true;
      // What changed before it was open.
      follow();
    };
    events.onmessage = () => follow();
    events.onerror = () => {
      events.close();
      listenLater();
    };
  } catch {
    listenLater();
  }
}
function listenLater() {
  isListening = false;
  followLater();
  failures += 1;
  if (!isOver) setTimeout(listen, Math.min(2 ** failures, 60) * 1000);
}

// ---- The beginning.

export function keepFollowing() {
  tick();
  setInterval(tick, 20000);
  followLater();
  if (grid().dataset.realtime) listen();
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) follow();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) follow(true);
  });
}
document.addEventListener('input', ({ target }) => {
  if (target.matches?.('input, textarea, select')) typedAt = performance.now();
});
