// better-auth's own client against our sign-in routes, and openid-client against the provider that they trust locally.
import { createAuthClient } from "better-auth/client";
import * as oidc from "openid-client";

import { Browser, assert, setting } from "./browser.js";

const customerUrl = setting("CUSTOMER_URL");
const browser = new Browser();
const auth = createAuthClient({ baseURL: customerUrl, fetchOptions: { customFetchImpl: browser.fetch } });

const nobody = await auth.getSession();
assert(nobody.data === null && nobody.error === null, `a session of nobody: ${JSON.stringify(nobody)}`);
const unknown = await auth.signIn.social({ provider: "github", disableRedirect: true });
assert(unknown.error?.code === "PROVIDER_NOT_FOUND", JSON.stringify(unknown));
const begun = await auth.signIn.social({ provider: "google", callbackURL: "/", disableRedirect: true });
assert(typeof begun.data?.url === "string", JSON.stringify(begun));
await browser.signIn(begun.data.url, "customer@parlour.test");
const session = (await auth.getSession()).data;
assert(session?.user.email === "customer@parlour.test", JSON.stringify(session));
const sessions = await auth.listSessions();
assert((sessions.data ?? []).some((one) => one.id === session.session.id), JSON.stringify(sessions));
const out = await auth.signOut();
assert(out.data?.success === true, JSON.stringify(out));
assert((await auth.getSession()).data === null, "signed out and still there");

const issuer = new URL(`${setting("CONSOLE_URL")}/oidc`);
const provider = await oidc.discovery(issuer, "parlour", undefined, undefined, {
  execute: [oidc.allowInsecureRequests],
});
assert(provider.serverMetadata().supportsPKCE(), "the provider knows no PKCE");
console.log("better-auth and openid-client: signed in, listed, signed out");
