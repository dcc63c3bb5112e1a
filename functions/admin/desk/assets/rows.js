// Rows of a list in a form: added by copying the spare one, taken away, and named by their places as the API counts
// them.

const rowsIn = (list) => [...list.querySelectorAll('li:not([data-spare])')];

function numberRows(list) {
  const name = list.dataset.rows;
  rowsIn(list).forEach((row, place) => {
    for (const control of row.querySelectorAll('input, select')) {
      const end = control.name.split('.').pop();
      control.name = `${name}.${place}.${end}`;
      control.id = `${name}-${place}-${end}`;
      control.previousElementSibling.htmlFor = control.id;
    }
  });
}
document.addEventListener('click', ({ target }) => {
  const list = target.closest?.('[data-rows]');
  if (!list) return;
  if (target.closest('[data-add-row]')) {
    const spare = list.querySelector('[data-spare]');
    const row = spare.cloneNode(true);
    row.hidden = false;
    row.removeAttribute('data-spare');
    for (const control of row.querySelectorAll('input, select')) control.disabled = false;
    spare.before(row);
    numberRows(list);
    row.querySelector('input, select').focus();
  } else if (target.closest('[data-remove-row]')) {
    target.closest('li').remove();
    numberRows(list);
    list.querySelector('[data-add-row]').focus();
  }
});
