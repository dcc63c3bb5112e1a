// Sheets as text: read whatever spreadsheets write, and written as they read it.

/** The text of a file: UTF-8, or what older spreadsheets on Windows save. */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What stands between cells: whichever of these the first line has most of, outside of quotes. */
function separatorOf(text) {
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter in counts) counts[letter] += 1;
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break;
  }
  return Object.keys(counts).reduce((most, one) => (counts[one] > counts[most] ? one : most));
}

/** The rows of a sheet, each a list of cells; rows without any text are left out. */
export function rowsOf(whole) {
  const text = whole.replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const rows = [];
  let [row, cell, isQuoted, wasQuoted] = [[], '', false, false];
  const endCell = () => {
    row.push(wasQuoted ? cell : cell.trim());
    [cell, wasQuoted] = ['', false];
  };
  const endRow = () => {
    endCell();
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === '') [cell, isQuoted, wasQuoted] = ['', true, true];
    else if (letter === separator) endCell();
    else if (letter === '\n') endRow();
    else if (letter === '\r') {
      if (text[at + 1] !== '\n') endRow();
    } else if (!wasQuoted || letter.trim() !== '') cell += letter;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/** Exports put an apostrophe before what a spreadsheet would take for a formula. */
export const unguarded = (cell) => (/^' *[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
const guarded = (cell) => (/^ *[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
const quoted = (cell) => (/["\n\r,;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A sheet of these rows, as spreadsheets read it. */
export const sheetOf = (rows) =>
  `\uFEFF${rows.map((row) => row.map((cell) => quoted(guarded(cell))).join(',')).join('\r\n')}\r\n`;
