import type { Database } from '#libs/database';
import type { Position, RemoteStore, StoredBulk } from '#libs/event-sourcing';
import { isInEventStoreDb } from './store-matches.js';
import { streamOf } from '../events.js';
import { listImportWork } from './follower.sql.js';
import { isPublished } from '../journal/journal.js';

/** An import whose events are stored completely, but which is not in the ledger. */
export interface LostImport {
  organizationId: string;
  importId: string;
  /** Position of its first event. A follower that resumes there receives the import again. */
  first: Position;
}

/** Finds imports that do not reach the ledger although their events are stored. */
export class LostImports {
  /** When an import was first found missing in the ledger, by `performance.now()`. */
  readonly #missingSince = new Map<string, number>();
  /** The position of the follower, and when it reached this position. */
  #progress: { position: Position | null; since: number } = { position: null, since: 0 };

  /**
   * @param follower.importDelay milliseconds that an import may be stored before it must be in the
   *   ledger
   * @param follower.reached returns the position up to which all events were published, or skipped
   *   because their churches do not match the event store
   */
  constructor(
    private readonly db: Database,
    private readonly store: RemoteStore,
    private readonly follower: { importDelay: number; reached: () => Position | null },
  ) {}

  /**
   * Checks every import that is being recorded or undone. An import that the follower has not
   * reached yet is not lost, as long as the follower makes progress.
   * @returns the first import that has been missing for longer than `importDelay`
   */
  async find(): Promise<LostImport | null> {
    const followed = this.#followedPosition();
    const open = await this.db.platform((tx) => listImportWork(tx));
    this.#forgetAllBut(new Set(open.map(({ importId }) => importId)));
    for (const { organizationId, importId } of open) {
      const bulk = await this.#findMissingBulk(organizationId, importId);
      if (!bulk) {
        this.#missingSince.delete(importId);
        continue;
      }
      const wasReached = followed !== null && followed >= bulk.end;
      if (this.#isOverdue(importId) && (wasReached || this.#isFollowerStuck()))
        return { organizationId, importId, first: bulk.first };
    }
    return null;
  }

  /** Whether the last check found an import missing in the ledger, even for a short time. */
  get isAnyMissing(): boolean {
    return this.#missingSince.size > 0;
  }

  #followedPosition(): Position | null {
    const position = this.follower.reached();
    if (position !== this.#progress.position)
      this.#progress = { position, since: performance.now() };
    return position;
  }

  #isFollowerStuck(): boolean {
    return performance.now() - this.#progress.since >= this.follower.importDelay;
  }

  async #findMissingBulk(organizationId: string, importId: string): Promise<StoredBulk | null> {
    const stream = streamOf(organizationId, 'import', importId);
    const isStoredThere = await this.db.tenant(organizationId, isInEventStoreDb);
    if (!isStoredThere) return null;
    const bulk = await this.store.findBulk(organizationId, stream);
    if (!bulk) return null;
    const isInLedger = await this.db.tenant(organizationId, (tx) =>
      isPublished(tx, stream, bulk.revision),
    );
    return isInLedger ? null : bulk;
  }

  #isOverdue(importId: string): boolean {
    const now = performance.now();
    const since = this.#missingSince.get(importId) ?? now;
    this.#missingSince.set(importId, since);
    return now - since >= this.follower.importDelay;
  }

  #forgetAllBut(open: Set<string>): void {
    for (const importId of this.#missingSince.keys())
      if (!open.has(importId)) this.#missingSince.delete(importId);
  }
}
