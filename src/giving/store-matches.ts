import { Logger } from '@nestjs/common';
import type { Database, Tx } from '#libs/database';
import {
  lockChurchPatiently,
  StoreMismatch,
  type Projector,
  type RemoteStore,
} from '#libs/event-sourcing';

/**
 * Which churches' journals match the event store. One that does not match is read-only: nothing is recorded for it
 * (`RemoteStore` refuses), and nothing that the store has is taken into its books, until both match again.
 */
export class StoreMatches {
  readonly #log = new Logger('projections');
  /** Churches that were compared since the connection was made. */
  readonly #compared = new Set<string>();
  readonly #mismatched = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly store: RemoteStore,
    private readonly projector: Projector<unknown>,
  ) {}

  /** Why giving of some churches is read-only; null where all match. */
  get trouble(): string | null {
    const count = this.#mismatched.size;
    if (count === 0) return null;
    const churches = count === 1 ? 'one church' : `${count} churches`;
    return `of ${churches} the journal and the event store do not match; run repair-books`;
  }

  /** The server may be another one, or an older copy of it: every church is compared again. */
  connected(): void {
    this.#compared.clear();
  }

  /** Compares every church that is kept in EventStoreDB, and takes in what a church missed while it was read-only. */
  async compareAll(): Promise<void> {
    const churches = await this.db.platform((tx) =>
      tx.sql<{ id: string }>('select id from organization order by id'),
    );
    for (const { id } of churches) {
      if (this.#compared.has(id) && !this.#mismatched.has(id)) continue;
      await this.db.tenant(id, async (tx) => {
        const wasMismatched = this.#mismatched.has(id);
        if ((await isKeptHere(tx)) && (await this.matches(tx)) && wasMismatched)
          await this.#takeInMissed(tx);
      });
    }
  }

  /** Compares the church of a transaction, once for each connection and again while it does not match. */
  async matches(tx: Tx): Promise<boolean> {
    const organizationId = tx.organizationId!;
    if (this.#compared.has(organizationId) && !this.#mismatched.has(organizationId)) return true;
    try {
      await this.store.assertMatch(tx);
    } catch (error) {
      if (!(error instanceof StoreMismatch)) throw error;
      this.#note(organizationId);
      return false;
    } finally {
      this.#compared.add(organizationId);
    }
    this.#mismatched.delete(organizationId);
    return true;
  }

  #note(organizationId: string): void {
    if (this.#mismatched.has(organizationId)) return;
    this.#mismatched.add(organizationId);
    this.#log.error({
      message: 'giving of a church is read-only: its journal and the event store do not match',
      organizationId,
    });
  }

  async #takeInMissed(tx: Tx): Promise<void> {
    const organizationId = tx.organizationId!;
    await lockChurchPatiently(tx, organizationId);
    const position = (await this.store.head()) ?? 0n;
    await this.projector.deliver(tx, {
      position,
      batches: this.store.tail(organizationId, null),
    });
  }
}

async function isKeptHere(tx: Tx): Promise<boolean> {
  const [head] = await tx.sql<{ store: string | null }>(
    'select store from event_head where organization_id = $1',
    [tx.organizationId],
  );
  return head?.store === 'eventstoredb';
}
