import type { Answer, TestApp } from '../app.js';
import { under } from '../app.js';

/**
 * Follows redirects as a browser does, with the cookies of each host, on our hosts and elsewhere.
 */
export class Surfer {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** @param isOurs whether a host leads to the application, under whichever name */
  readonly app: TestApp;
  readonly isOurs: (hostname: string) => boolean;

  constructor(app: TestApp, isOurs: (hostname: string) => boolean) {
    this.app = app;
    this.isOurs = isOurs;
  }

  /** The value of a host's `Cookie` header. */
  cookiesOf(hostname: string): string {
    return [...(this.#cookies.get(hostname) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  }

  forget(hostname: string): void {
    this.#cookies.delete(hostname);
  }

  /** One request. */
  async get(address: string, headers: Record<string, string> = {}): Promise<Answer> {
    const url = new URL(address);
    const key = this.isOurs(url.hostname) ? url.hostname : url.host;
    const cookie = this.cookiesOf(key);
    const answer = this.isOurs(url.hostname)
      ? await under(this.app, url.host, cookie || undefined).get(url.pathname + url.search, headers)
      : await elsewhere(url, cookie);
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
   * Goes on until there is no further redirect, or the next address is one where `stop` says so:
   * then that one is given without being visited.
   */
  async walk(
    address: string,
    stop: (url: URL) => boolean = () => false,
    headers: Record<string, string> = {},
  ): Promise<URL> {
    let at = new URL(address);
    for (let hops = 0; hops < 20; hops++) {
      if (hops > 0 && stop(at)) return at;
      const to = (await this.get(at.href, hops === 0 ? headers : {})).headers.get('location');
      if (!to) return at;
      at = new URL(to, at);
    }
    throw new Error(`it goes round in circles at ${at.href}`);
  }
}

async function elsewhere(url: URL, cookie: string): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    body: undefined,
  };
}
