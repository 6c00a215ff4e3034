import fs from 'node:fs';
import path from 'node:path';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Database } from '#libs/database';
import { audit } from '#libs/http';
import { Config } from '../../ops/config.js';
import { readHead } from './journal.js';

interface Head {
  number: string;
  hash: string;
}

type Heads = Record<string, Head>;

const fileIn = (dataDir: string) => path.join(dataDir, 'journal-heads.json');

/** Heads of all churches as they were last kept, by organization. */
export function readStoredHeads(dataDir: string): Heads {
  const file = fileIn(dataDir);
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Heads) : {};
}

/**
 * Keeps the journal's head outside the database, so that somebody who rewrites the whole chain is found
 * out. Written a moment after the commit, and at the end.
 */
@Injectable()
export class HeadKeeper implements OnModuleInit, BeforeApplicationShutdown {
  readonly #log = new Logger('journal');
  readonly #changed = new Set<string>();
  /** Churches whose head outside the database is newer, which was logged. */
  readonly #reported = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => void this.write().catch(() => undefined), 2_000);
    this.#timer.unref();
  }

  /** Notes that the church's journal has grown. Call it after the commit: the head is read by another transaction. */
  changed(organizationId: string): void {
    this.#changed.add(organizationId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  /** Keeps what has changed since the last time. */
  async write(): Promise<void> {
    if (this.#changed.size === 0) return;
    const organizations = [...this.#changed];
    this.#changed.clear();
    try {
      await this.#keep(organizations);
    } catch (error) {
      for (const id of organizations) this.#changed.add(id); // the next time
      throw error;
    }
  }

  async #keep(organizations: string[]): Promise<void> {
    const heads = readStoredHeads(this.config.DATA_DIR);
    for (const id of organizations) {
      const { number, hash } = await this.db.separate(id, readHead);
      if (number === 0n) continue;
      if (heads[id] && BigInt(heads[id].number) > number) this.#reportNewer(id, heads[id], number);
      else heads[id] = { number: number.toString(), hash: hash.toString('hex') };
    }
    writeHeads(this.config.DATA_DIR, heads);
  }

  /** The head outside the database stays: it says what the database lost. */
  #reportNewer(organizationId: string, { number }: Head, inDatabase: bigint): void {
    if (this.#reported.has(organizationId)) return;
    this.#reported.add(organizationId);
    this.#log.warn({
      message:
        'the journal head outside the database is newer than the database; run verify, and accept-restore if an older copy was restored on purpose',
      organizationId,
      number,
      inDatabase: inDatabase.toString(),
    });
  }
}

/** Replaces the file in one step, so that nobody reads half of it. */
function writeHeads(dataDir: string, heads: Heads): void {
  fs.mkdirSync(dataDir, { recursive: true });
  const file = fileIn(dataDir);
  fs.writeFileSync(`${file}.new`, JSON.stringify(heads, null, 2), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}

/** What a database lost when an older copy of it was restored. */
export interface AcceptedRestore {
  /** Number of the newest journal entry that was known outside the database. */
  known: string;
  /** Number of the newest journal entry in the database. */
  inDatabase: string;
}

/**
 * Accepts that the database of a church was restored from a copy that is older than the journal head outside of it. Records
 * the gap in the church's audit log, and keeps the present head from now on.
 * @param acceptedBy who accepts it, in words
 * @returns null if the head outside the database is not newer
 */
export async function acceptRestore(
  db: Database,
  dataDir: string,
  organizationId: string,
  acceptedBy: string,
): Promise<AcceptedRestore | null> {
  const heads = readStoredHeads(dataDir);
  const known = heads[organizationId];
  const accepted = await db.tenant(organizationId, async (tx) => {
    const present = await readHead(tx);
    if (!known || BigInt(known.number) <= present.number) return null;
    const gap = { known: known.number, inDatabase: present.number.toString() };
    await audit(tx, null, 'restore-accepted', { ...gap, knownHash: known.hash, acceptedBy });
    return { gap, present };
  });
  if (!accepted) return null;
  const { number, hash } = accepted.present;
  heads[organizationId] = { number: number.toString(), hash: hash.toString('hex') };
  writeHeads(dataDir, heads);
  return accepted.gap;
}
