import { Logger } from '@nestjs/common';
import type { Database, Tx } from '#libs/database';
import { readStoreName, type RemoteStore, StoreMismatch } from '#libs/event-sourcing';
import { churchIds } from '../../tenancy/index.js';

/**
 * Remembers which churches' journals match the event store. For a church that does not match,
 * `RemoteStore` records nothing, and the follower publishes no events.
 */
export class StoreMatches {
  readonly #log = new Logger('projections');
  /** Churches that were compared since the connection was made. */
  readonly #compared = new Set<string>();
  readonly #mismatched = new Set<string>();
  /**
   * What the process that ran the follower before this one has reported as trouble; null after this
   * process has compared all churches.
   */
  #adoptedTrouble: string | null = null;

  constructor(
    private readonly db: Database,
    private readonly store: RemoteStore,
  ) {}

  /** A text that says how many churches do not match; null if all churches match. */
  get trouble(): string | null {
    const count = this.#mismatched.size;
    if (count === 0) return this.#adoptedTrouble;
    const churches = count === 1 ? 'one church' : `${count} churches`;
    return `of ${churches} the journal and the event store do not match; run repair-books`;
  }

  /**
   * Reports the trouble of the process that followed before, until `findMatchingAgain` has compared
   * all churches.
   */
  adoptTrouble(trouble: string | null): void {
    this.#adoptedTrouble = trouble;
  }

  /**
   * Forgets all comparisons, so that every church is compared again. Call it after a new
   * connection, because the server may be another one, or an older copy.
   */
  compareAllAgain(): void {
    this.#compared.clear();
  }

  /**
   * Compares every church that is stored in EventStoreDB and was not compared since the connection
   * was made, and those that did not match.
   * @returns the churches that match again. The follower has skipped their events. It has to read
   *   them again, and to `release` the churches before it does.
   */
  async findMatchingAgain(): Promise<string[]> {
    const matchingAgain: string[] = [];
    for (const id of await churchIds(this.db)) {
      const wasMismatched = this.#mismatched.has(id);
      if (this.#compared.has(id) && !wasMismatched) continue;
      const matches = await this.db.tenant(id, async (tx) =>
        (await isInEventStoreDb(tx)) ? this.#compare(tx) : true,
      );
      if (matches && wasMismatched) matchingAgain.push(id);
    }
    this.#adoptedTrouble = null;
    return matchingAgain;
  }

  /** Whether a comparison found that the church does not match, and it was not released since. */
  isMismatched(organizationId: string): boolean {
    return this.#mismatched.has(organizationId);
  }

  /** Lets events of these churches be published again. */
  release(churches: readonly string[]): void {
    for (const id of churches) this.#mismatched.delete(id);
  }

  /**
   * Whether the events of the transaction's church may be published. Compares the church's journal
   * with the event store once for each connection. A mismatch lasts until `release`, so that the
   * events that were skipped during it are read later.
   */
  async mayPublish(tx: Tx): Promise<boolean> {
    const organizationId = tx.organizationId!;
    if (this.isMismatched(organizationId)) return false;
    return this.#compared.has(organizationId) || this.#compare(tx);
  }

  async #compare(tx: Tx): Promise<boolean> {
    const organizationId = tx.organizationId!;
    try {
      await this.store.assertMatch(tx);
      this.#compared.add(organizationId);
      return true;
    } catch (error) {
      if (!(error instanceof StoreMismatch)) throw error;
      this.#compared.add(organizationId);
      this.#noteMismatch(organizationId);
      return false;
    }
  }

  #noteMismatch(organizationId: string): void {
    if (this.#mismatched.has(organizationId)) return;
    this.#mismatched.add(organizationId);
    this.#log.error({
      message: 'giving of a church is read-only: its journal and the event store do not match',
      organizationId,
    });
  }
}

/** Whether the transaction's church is stored in EventStoreDB. */
export async function isInEventStoreDb(tx: Tx): Promise<boolean> {
  return (await readStoreName(tx)) === 'eventstoredb';
}
