import type { Database } from '#libs/database';
import {
  lockChurchPatiently,
  type Projector,
  type Unit,
  writeStoreName,
} from '#libs/event-sourcing';
import { findChurch } from '../../tenancy/index.js';
import type { HeadKeeper } from '../journal/head-keeper.js';
import type { StoreMatches } from './store-matches.js';

/** Publishes events of EventStoreDB in the church to which they belong. */
export class ChurchPublisher {
  /** Whether a church is in the database, by its id. A missing id has not been looked up yet. */
  readonly #isInDatabase = new Map<string, boolean>();

  constructor(
    private readonly db: Database,
    private readonly matches: StoreMatches,
    private readonly projector: Projector<unknown>,
    private readonly heads: HeadKeeper,
  ) {}

  /**
   * Publishes the events of a unit. Ignores them if the church is not in the database, or is not
   * stored in EventStoreDB.
   * @returns false if the events were skipped because the church does not match the store: the
   *   saved position stays before them, so that they are read again later
   */
  async publish(unit: Unit): Promise<boolean> {
    const { organizationId } = unit;
    if (!(await this.#hasChurch(organizationId))) return true;
    // Without the lock, because a repair of the church may hold it for long, while the events of
    // other churches would wait.
    if (this.matches.isMismatched(organizationId)) return false;
    const isPublished = await this.db.tenant(organizationId, async (tx) => {
      const current = await lockChurchPatiently(tx, organizationId);
      // the church has been moved to another store, or a move is copying its events to this one
      if (current !== null && current !== 'eventstoredb') return true;
      if (current === null) await writeStoreName(tx, 'eventstoredb');
      if (!(await this.matches.mayPublish(tx))) return false;
      await this.projector.deliver(tx, unit);
      return true;
    });
    this.heads.noteChange(organizationId);
    return isPublished;
  }

  /**
   * Whether the database has the church. The store may contain other churches, if several
   * installations use it or if the database is older. Each church is looked up once: it is in the
   * database before its first event is stored.
   */
  async #hasChurch(organizationId: string): Promise<boolean> {
    const known = this.#isInDatabase.get(organizationId);
    if (known !== undefined) return known;
    const isFound = (await this.db.platform((tx) => findChurch(tx, organizationId))) !== null;
    this.#isInDatabase.set(organizationId, isFound);
    return isFound;
  }
}
