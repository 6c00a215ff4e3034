import { setTimeout as sleep } from 'node:timers/promises';
import type { DonationImport, DonationSummary, ErrorBody } from '#libs/contracts';
import { patience } from '../support/until.js';

export interface Reply<Body> {
  status: number;
  body: Body;
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

export interface Credentials {
  email: string;
  password: string;
}

/**
 * A client of the API, signed in as the secretary. Repeats each call until the answer says whether
 * it succeeded.
 */
export class Secretary {
  #cookie = '';
  /** the numbers of answers with a status of 500 or more, by status */
  readonly refusals = new Map<number, number>();
  /** refusals without a message for the user */
  mute: string[] = [];
  /** the longest time in milliseconds that a call waited for its answer */
  longest = 0;

  readonly url: string;
  private readonly credentials: Credentials;

  constructor(url: string, credentials: Credentials) {
    this.url = url;
    this.credentials = credentials;
  }

  async signIn(): Promise<void> {
    const response = await fetch(`${this.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(this.credentials),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
    this.#cookie = response.headers.get('set-cookie')!.split(';')[0]!;
  }

  /** Sends a request once. @throws Error if the connection is lost */
  async once<Body>(path: string, init: Init = {}, timeout = 60_000): Promise<Reply<Body>> {
    const began = performance.now();
    const response = await fetch(this.url + path, {
      ...init,
      headers: { cookie: this.#cookie, ...init.headers },
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    this.longest = Math.max(this.longest, performance.now() - began);
    if (response.status >= 500) this.#refused(path, response.status, text);
    return {
      status: response.status,
      body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined) as Body,
    };
  }

  /**
   * Repeats a request until its answer has a status below 500. The request must be safe to repeat.
   * @throws Error if there is no such answer within `patience` milliseconds
   */
  async insist<Body>(path: string, init: Init = {}): Promise<Reply<Body>> {
    const until = performance.now() + patience;
    for (;;) {
      const reply = await this.once<Body>(path, init).catch(() => null);
      if (reply && reply.status < 500) return reply;
      if (performance.now() > until)
        throw new Error(
          `${path}: no answer within ${patience / 1000} s; the last was ` +
            `${reply?.status ?? 'a lost connection'}`,
        );
      await sleep(25);
    }
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return {
      at: path,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      },
    };
  }

  async summary(): Promise<{ records: number; cents: number }> {
    const { status, body } = await this.once<DonationSummary>(
      '/api/admin/donations/summary',
      {},
      30_000,
    );
    if (status !== 200) throw new Error(`summary: ${status}`);
    return { records: body.records, cents: Math.round(Number(body.amount) * 100) };
  }

  async import(id: string): Promise<DonationImport> {
    const { status, body } = await this.insist<DonationImport>(`/api/admin/donation-imports/${id}`);
    if (status !== 200) throw new Error(`import ${id}: ${status}`);
    return body;
  }

  #refused(path: string, status: number, text: string): void {
    this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
    const isSentence =
      text.startsWith('{') && typeof (JSON.parse(text) as ErrorBody).message === 'string';
    if (!isSentence) this.mute.push(`${path}: ${status} ${text.slice(0, 200)}`);
  }
}
