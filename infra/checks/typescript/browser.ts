// A browser's cookies, and the way through a sign-in.

/** Carries cookies from answer to request, as a browser does; on localhost the ports share them. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, { redirect: "manual", ...init });
    if (this.cookies.size > 0) {
      request.headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const answer = await fetch(request);
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";", 1)[0]?.split("=") ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  };

  /** Follows the provider's address to the end, as the person with this email. */
  async signIn(address: string, email: string): Promise<void> {
    const hinted = new URL(address);
    hinted.searchParams.set("login_hint", email);
    const provider = await this.fetch(hinted);
    const back = provider.headers.get("location");
    assert(back !== null, `the provider answered ${provider.status}`);
    const callback = await this.fetch(back);
    assert(callback.status === 302, `the way back answered ${callback.status}`);
    assert(!callback.headers.get("location")?.includes("error"), `refused: ${callback.headers.get("location")}`);
  }
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

export function setting(name: string): string {
  const value = process.env[name];
  assert(value !== undefined, `${name} is not set`);
  return value;
}
