import fs from 'node:fs';
import path from 'node:path';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Database } from '#libs/database';
import { Config } from '../../config.js';
import { head } from './journal.js';

type Heads = Record<string, { number: string; hash: string }>;

const fileIn = (dataDir: string) => path.join(dataDir, 'journal-heads.json');

/** Heads of all churches as they were last kept, by organization. */
export function keptHeads(dataDir: string): Heads {
  const file = fileIn(dataDir);
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Heads) : {};
}

/**
 * Keeps the journal's head outside the database, so that somebody who rewrites the whole chain is found
 * out. Written a moment after the commit, and at the end.
 */
@Injectable()
export class HeadKeeper implements OnModuleInit, BeforeApplicationShutdown {
  readonly #changed = new Set<string>();
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
    const heads = keptHeads(this.config.DATA_DIR);
    for (const id of organizations) {
      const { number, hash } = await this.db.separate(id, head);
      if (number > 0n) heads[id] = { number: number.toString(), hash: hash.toString('hex') };
    }
    fs.mkdirSync(this.config.DATA_DIR, { recursive: true });
    const file = fileIn(this.config.DATA_DIR);
    fs.writeFileSync(`${file}.new`, JSON.stringify(heads, null, 2), { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
  }
}
