import { Inject, Injectable } from '@nestjs/common';
import { Database, lockName, type Tx } from '#libs/database';
import { tooMany } from './errors.js';
import { FairQueue } from './fair-queue.js';
import { networkOf } from './network.js';
import {
  countLetters,
  countOfHour,
  countTry,
  deleteWithoutFailures,
  forgetSubjects,
  insertLetter,
  noteOnceADay,
  readAge,
  readWait,
  takeBackAttempt,
  takePlace,
} from './throttle.sql.js';

/** Free tries before a subject has to wait; then 2, 4, 8 … seconds, at most 15 minutes. */
const freeTries = 5;
/** Letters to one mailbox: in an hour, and in a day to networks that are new to it. */
const hourlyLetters = 5;
const dailyLetters = 20;
/** What one network may ask for at once, and the seconds until it may again. */
const turns = 10;
const turnSeconds = 10;
/** No failure counts beyond it: the wait does not grow anymore, and no number overflows. */
const most = 1_000;

export type Refusal = 'wrong-password' | 'wrong-code' | 'throttled';
/** @param seconds in which the same is worth telling once; a minute unless given */
type Watcher = (subject: string, reason: Refusal, seconds?: number) => void;

/** A try that was counted; `before`: when the one before it was, to give it back. */
type Counted = Awaited<ReturnType<typeof countTry>>[number];

/**
 * Slows guessing down, by what is guessed at and by the network that guesses. A try is counted before it is made, in one
 * statement, and given back when it was right: of any number at once only so many are made.
 */
@Injectable()
export class Throttle {
  /** A network's own tries go one after the other, nearly, so that several right ones at once are not taken for guessing. */
  readonly #turns = new FairQueue({ atOnce: 1_000, atOnceOfOne: freeTries - 1, waitingOfOne: 50 });
  #tell: Watcher = () => undefined;

  constructor(@Inject(Database) private readonly db: Database) {}

  /** Who is told of every failure and wait from now on. */
  watch(watcher: Watcher): void {
    this.#tell = watcher;
  }

  /**
   * Makes one try. A network waits for its own failures; a subject's failures make only those networks wait that have
   * failed themselves, so that nobody can lock the owner out.
   * @param subject what is tried: `account:…`; null where only the network counts, as with a letter's token
   * @param attempt null when it was wrong, which is passed on; an error is no failure
   * @param kind of tries that the network counts together
   * @throws HttpError 429 with the seconds to wait
   */
  try<T>(
    subject: string | null,
    address: string,
    reason: Refusal,
    attempt: () => Promise<T | null>,
    kind = 'address',
  ): Promise<T | null> {
    const network = `${kind}:${networkOf(address)}`;
    return this.#turns.run(network, async () => {
      const counted = await this.#begin(subject, network);
      let result: T | null;
      try {
        result = await attempt();
      } catch (error) {
        await this.#giveBack(counted);
        throw error;
      }
      if (result !== null) {
        await this.#giveBack(counted.slice(0, 1));
        if (subject) await this.forget(subject);
      } else if (subject) {
        this.#tell(subject, reason);
      }
      return result;
    });
  }

  /** For what costs somebody else something each time, such as an SMS: every try counts. @throws HttpError 429 */
  async count(what: string, subject: string, address: string): Promise<void> {
    await this.db.platform(async (tx) => {
      for (const one of [`${what}-from:${networkOf(address)}`, `${what}:${subject}`]) {
        if (!(await counted(tx, one, true))) throttled(await waitOf(tx, one));
      }
    });
  }

  /** What a network may ask for at all: ten at once, and one more every ten seconds, so that a hall full of people can register. @throws HttpError 429 */
  async turn(what: string, address: string): Promise<void> {
    await this.db.platform((tx) => takeTurn(tx, `${what}-from:${networkOf(address)}`));
  }

  /**
   * Counts a letter that somebody has sent to a mailbox: five in an hour, but a network that asks for the first time in a
   * day always gets one, up to twenty a day. And what one network may have sent at all.
   * @param mailbox the address, in lower case @throws HttpError 429; nothing that an earlier letter said is touched then
   */
  async letter(mailbox: string, address: string): Promise<void> {
    const network = networkOf(address);
    await this.db.platform(async (tx) => {
      await takeTurn(tx, `letters-from:${network}`);
      await lockName(tx, { name: `letters to ${mailbox}` });
      const [sent] = await countLetters(tx, { mailbox, network });
      if (sent!.day >= dailyLetters || (sent!.hour >= hourlyLetters && !sent!.isNew))
        throttled(sent!.wait);
      await insertLetter(tx, { mailbox, network });
    });
  }

  /** At most so many in an hour, from anywhere. @returns the how many-th it is @throws HttpError 429 */
  async cap(subject: string, hourly: number): Promise<number> {
    return this.db.platform(async (tx) => {
      const [row] = await countOfHour(tx, { subject, hourly });
      if (row) return row.failures;
      return throttled(Math.max(1, Math.ceil(3600 - ((await ageOf(tx, subject)) ?? 0))));
    });
  }

  /** As if nothing had failed. */
  async forget(...subjects: string[]): Promise<void> {
    await this.db.platform((tx) => forgetSubjects(tx, { subjects }));
  }

  /** Counts the try for the network first, then for what is tried. @throws HttpError 429 */
  async #begin(subject: string | null, network: string): Promise<Counted[]> {
    const { tries, seconds, since } = await this.db.platform(async (tx) => {
      const own = await counted(tx, network, true);
      const of = own && subject ? await counted(tx, subject, own.failures > 1) : null;
      if (own && (of ?? !subject)) return { tries: of ? [own, of] : [own], seconds: 0, since: 0 };
      if (own) await giveBack(tx, own);
      return {
        tries: null,
        seconds: await waitOf(tx, own ? subject! : network),
        since: subject ? await ageOf(tx, subject) : null,
      };
    });
    if (tries) return tries;
    // once for each wait: what was recorded since the failure that it began with says it already
    if (subject) this.#tell(subject, 'throttled', Math.max(60, since ?? 900));
    return throttled(seconds);
  }

  #giveBack(tries: readonly Counted[]): Promise<void> {
    return this.db.platform(async (tx) => {
      for (const one of tries) await giveBack(tx, one);
    });
  }
}

/** Counts one try of the subject, unless it has to wait and that is `held`: null. Of any number at once, one after the other. */
async function counted(tx: Tx, subject: string, isHeld: boolean): Promise<Counted | null> {
  const [row] = await countTry(tx, { subject, isHeld, freeTries, most });
  return row ?? null;
}

async function giveBack(tx: Tx, { subject, at, before }: Counted): Promise<void> {
  await takeBackAttempt(tx, { subject, at, before });
  await deleteWithoutFailures(tx, { subject });
}

/** Seconds until the subject may be tried again. */
async function waitOf(tx: Tx, subject: string): Promise<number> {
  const [row] = await readWait(tx, { subject, freeTries });
  return Math.max(1, row?.wait ?? 1);
}

/** A bucket that holds ten and loses one every ten seconds. @throws HttpError 429 when it is full */
async function takeTurn(tx: Tx, subject: string): Promise<void> {
  const taken = await takePlace.count(tx, { subject, seconds: turnSeconds, places: turns });
  if (taken === 0) throttled(turnSeconds);
}

/**
 * Whether the subject was not noted within the last day, and notes it.
 * @param subject a name that nothing else is counted under
 */
export async function isFirstInADay(tx: Tx, subject: string): Promise<boolean> {
  return (await noteOnceADay.count(tx, { subject })) > 0;
}

/** Seconds since the last failure; null where nothing has failed. */
async function ageOf(tx: Tx, subject: string): Promise<number | null> {
  const [row] = await readAge(tx, { subject });
  return row?.age ?? null;
}

function throttled(seconds: number): never {
  throw tooMany(
    `Too many attempts. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
    seconds,
  );
}
