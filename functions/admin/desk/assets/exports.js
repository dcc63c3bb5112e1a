// Exports: everything of one kind, asked for page by page, put together here and saved as one file.

import { api, here } from '/assets/api.js';
import { save } from '/assets/save.js';
import { hush, say } from '/assets/ui.js';

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
/** How long a page may take. */
const LONGEST = 120_000;
const [LINE, QUOTE] = [...'\n"'].map((letter) => letter.charCodeAt(0));

const parts = Object.fromEntries(
  [...document.querySelectorAll('[data-export]')].map((one) => [one.dataset.export, one]),
);
parts.kind = document.getElementById('kind');
parts.format = document.getElementById('format');
/** What is under way, or broke off and can go on. */
let work = null;
let stopping = null;

const counted = (number) => `${number.toLocaleString('en-IN')} record${number === 1 ? '' : 's'}`;

/** The lines of a page; a cell of a sheet may have several. */
function linesIn(bytes, isSheet) {
  let [count, isQuoted] = [0, false];
  for (const byte of bytes) {
    if (isSheet && byte === QUOTE) isQuoted = !isQuoted;
    else if (byte === LINE && !isQuoted) count += 1;
  }
  return count;
}

const read = async (response) => ({
  bytes: new Uint8Array(await response.arrayBuffer()),
  next: response.headers.get('x-next-cursor'),
});

/** Whoever has to sign in again leaves the page without being asked whether to. */
function back() {
  stopping = null;
  return here();
}

/** Takes the next page. Each page of a sheet has its header, and the file has it once. */
async function takePage() {
  const query = new URLSearchParams({ format: work.format });
  if (work.next) query.set('after', work.next);
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(LONGEST)]);
  const { bytes, next } = await api('GET', `/api/exports/${work.kind}?${query}`, undefined, { signal, read, back });
  const isSheet = work.format === 'csv';
  const header = isSheet ? bytes.indexOf(LINE) + 1 : 0;
  const records = bytes.subarray(header);
  work.pages.push(new Blob([work.pages.length > 0 ? records : bytes]));
  work.count += linesIn(records, isSheet);
  work.next = next;
  work.isDone = next === null;
}

function showCount() {
  parts.progress.hidden = false;
  parts.told.textContent = `${counted(work.count)} read`;
}

function show({ isBusy }) {
  for (const control of [parts.kind, parts.format, parts.download, parts.goOn]) control.disabled = isBusy;
  parts.stop.hidden = !isBusy;
  parts.goOn.hidden = isBusy || !work;
  if (isBusy) parts.bar.removeAttribute('value');
  else parts.bar.value = work ? 0 : 1;
  [parts.stop, parts.goOn, parts.download].find((control) => !control.hidden).focus();
}

async function run() {
  stopping = new AbortController();
  hush();
  showCount();
  show({ isBusy: true });
  let broken = null;
  try {
    while (!work.isDone) {
      await takePage();
      showCount();
    }
  } catch (error) {
    broken = error;
  }
  stopping = null;
  if (broken?.isSignedOut) return;
  if (broken) {
    const isStopped = broken.name === 'AbortError';
    say(isStopped ? 'Stopped. Nothing is saved.' : broken.message, { bad: !isStopped });
  } else {
    const name = `${work.kind}.${work.format}`;
    save(name, TYPES[work.format], work.pages);
    say(`${counted(work.count)} saved as ${name}.`);
    work = null;
  }
  show({ isBusy: false });
}

/** What was chosen before is no longer what would be saved. */
function forget() {
  work = null;
  parts.progress.hidden = true;
  parts.goOn.hidden = true;
}

parts.download.addEventListener('click', () => {
  work = { kind: parts.kind.value, format: parts.format.value, pages: [], count: 0, next: null, isDone: false };
  run();
});
parts.goOn.addEventListener('click', run);
parts.stop.addEventListener('click', () => stopping?.abort());
for (const choice of [parts.kind, parts.format]) choice.addEventListener('change', forget);
addEventListener('beforeunload', (event) => {
  if (stopping) event.preventDefault();
});
