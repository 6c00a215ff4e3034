import { Inject, Injectable } from '@nestjs/common';
import { Database, lockName, type Tx } from '#libs/database';
import { secondsUntilNextEmail } from './email-limit.js';
import { tooMany } from './errors.js';
import { FairQueue } from './turns/fair-queue.js';
import { networkOf } from './network.js';
import {
  countAttemptInHour,
  insertAttempt,
  deleteWithoutAttempts,
  deleteSubjects,
  insertEmail,
  listEmailsOfDay,
  noteOnceADay,
  readAge,
  readWaitingTime,
  takeBackAttempt,
  takeFromBucket,
} from './rate-limiter.sql.js';

/**
 * Attempts without a wait, for each network and for each subject (what is guessed, such as
 * `account:…`). The wait is then 2, 4, 8 … seconds, at most 15 minutes.
 */
const freeAttempts = 5;
/**
 * How many requests of one kind a network may send at once, and the seconds until it may send one
 * more.
 */
const bucketSize = 10;
const secondsPerTurn = 10;
/**
 * The highest stored number of attempts. The wait does not grow any more, and no number overflows.
 */
const maxCount = 1_000;

/** Why an attempt failed or was refused. */
export type RefusedReason = 'wrong-password' | 'wrong-code' | 'throttled';

/** @param seconds the time in which the same refusal is reported once; a minute by default */
type Watcher = (subject: string, reason: RefusedReason, seconds?: number) => void;

/**
 * An attempt that was counted, with the time of the attempt before it, so that it can be taken
 * back.
 */
type CountedAttempt = Awaited<ReturnType<typeof insertAttempt>>[number];

/**
 * Limits how often a user or a network may try something, such as a password. What is limited is
 * called the *subject*, for example `account:…` or the address of a network. An attempt is counted
 * by one statement before it is made, and taken back if it was right. So the limit also holds for
 * attempts that are made at the same time.
 */
@Injectable()
export class RateLimiter {
  /**
   * Lets a network make only few attempts at the same time, so that several right ones are not
   * refused because they are counted before they are taken back.
   */
  readonly #networks = new FairQueue({
    maxRunning: 1_000,
    maxRunningPerKey: freeAttempts - 1,
    maxWaitingPerKey: 50,
  });
  #watcher: Watcher = () => undefined;

  constructor(@Inject(Database) private readonly db: Database) {}

  /**
   * Sets the function that is called for each failed or refused attempt. It gets what was guessed,
   * such as `account:…`.
   */
  watch(watcher: Watcher): void {
    this.#watcher = watcher;
  }

  /**
   * Makes an attempt unless the network has to wait. Failures of a network make that network wait.
   * Failures for a subject, such as an account, make only those networks wait that have failed
   * themselves, so that nobody can lock out the owner of an account.
   * @param subject what is guessed, such as `account:…`; null to count only the network, as for the
   *   token of a link
   * @param address the IP address of the request
   * @param attempt returns null if the attempt failed; an error does not count as a failure
   * @param kind attempts of different kinds are counted separately for a network
   * @returns the result of `attempt`
   * @throws HttpError 429 with the seconds to wait
   */
  try<T>(
    subject: string | null,
    address: string,
    reason: RefusedReason,
    attempt: () => Promise<T | null>,
    kind = 'address',
  ): Promise<T | null> {
    const network = `${kind}:${networkOf(address)}`;
    return this.#networks.run(network, async () => {
      const counted = await this.#countAttempts(subject, network);
      let result: T | null;
      try {
        result = await attempt();
      } catch (error) {
        await this.#takeBack(counted);
        throw error;
      }
      if (result !== null) {
        await this.#takeBack(counted.slice(0, 1));
        if (subject) await this.reset(subject);
      } else if (subject) {
        this.#watcher(subject, reason);
      }
      return result;
    });
  }

  /**
   * Counts an action that costs money or bothers somebody each time, such as an SMS. Every call
   * counts for the subject and for the network.
   * @throws HttpError 429
   */
  async count(action: string, subject: string, address: string): Promise<void> {
    await this.db.platform(async (tx) => {
      for (const key of [`${action}-from:${networkOf(address)}`, `${action}:${subject}`]) {
        if (!(await countAttempt(tx, key, true))) throwTooMany(await readSecondsToWait(tx, key));
      }
    });
  }

  /**
   * Limits the requests of a network: ten at once, and one more every ten seconds, so that many
   * people in one building can register.
   * @throws HttpError 429
   */
  async takeTurn(action: string, address: string): Promise<void> {
    await this.db.platform((tx) => takeFromNetwork(tx, `${action}-from:${networkOf(address)}`));
  }

  /**
   * Counts an email that a request sends to an address (`secondsUntilNextEmail` has the limits).
   * The emails that a network causes to all addresses are limited, too.
   * @param mailbox the email address in lower case
   * @param address the IP address of the request
   * @throws HttpError 429; the links of earlier emails still work then
   */
  async countEmail(mailbox: string, address: string): Promise<void> {
    const network = networkOf(address);
    await this.db.platform(async (tx) => {
      await takeFromNetwork(tx, `letters-from:${network}`);
      await lockName(tx, { name: `letters to ${mailbox}` });
      const wait = secondsUntilNextEmail(await listEmailsOfDay(tx, { mailbox, network }));
      if (wait > 0) throwTooMany(wait);
      await insertEmail(tx, { mailbox, network });
    });
  }

  /**
   * Counts an attempt from any network, in the hour that begins with the first attempt.
   * @param subject what is limited, such as `account:…`
   * @returns the number of attempts, including this one
   * @throws HttpError 429 if there were already `maxPerHour` attempts
   */
  async countUpTo(subject: string, maxPerHour: number): Promise<number> {
    return this.db.platform(async (tx) => {
      const [row] = await countAttemptInHour(tx, { subject, maxPerHour });
      if (row) return row.attempts;
      const age = (await readSecondsSinceFailure(tx, subject)) ?? 0;
      return throwTooMany(Math.max(1, Math.ceil(3600 - age)));
    });
  }

  /** Deletes the counted attempts at these subjects. */
  async reset(...subjects: string[]): Promise<void> {
    await this.db.platform((tx) => deleteSubjects(tx, { subjects }));
  }

  /**
   * Counts an attempt for the network, and then for the subject.
   * @returns the attempt of the network, followed by the one of the subject
   * @throws HttpError 429
   */
  async #countAttempts(subject: string | null, network: string): Promise<CountedAttempt[]> {
    const { counted, seconds, age } = await this.db.platform(async (tx) => {
      const networkAttempt = await countAttempt(tx, network, true);
      const hasFailed = networkAttempt !== null && networkAttempt.attempts > 1;
      const subjectAttempt =
        networkAttempt && subject ? await countAttempt(tx, subject, hasFailed) : null;
      if (networkAttempt && subjectAttempt)
        return { counted: [networkAttempt, subjectAttempt], seconds: 0, age: 0 };
      if (networkAttempt && !subject) return { counted: [networkAttempt], seconds: 0, age: 0 };
      if (networkAttempt) await takeBack(tx, networkAttempt);
      return {
        counted: null,
        seconds: await readSecondsToWait(tx, networkAttempt ? subject! : network),
        age: subject ? await readSecondsSinceFailure(tx, subject) : null,
      };
    });
    if (counted) return counted;
    // reports each wait once: reports since the failure that started the wait already cover it
    if (subject) this.#watcher(subject, 'throttled', Math.max(60, age ?? 900));
    return throwTooMany(seconds);
  }

  #takeBack(attempts: readonly CountedAttempt[]): Promise<void> {
    return this.db.platform(async (tx) => {
      for (const attempt of attempts) await takeBack(tx, attempt);
    });
  }
}

/**
 * Counts an attempt. Attempts at the same time are counted one after the other.
 * @param subject what is limited, such as `account:…` or a network
 * @param mustWait whether a waiting time after failures applies
 * @returns null if the attempt is not allowed because of the waiting time
 */
async function countAttempt(
  tx: Tx,
  subject: string,
  mustWait: boolean,
): Promise<CountedAttempt | null> {
  const [row] = await insertAttempt(tx, { subject, mustWait, freeAttempts, maxCount });
  return row ?? null;
}

async function takeBack(tx: Tx, { subject, at, before }: CountedAttempt): Promise<void> {
  await takeBackAttempt(tx, { subject, at, before });
  await deleteWithoutAttempts(tx, { subject });
}

/** Returns the seconds until the next attempt for the subject is allowed, at least one. */
async function readSecondsToWait(tx: Tx, subject: string): Promise<number> {
  const [row] = await readWaitingTime(tx, { subject, freeAttempts });
  return Math.max(1, row?.wait ?? 1);
}

/**
 * Counts a request in a leaky bucket of ten, which loses one every ten seconds.
 * @throws HttpError 429
 */
async function takeFromNetwork(tx: Tx, subject: string): Promise<void> {
  const takenTurns = await takeFromBucket.count(tx, {
    subject,
    seconds: secondsPerTurn,
    bucketSize,
  });
  if (takenTurns === 0) throwTooMany(secondsPerTurn);
}

/**
 * Records a subject at most once in 24 hours. Returns true if it was recorded now.
 * @param subject a name that is not used for any other count
 */
export async function recordOncePerDay(tx: Tx, subject: string): Promise<boolean> {
  return (await noteOnceADay.count(tx, { subject })) > 0;
}

/** Returns the seconds since the last counted attempt for the subject; null if there is none. */
async function readSecondsSinceFailure(tx: Tx, subject: string): Promise<number | null> {
  const [row] = await readAge(tx, { subject });
  return row?.age ?? null;
}

function throwTooMany(seconds: number): never {
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  throw tooMany(`Too many attempts. Please wait ${wait} and try again.`, seconds);
}
