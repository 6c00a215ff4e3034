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

const headsFile = (dataDir: string) => path.join(dataDir, 'journal-heads.json');

/** Reads the heads of all churches that were stored last, by organization. */
export function readStoredHeads(dataDir: string): Heads {
  const file = headsFile(dataDir);
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Heads) : {};
}

/**
 * Stores the heads of the journals outside the database, so that `verify` finds a journal that was
 * rewritten completely. Writes changed heads every two seconds, and when the program ends.
 */
@Injectable()
export class HeadKeeper implements OnModuleInit, BeforeApplicationShutdown {
  readonly #log = new Logger('journal');
  readonly #changed = new Set<string>();
  /** Churches of which the log says that their head outside the database is newer. */
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
      const { number, hash } = await this.db.separate(id, readHead);
      if (number === 0n) continue;
      if (heads[id] && BigInt(heads[id].number) > number) this.#reportNewer(id, heads[id], number);
      else heads[id] = { number: number.toString(), hash: hash.toString('hex') };
    }
    writeHeads(this.config.DATA_DIR, heads);
  }

  /** Logs that the stored head is newer. It is not overwritten, because it shows the loss. */
  #reportNewer(organizationId: string, { number }: Head, inDatabase: bigint): void {
    if (this.#reported.has(organizationId)) return;
    this.#reported.add(organizationId);
    this.#log.warn({
      message:
        'the journal head outside the database is newer than the database; run verify, and ' +
        'accept-restore if an older copy was restored on purpose',
      organizationId,
      number,
      inDatabase: inDatabase.toString(),
    });
  }
}

/** Replaces the file in one step, so that no reader gets an incomplete file. */
function writeHeads(dataDir: string, heads: Heads): void {
  fs.mkdirSync(dataDir, { recursive: true });
  const file = headsFile(dataDir);
  fs.writeFileSync(`${file}.new`, JSON.stringify(heads, null, 2), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}

/** The journal entries that a database lost, because an older copy of it was restored. */
export interface AcceptedRestore {
  /** Number of the newest journal entry that was known outside the database. */
  known: string;
  /** Number of the newest journal entry in the database. */
  inDatabase: string;
}

/**
 * Accepts that the database of a church was restored from a copy that is older than the journal
 * head outside of it. Records the gap in the church's audit log, and stores the present head.
 * @param acceptedBy the name of the operator who accepts it
 * @returns null if the head outside the database is not newer
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
    const present = await readHead(tx);
    if (!stored || BigInt(stored.number) <= present.number) return null;
    const gap = { known: stored.number, inDatabase: present.number.toString() };
    await audit(tx, null, 'restore-accepted', { ...gap, knownHash: stored.hash, acceptedBy });
    return { gap, present };
  });
  if (!accepted) return null;
  const { number, hash } = accepted.present;
  heads[organizationId] = { number: number.toString(), hash: hash.toString('hex') };
  writeHeads(dataDir, heads);
  return accepted.gap;
}
