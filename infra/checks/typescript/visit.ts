// A whole visit through clients that are generated from the documents: browse, sign in, book, decide, page through a
// list, handle a refusal. It is compiled in strict mode, so what the documents say is what the code may use.
import createClient from "openapi-fetch";

import type { paths as AdminApi } from "./admin.js";
import { Browser, assert, setting } from "./browser.js";
import type { components, paths as CustomerApi } from "./customer.js";

const [customerUrl, adminUrl] = [setting("CUSTOMER_URL"), setting("ADMIN_URL")];
const [asha, reena] = [new Browser(), new Browser()];
const customer = createClient<CustomerApi>({ baseUrl: customerUrl, fetch: asha.fetch });
const admin = createClient<AdminApi>({ baseUrl: adminUrl, fetch: reena.fetch });

// Browse.
const { data: catalogue } = await customer.GET("/api/services");
assert(catalogue !== undefined, "no catalogue");
const salon = catalogue.data.categories.find((category) => category.serviceType === "salon");
const services = salon?.services?.slice(0, 2) ?? [];
assert(services.length === 2, "no two services of one category");
const { data: open } = await customer.GET("/api/branches");
const branch = open?.data.branches[0];
assert(branch !== undefined, "no branch");
const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const serviceIds = services.map((service) => service.id);
const { data: slots, error: noSlots } = await customer.GET("/api/availability", {
  params: { query: { branchId: branch.id, date: day, serviceIds } },
});
assert(slots !== undefined, JSON.stringify(noSlots));
const slot = slots.data.slots.find((slot) => slot.available);
assert(slot !== undefined, "no slot");

// Nobody is signed in yet.
const { error: nobody, response } = await customer.GET("/api/bookings");
assert(response.status === 401 && nobody !== undefined, "bookings without a session");

// Sign in on both apps.
const body = { provider: "google", callbackURL: "/", disableRedirect: true };
const { data: begun } = await customer.POST("/api/auth/sign-in/social", { body });
assert(begun !== undefined, "sign-in did not begin");
await asha.signIn(begun.url, "customer@parlour.test");
const { data: begunAtTheDesk } = await admin.POST("/api/auth/sign-in/social", { body });
assert(begunAtTheDesk !== undefined, "sign-in did not begin at the desk");
await reena.signIn(begunAtTheDesk.url, "receptionist@parlour.test");

// Book, twice under one key: one booking.
const wish: components["schemas"]["BookRequest"] = {
  branchId: branch.id, serviceType: "salon", bookingDate: day, startTime: slot.startTime, serviceIds, notes: null,
};
const once = { header: { "Idempotency-Key": crypto.randomUUID() } };
const { data: booked, error: refused } = await customer.POST("/api/bookings", { body: wish, params: once });
assert(booked !== undefined, JSON.stringify(refused));
const again = await customer.POST("/api/bookings", { body: wish, params: once });
assert(again.data?.data.id === booked.data.id, "a second booking under the same key");
const path = { id: booked.data.id };

// A wrong field is named.
const { error: wrong } = await customer.POST("/api/bookings", { body: { ...wish, bookingDate: "2020-01-01" } });
assert(wrong !== undefined && "error" in wrong && wrong.error.code === "VALIDATION_ERROR", JSON.stringify(wrong));
assert("bookingDate" in (wrong.error.details ?? {}), "details do not name the field");

// The desk approves.
const { data: choices } = await admin.GET("/api/lookups");
const staff = choices?.data.staff.find(
  (person) => person.branchIds.includes(branch.id) && serviceIds.every((id) => person.serviceIds.includes(id)),
);
assert(staff !== undefined, "nobody can do both");
const approve = { action: "approve" as const, staffId: staff.id };
const { data: decided, error: undecided } = await admin.PATCH("/api/bookings/{id}", {
  params: { path },
  body: approve,
});
assert(decided !== undefined, JSON.stringify(undecided));

// What completing it would cost.
const { data: bill, error: noBill } = await admin.POST("/api/bookings/{id}/complete", {
  params: { path, query: { dryRun: true } }, body: { paymentMethod: "upi" },
});
assert(bill !== undefined && bill.data.invoice.totalPaise > 0, JSON.stringify(noBill));

// Page through a list to its end.
const seen = new Set<string>();
for (let page = 1, last = 1; page <= last; page += 1) {
  const { data: list } = await admin.GET("/api/customers", { params: { query: { page, pageSize: 7, sort: "name" } } });
  assert(list !== undefined, `page ${page}`);
  last = list.meta.totalPages;
  for (const row of list.data.customers) seen.add(row.id);
  if (page === last) assert(seen.size === list.meta.totalCount, `${seen.size} of ${list.meta.totalCount}`);
}

// Cancel, and handle the refusal of a second time.
const cancelled = await customer.POST("/api/bookings/{id}/cancel", { params: { path }, body: { reason: "Away" } });
assert(cancelled.data?.data.status === "cancelled", JSON.stringify(cancelled.error));
const { error: late } = await customer.POST("/api/bookings/{id}/cancel", { params: { path } });
assert(late !== undefined && "error" in late, "cancelled twice");
switch (late.error.code) {
  case "BOOKING_ALREADY_CANCELLED":
    break;
  default:
    throw new Error(`refused with ${late.error.code}`);
}
console.log(`a visit: booked ${booked.data.bookingNumber}, ${seen.size} customers listed`);
