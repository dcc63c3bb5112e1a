// One tap on a request: it is given to whoever is best free, who stands on the button.

import { api } from '/assets/api.js';
import { say } from '/assets/ui.js';
import { bookingPath, freshOf, tell } from './booking.js';
import { confirming } from './confirm.js';
import { follow, whileSending } from './follow.js';
import { warningsOf } from './warnings.js';

async function approve(button) {
  const { booking: id, updated, customer, plan } = button.dataset;
  const body = { action: 'approve', ...JSON.parse(plan) };
  if (!(await freshOf(id, updated, customer))) return;
  const warnings = await warningsOf('PATCH', bookingPath(id), body);
  if (warnings.length > 0) {
    const dialog = confirming({ title: 'Approve', lines: [customer] });
    const agreed = await dialog.warn(warnings);
    dialog.close();
    if (!agreed) return;
  }
  await api('PATCH', bookingPath(id), body);
  say(`${customer}: approved, with ${button.dataset.who}.`);
}

async function click(event) {
  const button = event.target.closest?.('#tray [data-plan]');
  if (!button) return;
  button.disabled = true;
  try {
    await whileSending(() => approve(button));
  } catch (error) {
    tell(error);
  }
  button.disabled = false;
  follow(true);
}

export const prepareApproving = () => document.getElementById('tray').addEventListener('click', click);
