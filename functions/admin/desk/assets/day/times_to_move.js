// The dialog that moves a booking: free times of the chosen day and person, read when it is opened.

import { prepareTimes } from './times.js';

export function prepareMove(form) {
  const { bookingDate, startTime, staffId } = form.elements;
  const id = form.closest('#booking').dataset.booking;
  const renew = prepareTimes(form, () => {
    const query = new URLSearchParams({ date: bookingDate.value, time: startTime.value, person: staffId.value });
    return bookingDate.value ? `/bookings/${encodeURIComponent(id)}?${query}` : null;
  });
  form.closest('#booking').addEventListener('click', ({ target }) => {
    if (target.closest('[commandfor=move]')) renew();
  });
  // It may have been opened before this was fetched.
  if (form.closest('dialog').open) renew();
}
