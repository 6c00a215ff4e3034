import { Inject, Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { tooMany } from './errors.js';
import { FairQueue } from './fair-queue.js';
import { networkOf } from './network.js';

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
interface Counted {
  subject: string;
  failures: number;
  at: string;
  before: string | null;
}

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
      await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `letters to ${mailbox}`,
      ]);
      const [sent] = await tx.sql<{ day: number; hour: number; isNew: boolean; wait: number }>(
        `select count(*)::int as day, (count(*) filter (where at > now() - interval '1 hour'))::int as hour, (count(*) filter (where network = $2)) = 0 as "isNew",
                coalesce(ceil(extract(epoch from min(at) filter (where at > now() - interval '1 hour') + interval '1 hour' - now())), 3600)::int as wait
           from letter_request where mailbox = $1 and at > now() - interval '1 day'`,
        [mailbox, network],
      );
      if (sent!.day >= dailyLetters || (sent!.hour >= hourlyLetters && !sent!.isNew))
        throttled(sent!.wait);
      await tx.sql('insert into letter_request (mailbox, network) values ($1, $2)', [
        mailbox,
        network,
      ]);
    });
  }

  /** At most so many in an hour, from anywhere. @returns the how many-th it is @throws HttpError 429 */
  async cap(subject: string, hourly: number): Promise<number> {
    return this.db.platform(async (tx) => {
      const [row] = await tx.sql<{ failures: number }>(
        `insert into sign_in_failure as f (subject, failures, last_at) values ($1, 1, now())
         on conflict (subject) do update set failures = case when f.last_at < now() - interval '1 hour' then 1 else f.failures + 1 end,
           last_at = case when f.last_at < now() - interval '1 hour' then now() else f.last_at end
          where f.failures < $2 or f.last_at < now() - interval '1 hour' returning failures`,
        [subject, hourly],
      );
      if (row) return row.failures;
      return throttled(Math.max(1, Math.ceil(3600 - ((await ageOf(tx, subject)) ?? 0))));
    });
  }

  /** As if nothing had failed. */
  async forget(...subjects: string[]): Promise<void> {
    await this.db.platform((tx) =>
      tx.sql('delete from sign_in_failure where subject = any($1::text[])', [subjects]),
    );
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

const wait = `least(power(2, least(f.failures - ${freeTries} + 1, 12)), 900)`;

/** Counts one try of the subject, unless it has to wait and that is `held`: null. Of any number at once, one after the other. */
async function counted(tx: Tx, subject: string, isHeld: boolean): Promise<Counted | null> {
  const [row] = await tx.sql<Counted>(
    `insert into sign_in_failure as f (subject, failures, last_at) values ($1, 1, now())
     on conflict (subject) do update set last_at = now(), failures = case when f.last_at < now() - interval '1 hour' then 1 else least(f.failures, ${most - 1}) + 1 end
      where not $2 or f.failures < ${freeTries} or f.last_at < now() - interval '1 hour' or f.last_at + make_interval(secs => ${wait}) <= now()
     returning f.subject, f.failures, f.last_at::text as at, old.last_at::text as before`,
    [subject, isHeld],
  );
  return row ?? null;
}

async function giveBack(tx: Tx, { subject, at, before }: Counted): Promise<void> {
  await tx.sql(
    `update sign_in_failure set failures = failures - 1, last_at = case when last_at = $2::timestamptz then coalesce($3::timestamptz, last_at) else last_at end
      where subject = $1 and failures > 0`,
    [subject, at, before],
  );
  await tx.sql('delete from sign_in_failure where subject = $1 and failures = 0', [subject]);
}

/** Seconds until the subject may be tried again. */
async function waitOf(tx: Tx, subject: string): Promise<number> {
  const [row] = await tx.sql<{ wait: number }>(
    `select ceil(${wait} - extract(epoch from now() - f.last_at))::float8 as wait from sign_in_failure f where f.subject = $1`,
    [subject],
  );
  return Math.max(1, row?.wait ?? 1);
}

/** A bucket that holds ten and loses one every ten seconds. @throws HttpError 429 when it is full */
async function takeTurn(tx: Tx, subject: string): Promise<void> {
  const left =
    'greatest(f.failures - floor(extract(epoch from now() - f.last_at) / $2::int), 0)::int';
  const [row] = await tx.sql(
    `insert into sign_in_failure as f (subject, failures, last_at) values ($1, 1, now())
     on conflict (subject) do update set failures = ${left} + 1, last_at = now() where ${left} < $3::int returning 1`,
    [subject, turnSeconds, turns],
  );
  if (!row) throttled(turnSeconds);
}

/**
 * Whether the subject was not noted within the last day, and notes it.
 * @param subject a name that nothing else is counted under
 */
export async function isFirstInADay(tx: Tx, subject: string): Promise<boolean> {
  const noted = await tx.sql(
    `insert into sign_in_failure as f (subject, failures, last_at) values ($1, 1, now())
     on conflict (subject) do update set last_at = now() where f.last_at < now() - interval '1 day' returning 1`,
    [subject],
  );
  return noted.length > 0;
}

/** Seconds since the last failure; null where nothing has failed. */
async function ageOf(tx: Tx, subject: string): Promise<number | null> {
  const [row] = await tx.sql<{ age: number }>(
    'select extract(epoch from now() - last_at)::float8 as age from sign_in_failure where subject = $1',
    [subject],
  );
  return row?.age ?? null;
}

function throttled(seconds: number): never {
  throw tooMany(
    `Too many attempts. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
    seconds,
  );
}
