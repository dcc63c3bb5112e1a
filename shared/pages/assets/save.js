// Saves what a script has put together as a file.

import { make } from './ui.js';

export function save(name, type, parts) {
  const link = make('a', { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
