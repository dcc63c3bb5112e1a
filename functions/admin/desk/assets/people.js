// Customers, leads and checkout: search while typing, finding a person, moving leads, the bill as it will be.

const soon = (work, milliseconds) => {
  let timer;
  return (...all) => { clearTimeout(timer); timer = setTimeout(work, milliseconds, ...all); };
};
const make = (tag, attributes, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};
const rupees = (paise) => new Intl.NumberFormat('en-IN', {
  style: 'currency', currency: 'INR', minimumFractionDigits: paise % 100 === 0 ? 0 : 2, maximumFractionDigits: 2,
}).format(paise / 100);
const count = (gems) => `${gems} ${Math.abs(gems) === 1 ? 'gem' : 'gems'}`;

// ---- Search while typing: the list part of the page follows the form.

for (const form of document.querySelectorAll('form[data-typing]')) {
  const show = async () => {
    const state = [...new FormData(form)].filter(([, value]) => value.trim() !== '');
    const query = new URLSearchParams(state).toString();
    await parlour.refresh(form, form.getAttribute('action') + (query ? `?${query}` : ''));
    const told = document.getElementById('told');
    if (told) told.textContent = document.querySelector('[data-count]')?.textContent ?? document.querySelector('#list .empty p')?.textContent ?? '';
  };
  form.addEventListener('input', ({ target }) => { if (target.type === 'search') typed(); });
  const typed = soon(show, 250);
  form.addEventListener('submit', (event) => { event.preventDefault(); show(); });
}

// ---- Finding a person inside a form.

function picker(box) {
  const [input, list, told] = [box.querySelector('input[type=search]'), box.querySelector('.picks'), box.querySelector('.picked-count')];
  let asking;
  const judge = () => input.setCustomValidity(list.querySelector('input:checked') ? '' : 'Choose somebody from the list.');
  const offer = ({ id, name, phone, email, totalVisits }, number) => {
    const key = `${list.id}-${number}`;
    const radio = make('input', { type: 'radio', id: key, name: box.dataset.pick, value: id });
    const facts = [phone, email || 'walk-in', `${totalVisits} ${totalVisits === 1 ? 'visit' : 'visits'}`].filter(Boolean).join(' · ');
    const label = make('label', { htmlFor: key }, make('strong', {}, name), make('span', { className: 'fine' }, facts));
    return make('li', { className: 'pick' }, radio, label);
  };
  const find = async () => {
    asking?.abort();
    const text = input.value.trim();
    if (text.length < 2) { list.replaceChildren(); told.textContent = ''; judge(); return; }
    asking = new AbortController();
    let found;
    try {
      const query = new URLSearchParams({ q: text, sort: 'last_visit', pageSize: '60' });
      const response = await fetch(`/api/customers?${query}`, { headers: { accept: 'application/json' }, signal: asking.signal });
      if (!response.ok) throw new Error('not found');
      found = (await response.json()).data.customers;
    } catch (error) {
      if (error.name !== 'AbortError') told.textContent = 'The directory cannot be reached.';
      return;
    }
    const fits = (one) => one.id !== box.dataset.except && (box.dataset.walkIns === undefined || one.email === '');
    const rows = found.filter(fits).slice(0, 8);
    list.replaceChildren(...rows.map(offer));
    told.textContent = rows.length === 0 ? 'Nobody is found.' : `${rows.length} found. Choose one.`;
    if (rows.length === 1) list.querySelector('input').checked = true;
    judge();
  };
  judge();
  input.addEventListener('input', soon(find, 200));
  list.addEventListener('change', () => { judge(); input.dispatchEvent(new Event('pick', { bubbles: true })); });
  // Enter looks for somebody, it does not send the form.
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); find(); } });
}
for (const box of document.querySelectorAll('[data-pick]')) picker(box);

// ---- Memberships: a tier fills in what it is sold with; a session has a line per service.

document.addEventListener('change', ({ target }) => {
  const chosen = target.selectedOptions?.[0];
  if (target.dataset?.tiers !== undefined && chosen) {
    const set = (name, value) => { target.form.elements[name].value = value; };
    set('hoursMinutes', chosen.dataset.minutes);
    set('pricePaise', chosen.dataset.price);
    set('validityDays', chosen.dataset.days);
  }
  const minutes = target.dataset?.minutesFor;
  if (minutes && chosen) document.getElementById(minutes).value = chosen.dataset.minutes;
});
for (const button of document.querySelectorAll('[data-add-line]')) {
  const lines = button.closest('form').querySelector('[data-lines]');
  const blank = lines.firstElementChild.cloneNode(true);
  button.addEventListener('click', () => {
    const number = lines.children.length;
    const line = blank.cloneNode(true);
    for (const element of line.querySelectorAll('*')) {
      for (const name of ['id', 'for', 'name', 'data-as', 'data-minutes-for', 'aria-describedby']) {
        const value = element.getAttribute(name);
        if (value) element.setAttribute(name, value.replaceAll('-0-', `-${number}-`).replaceAll('.0.', `.${number}.`).replace(/0$/, number));
      }
    }
    line.querySelector('[data-number]').textContent = number + 1;
    line.append(make('button', {
      type: 'button',
      className: 'ghost button small',
      onclick: () => { line.remove(); button.hidden = false; button.focus(); renumber(); },
    }, 'Remove'));
    lines.append(line);
    button.hidden = lines.children.length >= Number(lines.dataset.most);
    line.querySelector('select').focus();
  });
  // Lines are numbered without gaps: the API takes a list.
  const renumber = () => [...lines.children].forEach((line, number) => {
    line.querySelector('[data-number]').textContent = number + 1;
    for (const control of line.querySelectorAll('[data-as]')) control.dataset.as = control.dataset.as.replace(/\.\d+\./, `.${number}.`);
  });
}

// ---- Leads: dragging a card fills in its own form and sends it.

function pipeline(board) {
  let drag;
  const laneAt = (x, y) => document.elementsFromPoint(x, y).map((element) => element.closest?.('.lane')).find(Boolean);
  const allowed = (card, lane) => [...(card.querySelector('select[name=status]')?.options ?? [])].some(({ value }) => value === lane?.dataset.status);
  const mark = (lane) => {
    for (const one of board.querySelectorAll('.lane')) one.classList.toggle('over', one === lane);
  };
  const begin = () => {
    const { card } = drag;
    drag.isMoving = true;
    getSelection()?.removeAllRanges();
    drag.ghost = card.cloneNode(true);
    for (const element of drag.ghost.querySelectorAll('[id], [for]')) { element.removeAttribute('id'); element.removeAttribute('for'); }
    drag.ghost.classList.add('flying');
    drag.ghost.setAttribute('aria-hidden', 'true');
    drag.ghost.inert = true;
    drag.ghost.style.inlineSize = `${card.offsetWidth}px`;
    document.body.append(drag.ghost);
    card.classList.add('lifted');
    for (const lane of board.querySelectorAll('.lane')) lane.classList.toggle('closed', lane !== card.closest('.lane') && !allowed(card, lane));
    try { board.setPointerCapture(drag.pointer); } catch { /* the pointer is gone already */ }
  };
  const end = () => {
    clearTimeout(drag?.press);
    drag?.ghost?.remove();
    drag?.card.classList.remove('lifted');
    for (const lane of board.querySelectorAll('.lane')) lane.classList.remove('over', 'closed');
    drag = undefined;
  };
  const drop = (card, lane) => {
    const form = card.querySelector('form');
    const status = form.elements.status;
    status.value = lane.dataset.status;
    if (lane.dataset.status === 'lost') { form.elements.reason.focus(); parlour.say('Say why it was lost, then Move.'); return; }
    form.requestSubmit();
  };
  board.addEventListener('pointerdown', (event) => {
    const card = event.target.closest('[data-lead]');
    if (!card || event.button !== 0 || !card.querySelector('form') || event.target.closest('select, input, button, form')) return;
    drag = { card, pointer: event.pointerId, x: event.clientX, y: event.clientY, isTouch: event.pointerType === 'touch' };
    if (drag.isTouch) drag.press = setTimeout(begin, 400);
  });
  board.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 5;
    if (!drag.isMoving && drag.isTouch) { if (far) end(); return; }
    if (!drag.isMoving) { if (!far) return; begin(); }
    event.preventDefault();
    drag.ghost.style.transform = `translate(${event.clientX - 24}px, ${event.clientY - 16}px)`;
    const lane = laneAt(event.clientX, event.clientY);
    mark(allowed(drag.card, lane) ? lane : null);
  });
  board.addEventListener('pointerup', (event) => {
    if (!drag?.isMoving) { end(); return; }
    const { card } = drag;
    const lane = laneAt(event.clientX, event.clientY);
    const from = card.closest('.lane');
    end();
    // The click that ends a drag opens nothing.
    const over = new AbortController();
    addEventListener('click', (click) => { click.preventDefault(); click.stopPropagation(); }, { capture: true, signal: over.signal });
    setTimeout(() => over.abort(), 50);
    if (!lane || lane === from) return;
    if (allowed(card, lane)) drop(card, lane);
    else parlour.say('A lead cannot be moved there from where it stands.', { bad: true });
  });
  board.addEventListener('pointercancel', end);
  addEventListener('keydown', ({ key }) => { if (key === 'Escape' && drag) end(); });
  board.addEventListener('dragstart', (event) => event.preventDefault());
  board.addEventListener('touchmove', (event) => { if (drag?.isMoving) event.preventDefault(); }, { passive: false });
}
for (const board of document.querySelectorAll('[data-pipeline]')) pipeline(board);

// ---- Checkout: the bill as the API's dry run tells it.

function checkout(form) {
  const { offerId, redeemGems, gemsRedeemedServiceId: service, paymentMethod } = form.elements;
  const [box, problem] = [document.getElementById('bill'), document.getElementById('bill-problem')];
  let asking;
  const sum = (name, paise) => {
    const row = box.querySelector(`[data-sum=${name}]`);
    row.hidden = paise === 0 && name !== 'total';
    row.querySelector('dd').textContent = rupees(paise);
  };
  const gems = (name, number) => {
    const line = box.querySelector(`[data-gems=${name}]`);
    line.hidden = number === 0;
    line.querySelector('strong').textContent = count(number);
  };
  const show = (invoice) => {
    box.querySelectorAll('[data-line]').forEach((cell, at) => {
      const line = invoice.lines[at];
      if (line) cell.textContent = rupees(line.pricePaise - line.discountPaise);
    });
    sum('subtotal', invoice.subtotalPaise);
    sum('discount', -invoice.discountPaise);
    sum('taxable', invoice.taxableValuePaise);
    sum('cgst', invoice.cgstPaise);
    sum('sgst', invoice.sgstPaise);
    sum('total', invoice.totalPaise);
    gems('spent', invoice.gemsRedeemed);
    gems('earned', invoice.gemsEarned);
  };
  const ask = async () => {
    asking?.abort();
    asking = new AbortController();
    // The amounts do not depend on the way of paying; the API wants one named.
    const body = { ...parlour.bodyOf(form), paymentMethod: paymentMethod.value || 'cash' };
    const [method, path] = form.dataset.call.split(' ');
    box.setAttribute('aria-busy', 'true');
    try {
      const response = await fetch(`${path}?dryRun=true`, {
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: asking.signal,
      });
      const answer = await response.json();
      problem.hidden = response.ok;
      problem.textContent = response.ok ? '' : answer.error.message;
      if (response.ok) show(answer.data.invoice);
    } catch (error) {
      if (error.name === 'AbortError') return;
      problem.hidden = false;
      problem.textContent = 'The bill cannot be worked out just now.';
    }
    box.removeAttribute('aria-busy');
  };
  form.addEventListener('change', ({ target }) => {
    if (target === offerId && offerId.value) redeemGems.checked = false;
    if (target === redeemGems && redeemGems.checked) offerId.value = '';
    if (service) service.disabled = !redeemGems.checked;
    ask();
  });
  // A draft that came back, or the browser's own memory of the form, may differ from what the page was made for.
  if (offerId.value !== (offerId.querySelector('[selected]')?.value ?? '') || redeemGems.checked !== redeemGems.defaultChecked) ask();
}
if (document.getElementById('bill')) checkout(document.getElementById('bill').closest('form'));

// ---- Paper.

document.addEventListener('click', ({ target }) => { if (target.closest?.('[data-print]')) print(); });
