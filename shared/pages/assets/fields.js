// The fields of a form: what they send, and what is wrong with them.

import { keepAwayFrom, say, session, told } from './ui.js';

const isSent = (control) =>
  control.name && !control.matches(':disabled') && control.type !== 'submit' && control.tagName !== 'FIELDSET';
export const controls = (form) => [...form.elements].filter(isSent);
export const sentAs = (control) => control.dataset.as ?? control.name;
/** A PIN: it is sent, and kept nowhere. */
export const isSecret = (control) => control.type === 'password';
const isTicked = (control) => control.type === 'checkbox' || control.type === 'radio';

// ---- Values.

/** The value of one control as the API takes it; undefined where there is nothing to send. */
function valueOf(control) {
  if (control.type === 'checkbox') return control.checked;
  if (control.type === 'radio' && !control.checked) return undefined;
  const text = control.value.trim();
  if (text === '') return control.dataset.empty === 'null' ? null : control.dataset.empty;
  if (control.dataset.type === 'number') return Number(text);
  if (control.dataset.type === 'rupees') return Math.round(Number(text) * 100);
  if (control.dataset.type === 'list') return text.split(',');
  return control.type === 'textarea' ? control.value : text;
}

/** The form as JSON: names with dots nest, numbers among them count the rows of a list, checkboxes marked as a list are
    gathered, the rest by its own type. */
export function bodyOf(form) {
  const body = {};
  for (const control of controls(form)) {
    const name = sentAs(control);
    if (name === '') continue;
    const path = name.split('.');
    const last = path.pop();
    const isList = (at) => /^\d+$/.test(path[at + 1] ?? last);
    const place = path.reduce((object, part, at) => (object[part] ??= isList(at) ? [] : {}), body);
    if (control.dataset.list !== undefined) {
      place[last] ??= [];
      if (control.checked ?? control.value) place[last].push(control.value);
    } else {
      const value = valueOf(control);
      if (value !== undefined) place[last] = value;
    }
  }
  const source = form.dataset.campaign;
  if (source) {
    const { source: from, ...utm } = session.get('campaign') ?? {};
    Object.assign(body, utm, from ? { [source]: from } : {});
  }
  if (form.dataset.with) Object.assign(body, session.get('kept') ?? {});
  // A page's own script may make something else of it.
  form.dispatchEvent(new CustomEvent('body', { bubbles: true, detail: body }));
  return body;
}

/** Hidden fields are the page's own, but for those that hold what somebody chose by typing. */
export const isTyped = ({ type, dataset }) => type !== 'hidden' || dataset.typed !== undefined;
/** What was typed and ticked, by name, to be put back one day. */
export function typedIn(form) {
  const values = {};
  for (const control of form.elements) {
    const { name, tagName } = control;
    if (!name || !isTyped(control) || tagName === 'BUTTON' || tagName === 'FIELDSET' || isSecret(control)) continue;
    if (isTicked(control)) {
      values[name] ??= [];
      if (control.checked) values[name].push(control.value);
    } else values[name] = control.value;
  }
  return values;
}

// ---- Pages whose state is their address: what the form's controls say, as an address spells it.

/** What has no name, as the token of a link, stays in front. */
const isNameless = (pair) => pair !== '' && !pair.includes('=');
function address(query) {
  const pairs = location.search.slice(1).split('&').filter(isNameless);
  for (const [name, value] of query) pairs.push(`${name}=${value}`);
  return location.pathname + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
}

function choicesOf(form, wanted = () => true) {
  const query = new Map();
  for (const control of controls(form)) {
    if (control.dataset.state === undefined || !wanted(control) || control.value === '') continue;
    if (isTicked(control) && !control.checked) continue;
    const value = encodeURIComponent(control.value).replaceAll('%3A', ':');
    query.set(control.name, query.has(control.name) ? `${query.get(control.name)},${value}` : value);
  }
  return query;
}
export const stateOf = (form) => address(choicesOf(form));

/** Where a link of the form leads, with what was chosen since it was drawn: its refresh may still be under way. */
export function targetOf(form, link) {
  const isLive = (control) => control.type !== 'hidden' && control.dataset.still === undefined;
  const live = controls(form).filter((control) => control.dataset.state !== undefined && isLive(control));
  const names = new Set(live.map((control) => control.name));
  const query = choicesOf(form, isLive);
  for (const pair of link.search.slice(1).split('&')) {
    const [name, value] = pair.split('=');
    if (value !== undefined && !names.has(name)) query.set(name, value);
  }
  return address(query);
}

// ---- Errors at their fields.

function errorPlace(control) {
  const group = isTicked(control) ? control.closest('fieldset[aria-describedby]') : null;
  const ids = ((group ?? control).getAttribute('aria-describedby') ?? '').split(' ');
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '');
}
/** What a field's name in the API is made of, where the form has no label for it: `bookingDate` is "booking date". */
export function spelledOut(path) {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  return name.replace(/Id(s?)$|Paise$/, '$1').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
/** A field as the form calls it. */
const nameIn = (form, path) =>
  controls(form).find((one) => sentAs(one) === path)?.labels?.[0]?.textContent ?? spelledOut(path);
/** In the page's own words: fields as `nameOf` calls them, and as a sentence. */
export function wordedBy(nameOf, text) {
  const named = text.replace(/\b[a-z]+[A-Z]\w*/g, nameOf);
  return named.charAt(0).toUpperCase() + named.slice(1);
}
const worded = (form, text) => wordedBy((name) => nameIn(form, name), text);
export function showError(control, message) {
  const place = errorPlace(control);
  if (!place) return false;
  place.textContent = worded(control.form, message);
  place.hidden = false;
  control.setAttribute('aria-invalid', 'true');
  return true;
}
export function clearError(control) {
  if (!control.hasAttribute?.('aria-invalid') && !isTicked(control)) return;
  const place = errorPlace(control);
  if (place) {
    place.hidden = true;
    place.textContent = '';
  }
  const named = control.form ? [...control.form.elements].filter((other) => other.name === control.name) : [control];
  for (const one of named) one.removeAttribute('aria-invalid');
}

const { lang } = document.documentElement;
const days = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'medium', timeZone: 'UTC' });
/** What is wrong with a control, in the page's words: the browser may speak another language. */
function unfit(control) {
  const { validity, type, min, max } = control;
  if (validity.customError) return control.validationMessage;
  if (validity.valueMissing) return isTicked(control) || control.tagName === 'SELECT' ? told.choose : told.required;
  if (control.dataset.wrong) return control.dataset.wrong;
  const isDay = type === 'date';
  const within = (words, value) => words.replace('{}', isDay ? days.format(new Date(value)) : value);
  if (validity.rangeUnderflow) return within(isDay ? told.earliest : told.least, min);
  if (validity.rangeOverflow) return within(isDay ? told.latest : told.most, max);
  return (validity.typeMismatch && told[type]) || told.unfit;
}
/** What the browser itself finds wrong, told like what the API finds. */
export function isComplete(form) {
  const wrong = [];
  for (const group of form.querySelectorAll('[data-needs-one]')) {
    const first = group.querySelector('input:not(:disabled)');
    if (first && !group.querySelector('input:checked')) wrong.push([first, told.one]);
  }
  const seen = new Set();
  for (const control of controls(form)) {
    if (control.checkValidity() || seen.has(control.name)) continue;
    seen.add(control.name);
    wrong.push([control, unfit(control)]);
  }
  for (const [control, message] of wrong) showError(control, message);
  if (wrong.length > 0) {
    say(told.fields, { bad: true });
    leadToMarked(form);
  }
  return wrong.length === 0;
}
/** To the first field that is marked and what is said of it, once everything is said. */
export function leadToMarked(form) {
  const first = [...form.elements].find((control) => control.hasAttribute('aria-invalid'));
  if (!first) return;
  first.focus();
  const place = errorPlace(first);
  // The upper one last: nothing that is said lies over it.
  for (const part of isTicked(first) ? [first, place] : [place, first]) part.scrollIntoView({ block: 'nearest' });
  keepAwayFrom(first);
}

/** `details` of a refusal at the fields they name: what is said there, and what names none, as the API says it. */
export function showDetails(form, { code, details }) {
  const all = controls(form);
  const [marked, rest] = [[], []];
  for (const [path, messages] of Object.entries(details)) {
    if (!Array.isArray(messages) || typeof messages[0] !== 'string') continue;
    // What is in the way is named by the message; its ids are for programs.
    if (code === 'CONFLICT' && path.endsWith('Ids')) continue;
    const text = messages.join(', ');
    const own = (control) => control.dataset[code === 'CONFLICT' ? 'taken' : 'wrong'] ?? told.wrong ?? text;
    const control = all.find((one) => sentAs(one) === path) ?? all.find((one) => path.startsWith(`${sentAs(one)}.`));
    if (control && showError(control, own(control))) marked.push(errorPlace(control).textContent);
    else if (!told.wrong) rest.push(worded(form, `${nameIn(form, path)} ${text}`));
  }
  return { marked, rest };
}
