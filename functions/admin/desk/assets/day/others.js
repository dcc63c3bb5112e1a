// Services that somebody else does: a row each, beside those that are ticked for the chosen person.

const rowsIn = (form) => [...form.querySelectorAll('[data-rows-of] > li')];
const partOf = (row, name) => row.querySelector(`[data-other=${name}]`);

/** Who does what, as far as it is chosen. */
export function servicesOf(form) {
  const { serviceIds, staffId } = form.elements;
  const boxes = serviceIds instanceof RadioNodeList ? [...serviceIds] : [serviceIds];
  const ticked = boxes.filter((box) => box?.checked).map((box) => ({ serviceId: box.value, staffId: staffId.value }));
  const others = rowsIn(form).map((row) => ({
    serviceId: partOf(row, 'service').value,
    staffId: partOf(row, 'person').value,
  }));
  return [...ticked, ...others].filter((one) => one.serviceId && one.staffId);
}

/** The side of the services in the rows. */
export const sideOfOthers = (form) =>
  rowsIn(form)
    .map((row) => partOf(row, 'service').selectedOptions[0]?.dataset.side)
    .find(Boolean);

/** Whoever does the service first; of the others it is said. */
function sortPeople(people, service) {
  const note = ' (does not do this)';
  const isAble = ({ value, dataset }) => !value || !service || dataset.does.split(' ').includes(service);
  const options = [...people.options];
  for (const option of options) {
    option.textContent = option.textContent.replace(note, '') + (isAble(option) ? '' : note);
  }
  const { value } = people;
  people.append(...options.filter(isAble), ...options.filter((option) => !isAble(option)));
  people.value = value;
}

export function prepareOthers(form) {
  const part = form.querySelector('[data-others]');
  const list = part.querySelector('[data-rows-of]');
  const ticks = form.querySelector('[data-needs-one]');
  let made = 0;
  /** With rows, nothing has to be ticked, and then nobody to be chosen for what is ticked. */
  const settle = () => {
    const hasRows = rowsIn(form).length > 0;
    const isTicked = ticks.querySelector('input:checked') !== null;
    ticks.toggleAttribute('data-needs-one', !hasRows);
    form.elements.staffId.required = !hasRows || isTicked;
    for (const row of rowsIn(form)) {
      for (const option of partOf(row, 'person').options) {
        const isHere = !option.value || option.dataset.places.split(' ').includes(form.elements.branchId.value);
        option.hidden = option.disabled = !isHere;
      }
      sortPeople(partOf(row, 'person'), partOf(row, 'service').value);
      if (partOf(row, 'person').selectedOptions[0]?.disabled) partOf(row, 'person').value = '';
    }
  };
  const add = () => {
    const row = part.querySelector('template').content.firstElementChild.cloneNode(true);
    made += 1;
    for (const control of row.querySelectorAll('select')) {
      control.id = `other-${control.dataset.other}-${made}`;
      control.previousElementSibling.htmlFor = control.id;
    }
    list.append(row);
    settle();
    partOf(row, 'service').focus();
  };
  part.addEventListener('click', ({ target }) => {
    if (target.closest('[data-add-other]')) add();
    else if (target.closest('[data-remove-other]')) {
      target.closest('li').remove();
      settle();
      part.querySelector('[data-add-other]').focus();
      form.dispatchEvent(new Event('change'));
    }
  });
  form.addEventListener('change', settle);
  form.addEventListener('body', ({ detail: body }) => {
    if (rowsIn(form).length === 0) return;
    body.services = servicesOf(form);
    delete body.serviceIds;
    delete body.staffId;
  });
}
