// Asking before something is written: what will be, what is unusual about it, and one button that does it.

import { make, said, say } from '/assets/ui.js';
import { listed } from './warnings.js';

/** One of several ways to do it; the first is chosen. */
function choices(options) {
  const one = ([value, text], at) => {
    const radio = make('input', { type: 'radio', name: 'scope', value, checked: at === 0 });
    return make('label', { className: 'choice' }, radio, ' ', text);
  };
  return make('fieldset', { className: 'scopes' }, make('legend', {}, 'What moves'), ...options.map(one));
}

function switchFor(name, text) {
  const box = make('input', { type: 'checkbox', name, checked: true });
  return make('label', { className: 'choice' }, box, ' ', text);
}

export const MOVE_ANYWAY = 'Move anyway';

/**
 * A dialog that says what will be done. `asked()` waits for its button and gives what was chosen, or nothing; `warn()`
 * shows what is wrong and waits again, for the button that `anyway` names; `close()` ends it.
 */
export function confirming({ title, lines, anyway = 'Book anyway', scopes = [], tells = false }) {
  const go = make('button', { type: 'submit', className: 'button' }, title);
  const stop = make('button', { type: 'button', className: 'ghost button', onclick: () => dialog.close() }, 'Leave it');
  const parts = lines.map((line, at) => make('p', { className: at === 0 ? 'ask-about' : 'fine' }, line));
  if (scopes.length > 0) parts.push(choices(scopes));
  if (tells) parts.push(switchFor('notify', 'Tell the customer'));
  const form = make('form', { method: 'dialog' }, ...parts, make('div', { className: 'actions' }, go, stop));
  const heading = make('h2', { id: 'confirm-title' }, title);
  const dialog = make('dialog', { className: 'ask confirm' }, heading, form);
  dialog.setAttribute('aria-labelledby', heading.id);
  // A drop opens it while the pointer goes up, which would count as a click beside it.
  setTimeout(() => dialog.setAttribute('closedby', 'any'));
  document.body.append(dialog);
  dialog.showModal();
  go.focus();
  const answered = () =>
    new Promise((resolve) => {
      dialog.onclose = () => resolve(null);
      form.onsubmit = (event) => {
        event.preventDefault();
        const chosen = new FormData(form);
        go.disabled = true;
        resolve({ scope: chosen.get('scope'), notify: !tells || chosen.has('notify') });
      };
    });
  return {
    asked: answered,
    warn: (warnings) => {
      form.querySelector('.warnings')?.remove();
      form.querySelector('.actions').before(listed(warnings));
      go.textContent = anyway;
      go.disabled = false;
      go.focus();
      return answered();
    },
    close: () => {
      // What was said stands in the dialog that goes.
      const message = said();
      dialog.onclose = () => dialog.remove();
      if (dialog.open) dialog.close();
      else dialog.remove();
      if (message) say(message, { bad: true });
    },
  };
}
