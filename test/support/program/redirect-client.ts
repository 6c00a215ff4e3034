import type { Answer, TestApp } from '../app.js';
import { under } from '../app.js';

/** Follows redirects with the cookies of each host, as a browser does. */
export class RedirectClient {
  readonly #cookies = new Map<string, Map<string, string>>();

  readonly app: TestApp;
  readonly isOurs: (hostname: string) => boolean;

  /** @param isOurs returns whether a host name leads to the application */
  constructor(app: TestApp, isOurs: (hostname: string) => boolean) {
    this.app = app;
    this.isOurs = isOurs;
  }

  /** Returns the `Cookie` header for a host. */
  cookiesOf(hostname: string): string {
    return [...(this.#cookies.get(hostname) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  }

  forget(hostname: string): void {
    this.#cookies.delete(hostname);
  }

  /** Sends one request, and stores the cookies of the answer. */
  async get(address: string, headers: Record<string, string> = {}): Promise<Answer> {
    const url = new URL(address);
    const key = this.isOurs(url.hostname) ? url.hostname : url.host;
    const cookie = this.cookiesOf(key);
    const answer = this.isOurs(url.hostname)
      ? await under(this.app, url.host, cookie || undefined).get(url.pathname + url.search, headers)
      : await fetchForeign(url, cookie);
    const jar = this.#cookies.get(key) ?? new Map<string, string>();
    this.#cookies.set(key, jar);
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return answer;
  }

  /**
   * Follows redirects until there is no further one.
   * @param stop returns true for an address that is returned without a request
   */
  async follow(
    address: string,
    stop: (url: URL) => boolean = () => false,
    headers: Record<string, string> = {},
  ): Promise<URL> {
    let url = new URL(address);
    for (let redirects = 0; redirects < 20; redirects++) {
      if (redirects > 0 && stop(url)) return url;
      const answer = await this.get(url.href, redirects === 0 ? headers : {});
      const location = answer.headers.get('location');
      if (!location) return url;
      url = new URL(location, url);
    }
    throw new Error(`too many redirects at ${url.href}`);
  }
}

async function fetchForeign(url: URL, cookie: string): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    body: undefined,
  };
}
