// Import: a sheet is read here, its columns are matched, a dry run shows what would become of it, then it is sent some
// rows at a time. What failed is given back as a sheet.

import { api } from '/assets/api.js';
import { spelledOut, wordedBy } from '/assets/fields.js';
import { save } from '/assets/save.js';
import { make, say } from '/assets/ui.js';
import { isInRupees, matchOf, valueOf } from './cells.js';
import { rowsOf, sheetOf, textOf, unguarded } from './csv.js';

/** What one request may have. */
const [MOST_ROWS, MOST_BYTES] = [200, 900_000];
/** How many problems are shown; the sheet of what failed has them all. */
const SHOWN = 20;
const WORDS = { created: 'new', updated: 'changed', unchanged: 'already there', invalid: 'with problems' };

const parts = Object.fromEntries(
  [...document.querySelectorAll('[data-import]')].map((one) => [one.dataset.import, one]),
);
parts.kind = document.getElementById('kind');
let sheet = null;
let isBusy = false;

/** The columns of what is imported, as the page lists them. */
const columns = () =>
  [...document.querySelectorAll(`[data-columns="${parts.kind.value}"] [data-column]`)].map(
    ({ dataset, textContent }) => ({
      name: dataset.column,
      shape: dataset.shape,
      isNeeded: dataset.needed !== undefined,
      label: textContent,
    }),
  );
const counted = (number, thing) => `${number.toLocaleString('en-IN')} ${thing}${number === 1 ? '' : 's'}`;

function chosen() {
  const all = columns();
  return [...parts.matches.querySelectorAll('select')]
    .filter(({ value }) => value !== '')
    .map((select) => ({ ...all.find(({ name }) => name === select.name), at: Number(select.value) }));
}

/** A row of the sheet as the API takes it; an empty cell says nothing. */
function recordOf(row, matched) {
  const record = {};
  for (const column of matched) {
    const text = unguarded(row[column.at] ?? '').trim();
    if (text !== '') record[column.name] = valueOf(column.shape, text, isInRupees(column, sheet.headers[column.at]));
  }
  return record;
}

function showSample(select, column) {
  const sample = select.closest('tr').querySelector('[data-sample]');
  const at = Number(select.value);
  const cells = () => sheet.rows.map((row) => unguarded(row[at] ?? '').trim());
  const text = select.value === '' ? '' : cells().find((one) => one !== '');
  const unit = text && select.value !== '' && isInRupees(column, sheet.headers[at]) ? ' (in rupees)' : '';
  sample.textContent = text ? `${text.length > 60 ? `${text.slice(0, 60)}…` : text}${unit}` : '';
}

/** A line for each column: which of the sheet's it is, and what stands there. */
function matchLine(column) {
  const id = `match-${column.name}`;
  const match = matchOf(column, sheet.headers);
  const none = make('option', { value: '' }, column.isNeeded ? 'Choose a column' : 'Left out');
  const options = sheet.headers.map((header, at) =>
    make('option', { value: String(at), selected: at === match }, header || `Column ${at + 1}`),
  );
  const select = make('select', { id, name: column.name }, none, ...options);
  const label = make('label', { htmlFor: id }, column.label);
  if (column.isNeeded) label.append(make('span', { className: 'fine' }, ' (new ones need it)'));
  const line = make(
    'tr',
    {},
    make('th', { scope: 'row' }, label),
    make('td', {}, select),
    make('td', { className: 'fine sample' }, make('span', {})),
  );
  line.querySelector('.sample span').dataset.sample = '';
  select.addEventListener('change', () => {
    showSample(select, column);
    forget();
  });
  return line;
}

/** What was checked before is no longer what would be imported. */
function forget() {
  parts.outcome.replaceChildren();
  parts.progress.hidden = true;
}

function showColumns() {
  forget();
  parts.columns.hidden = !sheet;
  if (!sheet) return;
  parts.matches.replaceChildren(...columns().map(matchLine));
  for (const column of columns()) showSample(document.getElementById(`match-${column.name}`), column);
  parts.check.textContent = `Check ${counted(sheet.rows.length, 'row')}`;
}

async function read() {
  const [file] = parts.file.files;
  if (!file) return;
  const [headers, ...rows] = rowsOf(await textOf(file));
  if (rows.length === 0) {
    sheet = null;
    showColumns();
    say('There are no rows below the first line of this file.', { bad: true });
    return;
  }
  sheet = { name: file.name, headers, rows };
  showColumns();
  say(`${counted(rows.length, 'row')} read from ${file.name}.`);
}

/** The rows some at a time, each with its place: as many as one request may have. */
function chunksOf(records) {
  const chunks = [];
  let bytes = Infinity;
  records.forEach((record, at) => {
    const size = new Blob([JSON.stringify(record)]).size + 1;
    if (bytes + size > MOST_BYTES || chunks.at(-1).length >= MOST_ROWS) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1).push({ record, at });
    bytes += size;
  });
  return chunks;
}

function showProgress(done, all, doing) {
  parts.progress.hidden = false;
  Object.assign(parts.bar, { max: all, value: done });
  parts.told.textContent = `${doing} ${done.toLocaleString('en-IN')} of ${counted(all, 'row')}`;
}

/** Sends the chunks one behind the other, from the one given on; what became of each row is added to `results`. */
async function send(work, isRehearsal) {
  const { chunks, results, all } = work;
  const path = `/api/imports/${parts.kind.value}${isRehearsal ? '?dryRun=true' : ''}`;
  const doing = isRehearsal ? 'Checked' : 'Imported';
  showProgress(results.length, all, doing);
  while (work.next < chunks.length) {
    const chunk = chunks[work.next];
    const rows = chunk.map(({ record }) => record);
    const answer = await api('POST', path, { rows }, { signal: AbortSignal.timeout(120000) });
    answer.results.forEach((result, at) => results.push({ ...result, at: chunk[at].at }));
    work.next += 1;
    showProgress(results.length, all, doing);
  }
}

const labelOf = (field) => columns().find(({ name }) => name === field.split('.')[0])?.label ?? spelledOut(field);
/** Fields of the API in the page's words, and what is wrong with them. */
const problemsOf = ({ details = {} }) =>
  Object.entries(details).map(([field, messages]) => wordedBy(labelOf, `${labelOf(field)} ${messages.join(', ')}`));

function countsOf(results) {
  const counts = Object.keys(WORDS).map((status) => [status, results.filter((one) => one.status === status).length]);
  const line = ([status, count]) =>
    make(
      'li',
      { className: `count is-${status}` },
      make('strong', {}, count.toLocaleString('en-IN')),
      ` ${WORDS[status]}`,
    );
  return make('ul', { className: 'counts' }, ...counts.map(line));
}

function problemsTable(failed) {
  const lines = failed.slice(0, SHOWN).map((result) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, String(result.at + 2)),
      make('td', {}, ...problemsOf(result).map((one) => make('p', {}, one))),
    ),
  );
  const head = make('tr', {}, ...['Line', 'Problem'].map((text) => make('th', { scope: 'col' }, text)));
  const more =
    failed.length > SHOWN
      ? [make('p', { className: 'fine' }, `And ${counted(failed.length - SHOWN, 'row')} more.`)]
      : [];
  return [
    make('h3', {}, 'Problems'),
    make('div', { className: 'table-wrap' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...lines))),
    ...more,
  ];
}

/** What failed, as it stood in the sheet, with what is wrong. */
function download(failed) {
  const rows = failed.map((result) => {
    const row = sheet.headers.map((_, at) => unguarded(sheet.rows[result.at][at] ?? ''));
    return [...row, problemsOf(result).join('; ')];
  });
  const name = `failed-${sheet.name.replace(/\.\w+$/, '')}.csv`;
  save(name, 'text/csv', [sheetOf([[...sheet.headers, 'Problem'], ...rows])]);
}

const button = (text, onclick, className = 'button') => make('button', { type: 'button', className, onclick }, text);

function showOutcome(results, isRehearsal) {
  const failed = results.filter(({ status }) => status === 'invalid');
  const toDo = results.filter(({ status }) => status === 'created' || status === 'updated').length;
  const title = make('h2', { tabIndex: -1 }, isRehearsal ? 'What would happen' : 'Imported');
  const actions = make('div', { className: 'actions' });
  if (isRehearsal && toDo > 0) actions.append(button(`Import ${counted(toDo, 'row')}`, () => run(false)));
  if (failed.length > 0) actions.append(button('Download what failed', () => download(failed), 'ghost button'));
  const nothing = isRehearsal && toDo === 0 ? [make('p', {}, 'There is nothing to import.')] : [];
  const wrong = failed.length > 0 ? problemsTable(failed) : [];
  parts.outcome.replaceChildren(title, countsOf(results), ...nothing, ...wrong, actions);
  title.focus();
}

/** The rest is sent once the network is there again: what has arrived stays as it is. */
function showBreak(work, isRehearsal, message) {
  const go = button('Go on', () => run(isRehearsal, work));
  parts.outcome.replaceChildren(
    make('h2', { tabIndex: -1 }, 'It broke off'),
    make('p', { className: 'error' }, message),
    make('p', {}, `${counted(work.results.length, 'row')} of ${work.all.toLocaleString('en-IN')} are through.`),
    make('div', { className: 'actions' }, go),
  );
  go.focus();
}

async function run(isRehearsal, begun) {
  if (isBusy) return;
  const matched = chosen();
  const work = begun ?? {
    chunks: chunksOf(sheet.rows.map((row) => recordOf(row, matched))),
    results: [],
    next: 0,
    all: sheet.rows.length,
  };
  isBusy = true;
  const frozen = [...document.querySelectorAll('[data-import-form] :is(select, input, button)')];
  for (const control of frozen) control.disabled = true;
  parts.outcome.replaceChildren();
  let broken = null;
  try {
    await send(work, isRehearsal);
  } catch (refused) {
    if (refused.isSignedOut) return;
    broken = refused;
  }
  for (const control of frozen) control.disabled = false;
  isBusy = false;
  if (broken) showBreak(work, isRehearsal, broken.message);
  else showOutcome(work.results, isRehearsal);
}

parts.file.addEventListener('change', read);
parts.kind.addEventListener('change', showColumns);
parts.check.addEventListener('click', () => run(true));
addEventListener('beforeunload', (event) => {
  if (isBusy) event.preventDefault();
});
