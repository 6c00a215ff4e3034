import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { HttpError } from './errors.js';

/** Free tries before a subject has to wait; then 2, 4, 8 … seconds, at most 15 minutes. */
const freeTries = 5;

export type Refusal = 'wrong-password' | 'wrong-code' | 'throttled';
/** @param seconds in which the same is worth telling once; a minute unless given */
type Watcher = (subject: string, reason: Refusal, seconds?: number) => void;

/** Slows guessing down, by what is guessed at and by the address that guesses. */
@Injectable()
export class Throttle {
  #tell: Watcher = () => undefined;

  constructor(@Inject(Database) private readonly db: Database) {}

  /** Who is told of every failure and wait from now on. */
  watch(watcher: Watcher): void {
    this.#tell = watcher;
  }

  /**
   * An address waits for its own failures; a subject's failures make only those addresses wait that have failed
   * themselves, so that nobody can lock the owner out.
   * @param subject `account:…`, or another kind of thing that is tried
   * @throws HttpError 429 with the seconds to wait
   */
  async assertMayTry(subject: string, address: string): Promise<void> {
    const rows = await this.db.platform((tx) =>
      tx.sql<{ subject: string; failures: number; age: number }>(
        `select subject, failures, extract(epoch from now() - last_at)::float8 as age from sign_in_failure
          where subject = any($1::text[]) and last_at > now() - interval '1 hour'`,
        [[subject, `address:${address}`]],
      ),
    );
    const wait = (whose: string) => {
      const row = rows.find((candidate) => candidate.subject === whose);
      if (!row || row.failures < freeTries) return 0;
      return Math.ceil(Math.min(2 ** (row.failures - freeTries + 1), 900) - row.age);
    };
    const addressFailed = rows.some((row) => row.subject === `address:${address}`);
    const seconds = Math.max(wait(`address:${address}`), addressFailed ? wait(subject) : 0);
    // once for each wait: what was recorded since the failure that it began with says it already
    if (seconds > 0) this.#tell(subject, 'throttled', Math.max(60, rows.find((row) => row.subject === subject)?.age ?? 900));
    throttled(seconds);
  }

  async failed(subject: string, address: string, reason: Refusal = 'wrong-password'): Promise<void> {
    await this.#count([subject, `address:${address}`]);
    this.#tell(subject, reason);
  }

  async succeeded(subject: string): Promise<void> {
    await this.db.platform((tx) => tx.sql('delete from sign_in_failure where subject = $1', [subject]));
  }

  /** For what costs somebody else something each time, such as a letter: every try counts. @throws HttpError 429 */
  async count(what: string, subject: string, address: string): Promise<void> {
    const subjects = [`${what}:${subject}`, `${what}-from:${address}`];
    const [row] = await this.db.platform((tx) =>
      tx.sql<{ wait: number | null }>(
        `select max(ceil(least(power(2, failures - $2 + 1), 900) - extract(epoch from now() - last_at)))::float8 as wait from sign_in_failure
          where subject = any($1::text[]) and failures >= $2 and last_at > now() - interval '1 hour'`,
        [subjects, freeTries],
      ),
    );
    throttled(row?.wait ?? 0);
    await this.#count(subjects);
  }

  async #count(subjects: string[]): Promise<void> {
    await this.db.platform((tx) =>
      tx.sql(
        `insert into sign_in_failure (subject, failures, last_at) select subject, 1, now() from unnest($1::text[]) subject
         on conflict (subject) do update set last_at = now(),
           failures = case when sign_in_failure.last_at < now() - interval '1 hour' then 1 else sign_in_failure.failures + 1 end`,
        [subjects],
      ),
    );
  }
}

function throttled(seconds: number): void {
  if (seconds <= 0) return;
  throw new HttpError(429, `Too many attempts. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`, 'throttled', { retryAfter: seconds });
}
