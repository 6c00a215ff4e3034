import type { Database, Statement, Tx } from '#libs/database';
import type { EventStore, Position, StoredEvent, Unit } from './event-store.js';
import type { ChurchHead } from './postgres-append.js';
import { lockChurchPatiently } from './postgres-store.js';
import {
  advanceCheckpoints,
  beginRebuild,
  insertProjections,
  selectCheckpoint,
  switchBuild,
} from './projector.sql.js';

/**
 * Tables that are calculated from events. Every row contains the number of its build: a rebuild
 * writes the rows of the next build, and then switches to it.
 */
export interface Projection<Published> {
  readonly name: string;
  /**
   * The statements that delete a build, by the names of the tables that only this projection
   * writes.
   */
  readonly deletions: Readonly<Record<string, Statement<{ readonly build: number }, object>>>;
  /** Applies published events in order. The projector ensures that none is applied twice. */
  apply(tx: Tx, build: number, events: Published[]): Promise<void>;
  /** Completes a rebuild, after all events were applied and before queries read it. */
  finish?(tx: Tx, build: number): Promise<void>;
}

/** Gives stored events their numbers in the journal. */
export interface Publisher<Published> {
  /**
   * Adds events to the journal.
   * @param batches complete appends: the rows of an import come with their marker
   * @param head absent if the publisher has to read it
   */
  publish(
    tx: Tx,
    batches: AsyncIterable<StoredEvent[]>,
    head?: ChurchHead,
  ): AsyncIterable<Published[]>;
  /** Returns events that are in the journal, with their numbers. */
  replay(tx: Tx, events: StoredEvent[]): Promise<Published[]>;
  /**
   * Adds rows that the projections join. The database may lack them if it was restored from an
   * older copy.
   */
  addMissing(tx: Tx, published: Published[]): Promise<void>;
  /**
   * Copies events of a store outside PostgreSQL into PostgreSQL, so that they can be restored if
   * the store loses them.
   */
  keepCopies(tx: Tx, events: StoredEvent[]): Promise<void>;
  /** Whether an event is published. For a bulk append, the caller asks about its last event. */
  isPublished(tx: Tx, stream: string, revision: number): Promise<boolean>;
  /** Returns those of `events` that have not been published, in the same order. */
  filterUnpublished(tx: Tx, events: StoredEvent[]): Promise<StoredEvent[]>;
}

export interface RebuildProgress {
  done: bigint;
  total: bigint;
}

export class Projector<Published> {
  constructor(
    private readonly db: Database,
    private readonly store: Pick<EventStore, 'tail'>,
    private readonly publisher: Publisher<Published>,
    private readonly projections: readonly Projection<Published>[],
  ) {}

  get names(): string[] {
    return this.projections.map((projection) => projection.name);
  }

  /**
   * Publishes events that the store in PostgreSQL has appended in `tx`, and applies them to every
   * projection. The append has advanced the checkpoints of existing projections.
   */
  async publishAppended(
    tx: Tx,
    batches: AsyncIterable<StoredEvent[]>,
    head: ChurchHead,
  ): Promise<void> {
    const { builds } = head;
    if (this.projections.every(({ name }) => builds[name] !== undefined))
      return this.#apply(tx, batches, builds, head);
    // the first event of the church, or its first event since the program has another projection
    let position: Position = 0n;
    const observed = async function* () {
      for await (const batch of batches) {
        position = batch.at(-1)!.position;
        yield batch;
      }
    };
    const checkpoints = await this.#advance(tx, tx.organizationId!, 0n);
    await this.#apply(
      tx,
      observed(),
      Object.fromEntries(checkpoints.map(({ name, build }) => [name, build])),
      head,
    );
    await this.#advance(tx, tx.organizationId!, position);
  }

  /**
   * Publishes events that became visible together, and applies them to every projection, within
   * `tx`. Events that are in the journal are skipped, so that a second delivery changes nothing. A
   * checkpoint after an event does not prove that the event was applied.
   * @param unit `position` is the position of the last event. `bulk` makes it unnecessary to read a
   *   bulk append that is published already.
   */
  async deliver(
    tx: Tx,
    { position, bulk, batches }: Pick<Unit, 'position' | 'bulk' | 'batches'>,
  ): Promise<void> {
    if (bulk && (await this.publisher.isPublished(tx, bulk.stream, bulk.revision))) return;
    const checkpoints = await this.#advance(tx, tx.organizationId!, position);
    const builds = Object.fromEntries(checkpoints.map(({ name, build }) => [name, build]));
    for await (const published of this.publisher.publish(tx, this.#unpublished(tx, batches))) {
      await this.publisher.addMissing(tx, published);
      await this.#project(tx, builds, published);
    }
  }

  async *#unpublished(
    tx: Tx,
    batches: AsyncIterable<StoredEvent[]>,
  ): AsyncGenerator<StoredEvent[]> {
    for await (const batch of batches) {
      const fresh = await this.publisher.filterUnpublished(tx, batch);
      if (fresh.length === 0) continue;
      await this.publisher.keepCopies(tx, fresh);
      yield fresh;
    }
  }

  async #apply(
    tx: Tx,
    batches: AsyncIterable<StoredEvent[]>,
    builds: Readonly<Record<string, number>>,
    head: ChurchHead,
  ): Promise<void> {
    for await (const published of this.publisher.publish(tx, batches, head))
      await this.#project(tx, builds, published);
  }

  async #project(
    tx: Tx,
    builds: Readonly<Record<string, number>>,
    published: Published[],
  ): Promise<void> {
    for (const projection of this.projections)
      await projection.apply(tx, builds[projection.name]!, published);
  }

  async #advance(tx: Tx, organizationId: string, to: Position) {
    const advance = () => advanceCheckpoints(tx, { organizationId, position: to });
    const rows = await advance();
    if (rows.length === this.projections.length) return rows;
    await insertProjections(tx, { organizationId, names: this.names });
    const all = await advance();
    const isNew = ({ name }: { name: string }) => !rows.some((row) => row.name === name);
    return rows.length === 0 ? all : [...rows, ...all.filter(isNew)];
  }

  /**
   * Rebuilds projections of one church while the application runs, and reads the events once. It
   * writes the next build. Then it locks the church, applies the events that were recorded
   * meanwhile, and lets queries read the new build. At last it deletes the old rows.
   */
  async rebuild(
    organizationId: string,
    names: readonly string[],
    onProgress: (progress: RebuildProgress) => void = () => undefined,
  ): Promise<void> {
    const targets: Target<Published>[] = [];
    const projections = names.map((name) => this.#named(name));
    for (const projection of projections)
      targets.push(await this.#beginRebuild(organizationId, projection));
    const storeBefore = targets[0]?.store;
    const total = targets.reduce((most, target) => (target.total > most ? target.total : most), 0n);
    let position: Position | null = null;
    for await (const batch of eventsUpTo(total, this.store.tail(organizationId, null))) {
      position = batch.at(-1)!.position;
      await this.db.tenant(organizationId, (tx) => this.#replay(tx, targets, batch));
      onProgress({ done: position, total });
    }
    await this.db.tenant(organizationId, async (tx) => {
      if ((await lockChurchPatiently(tx, organizationId)) !== storeBefore)
        throw new Error('The giving was moved to another store meanwhile. Please rebuild again.');
      const [checkpoint] = await selectCheckpoint(tx);
      const remaining = this.store.tail(organizationId, position);
      for await (const batch of eventsUpTo(checkpoint!.position!, remaining))
        await this.#replay(tx, targets, batch);
      for (const { projection, build } of targets) {
        await projection.finish?.(tx, build);
        await switchBuild(tx, { name: projection.name, build });
      }
    });
    for (const { projection, current } of targets)
      await this.#drop(organizationId, projection, current);
  }

  #named(name: string): Projection<Published> {
    const projection = this.projections.find((candidate) => candidate.name === name);
    if (!projection)
      throw new Error(`There is no projection "${name}". There are: ${this.names.join(', ')}`);
    return projection;
  }

  async #replay(
    tx: Tx,
    targets: readonly Target<Published>[],
    batch: StoredEvent[],
  ): Promise<void> {
    const published = await this.publisher.replay(tx, batch);
    await this.publisher.addMissing(tx, published);
    for (const { projection, build } of targets) await projection.apply(tx, build, published);
  }

  async #beginRebuild(
    organizationId: string,
    projection: Projection<Published>,
  ): Promise<Target<Published>> {
    const begun = await this.db.tenant(organizationId, async (tx) => {
      // before the checkpoints are advanced, in the same order as every append
      const store = await lockChurchPatiently(tx, organizationId);
      await this.#advance(tx, organizationId, 0n);
      const [row] = await beginRebuild(tx, { name: projection.name });
      return { ...row!, store };
    });
    // the rows of an earlier rebuild that was interrupted
    if (begun.left !== null) await this.#drop(organizationId, projection, begun.left);
    return { ...begun, projection };
  }

  async #drop(
    organizationId: string,
    projection: Projection<Published>,
    build: number,
  ): Promise<void> {
    for (const deleteRows of Object.values(projection.deletions))
      await this.db.tenant(organizationId, (tx) => deleteRows(tx, { build }));
  }
}

/** A projection that is being rebuilt, into `build`. */
interface Target<Published> {
  projection: Projection<Published>;
  current: number;
  build: number;
  total: bigint;
  /** The name of the church's store when the rebuild began. */
  store: string | null;
}

/**
 * Yields the events up to a position. EventStoreDB may have further events that are not published.
 */
async function* eventsUpTo(
  last: Position,
  batches: AsyncIterable<StoredEvent[]>,
): AsyncGenerator<StoredEvent[]> {
  for await (const batch of batches) {
    const published = batch.filter((event) => event.position <= last);
    if (published.length > 0) yield published;
    if (published.length < batch.length) return;
  }
}
