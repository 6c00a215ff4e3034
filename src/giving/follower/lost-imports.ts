import type { Database } from '#libs/database';
import type { Position, RemoteStore, StoredBulk } from '#libs/event-sourcing';
import { isInEventStoreDb } from './store-matches.js';
import { streamOf } from '../events.js';
import { listImportWork } from './follower.sql.js';
import { isPublished } from '../journal/journal.js';

/** An import whose events are stored completely, but which is not in the books. */
export interface LostImport {
  organizationId: string;
  importId: string;
  /** Position of its first event. A follower that resumes there receives the import again. */
  first: Position;
}

/** Finds imports that stay outside the books although their events are stored. */
export class LostImports {
  /** When an import was first found outside the books, by `performance.now()`. */
  readonly #since = new Map<string, number>();
  /** How far the follower was at the last look, and since when. */
  #progress: { position: Position | null; since: number } = { position: null, since: 0 };

  /**
   * @param follower.patience milliseconds that an import may be stored before it must be in the
   *   books
   * @param follower.reached everything up to this position was published, or skipped because its
   *   church does not match the event store
   */
  constructor(
    private readonly db: Database,
    private readonly store: RemoteStore,
    private readonly follower: { patience: number; reached: () => Position | null },
  ) {}

  /**
   * Looks at every import that is being committed. One that the follower has not reached yet is
   * only waiting, as long as the follower moves on.
   * @returns the first one that has been outside the books for longer than `patience`
   */
  async find(): Promise<LostImport | null> {
    const followed = this.#followedPosition();
    const open = await this.db.platform((tx) => listImportWork(tx));
    this.#forgetAllBut(new Set(open.map(({ importId }) => importId)));
    for (const { organizationId, importId } of open) {
      const bulk = await this.#findOutsideBooks(organizationId, importId);
      if (!bulk) {
        this.#since.delete(importId);
        continue;
      }
      const wasReached = followed !== null && followed >= bulk.end;
      if (this.#isOverdue(importId) && (wasReached || this.#isStanding()))
        return { organizationId, importId, first: bulk.first };
    }
    return null;
  }

  /** Whether the last look found an import outside the books, for however short a time. */
  get isAnyOutside(): boolean {
    return this.#since.size > 0;
  }

  /** How far the follower has come. */
  #followedPosition(): Position | null {
    const position = this.follower.reached();
    if (position !== this.#progress.position)
      this.#progress = { position, since: performance.now() };
    return position;
  }

  #isStanding(): boolean {
    return performance.now() - this.#progress.since >= this.follower.patience;
  }

  async #findOutsideBooks(organizationId: string, importId: string): Promise<StoredBulk | null> {
    const stream = streamOf(organizationId, 'import', importId);
    const isHere = await this.db.tenant(organizationId, isInEventStoreDb);
    if (!isHere) return null;
    const bulk = await this.store.findBulk(organizationId, stream);
    if (!bulk) return null;
    const isInBooks = await this.db.tenant(organizationId, (tx) =>
      isPublished(tx, stream, bulk.revision),
    );
    return isInBooks ? null : bulk;
  }

  #isOverdue(importId: string): boolean {
    const now = performance.now();
    const since = this.#since.get(importId) ?? now;
    this.#since.set(importId, since);
    return now - since >= this.follower.patience;
  }

  #forgetAllBut(open: Set<string>): void {
    for (const importId of this.#since.keys())
      if (!open.has(importId)) this.#since.delete(importId);
  }
}
