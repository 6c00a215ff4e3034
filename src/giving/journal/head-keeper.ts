import fs from 'node:fs';
import path from 'node:path';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { audit } from '#libs/http';
import { Config } from '../../ops/config.js';
import { readHead } from './journal.js';
import { selectEntryHash } from './journal.sql.js';

interface Head {
  number: string;
  hash: string;
}

type Heads = Record<string, Head>;

const headsFile = (dataDir: string) => path.join(dataDir, 'journal-heads.json');

/** Returns the stored head of each church by its id; empty if none was stored yet. */
export function readStoredHeads(dataDir: string): Heads {
  const file = headsFile(dataDir);
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Heads) : {};
}

/**
 * Stores the heads of the journals outside the database, so that `verify` finds a journal that was
 * rewritten or restored from an older copy. A stored head that the journal no longer contains is
 * kept until an operator accepts the difference. Writes changed heads every two seconds, and when
 * the program ends.
 */
@Injectable()
export class HeadKeeper implements OnModuleInit, BeforeApplicationShutdown {
  readonly #log = new Logger('journal');
  readonly #changed = new Set<string>();
  /** Churches of which the log says that their journal does not contain the stored head. */
  readonly #reported = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  /** Whether the last attempt to write has failed, which the log says once. */
  #isFailing = false;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const writeOrReport = () =>
      this.write().then(
        () => {
          this.#isFailing = false;
        },
        (error: unknown) => this.#reportFailure(error),
      );
    this.#timer = setInterval(() => void writeOrReport(), 2_000);
    this.#timer.unref();
  }

  /**
   * Notes that the church's journal has a new entry. Call it after the commit, because another
   * transaction reads the head.
   */
  noteChange(organizationId: string): void {
    this.#changed.add(organizationId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  /** Stores the heads that have changed since the last call. */
  async write(): Promise<void> {
    if (this.#changed.size === 0) return;
    const organizations = [...this.#changed];
    this.#changed.clear();
    try {
      await this.#store(organizations);
    } catch (error) {
      for (const id of organizations) this.#changed.add(id); // the next call tries again
      throw error;
    }
  }

  async #store(organizations: string[]): Promise<void> {
    const heads = readStoredHeads(this.config.DATA_DIR);
    for (const id of organizations) {
      const stored = heads[id];
      const { current, isContained } = await this.db.separate(id, async (tx) => ({
        current: await readHead(tx),
        isContained: !stored || (await containsHead(tx, stored)),
      }));
      if (stored && !isContained) this.#reportMissing(id, stored, current.number);
      else if (current.number > 0n) heads[id] = toHead(current);
    }
    writeHeads(this.config.DATA_DIR, heads);
  }

  /** Logs that the journal lacks the stored head. The head is kept, because it shows the loss. */
  #reportMissing(organizationId: string, { number }: Head, inDatabase: bigint): void {
    if (this.#reported.has(organizationId)) return;
    this.#reported.add(organizationId);
    this.#log.warn({
      message:
        'the journal does not contain the head that is stored outside the database; run verify, ' +
        'and accept-restore if an older copy was restored on purpose',
      organizationId,
      number,
      inDatabase: inDatabase.toString(),
    });
  }

  #reportFailure(error: unknown): void {
    if (!this.#isFailing)
      this.#log.error({ message: 'the heads of the journals could not be stored', error });
    this.#isFailing = true;
  }
}

const toHead = ({ number, hash }: { number: bigint; hash: Buffer }): Head => ({
  number: number.toString(),
  hash: hash.toString('hex'),
});

/** Whether the journal of the church still has the entry that was its newest one. */
async function containsHead(tx: Tx, { number, hash }: Head): Promise<boolean> {
  const [entry] = await selectEntryHash(tx, { number: BigInt(number) });
  return entry?.hash.toString('hex') === hash;
}

/** Replaces the file in one step, so that no reader gets an incomplete file. */
function writeHeads(dataDir: string, heads: Heads): void {
  fs.mkdirSync(dataDir, { recursive: true });
  const file = headsFile(dataDir);
  // Each process has a file of its own.
  const newFile = `${file}.${process.pid}.new`;
  fs.writeFileSync(newFile, JSON.stringify(heads, null, 2), { mode: 0o600 });
  fs.renameSync(newFile, file);
}

/** What an operator accepts: the journal does not contain the stored head any more. */
export interface AcceptedRestore {
  /** Number of the newest journal entry that was known outside the database. */
  known: string;
  /** Number of the newest journal entry in the database. */
  inDatabase: string;
}

/**
 * Accepts that the database of a church was restored from a copy that is older than the journal
 * head outside of it, also if donations were recorded since. Records the gap in the church's audit
 * log, and stores the current head.
 * @param acceptedBy the name of the operator who accepts it
 * @returns null if the journal contains the head outside the database
 */
export async function acceptRestore(
  db: Database,
  dataDir: string,
  organizationId: string,
  acceptedBy: string,
): Promise<AcceptedRestore | null> {
  const heads = readStoredHeads(dataDir);
  const stored = heads[organizationId];
  const accepted = await db.tenant(organizationId, async (tx) => {
    if (!stored || (await containsHead(tx, stored))) return null;
    const current = await readHead(tx);
    const gap = { known: stored.number, inDatabase: current.number.toString() };
    await audit(tx, null, 'restore-accepted', { ...gap, knownHash: stored.hash, acceptedBy });
    return { gap, current };
  });
  if (!accepted) return null;
  heads[organizationId] = toHead(accepted.current);
  writeHeads(dataDir, heads);
  return accepted.gap;
}
