import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Database, deleteExpired, type ExpiringTables } from '#libs/database';
import { requestExpiry } from '#libs/http';
import { supportExpiry } from '../support/index.js';
import { identityExpiry } from '../identity/index.js';
import { contentExpiry, Files } from '../content/index.js';
import { SweepDrafts } from '../giving/index.js';
import { swept } from './metrics.js';
import { churchIds } from '../tenancy/index.js';
import { deleteUnreferencedImages } from './sweeper.sql.js';

/** The time between two sweeps, in milliseconds. */
const sweepInterval = 3_600_000;
/** The time between the start of the program and the first sweep, in milliseconds. */
const firstSweepDelay = 60_000;

/** How the log describes a sweep that has failed. */
const failure = 'expired rows and files could not be deleted';

/** The rules of all contexts, in the order in which they are applied: sessions and links first. */
const expiring: ExpiringTables[] = [identityExpiry, requestExpiry, supportExpiry, contentExpiry];
const rulesOf = (kind: keyof ExpiringTables) =>
  expiring.flatMap((tables) => Object.entries(tables[kind] ?? {}));

/**
 * Deletes expired rows and files once an hour, in one process at a time. The contexts that own the
 * tables define how long rows are kept.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('sweeper');
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Files) private readonly files: Files,
  ) {}

  onApplicationBootstrap(): void {
    const schedule = (delay: number) => {
      this.#timer = setTimeout(() => {
        this.#running = this.sweep()
          .catch((error: unknown) => this.#log.error({ message: failure, error }))
          .finally(() => schedule(sweepInterval));
      }, delay);
      this.#timer.unref();
    };
    schedule(firstSweepDelay);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }

  /**
   * Deletes what has expired now. If that fails for a church, the others follow all the same, and
   * the next sweep tries it again.
   * @returns how many rows of each kind were deleted; null if another process sweeps at this moment
   */
  async sweep(): Promise<Record<string, number> | null> {
    const result = await this.db.exclusively('sweep', async () => {
      const counts: Record<string, number> = {};
      const add = (kind: string, count: number) => {
        counts[kind] = (counts[kind] ?? 0) + count;
        swept.inc({ kind }, count);
      };
      for (const [table, condition] of rulesOf('platform')) {
        const count = await this.db.platform((tx) => deleteExpired(tx, table, condition));
        add(table, count);
      }
      for (const organizationId of await churchIds(this.db)) {
        await this.#sweepChurch(organizationId, add).catch((error: unknown) => {
          this.#log.error({ message: failure, organizationId, error });
        });
      }
      return counts;
    });
    return result?.value ?? null;
  }

  async #sweepChurch(
    organizationId: string,
    add: (kind: string, count: number) => void,
  ): Promise<void> {
    for (const [table, condition] of rulesOf('church')) {
      add(table, await this.db.tenant(organizationId, (tx) => deleteExpired(tx, table, condition)));
    }
    const { drafts, uploads } = await this.commands.execute(new SweepDrafts(organizationId));
    add('draft', drafts);
    add('upload', uploads);
    add(Files.sweptKind, await this.files.sweep(organizationId));
    const images = await this.db.tenant(organizationId, (tx) => deleteUnreferencedImages.count(tx));
    add('image', images);
  }
}
