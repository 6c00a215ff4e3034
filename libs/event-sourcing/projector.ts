import type { Database, Statement, Tx } from '#libs/database';
import type { EventStore, Position, StoredEvent, Unit } from './event-store.js';
import { lockChurchPatiently, type ChurchHead } from './postgres-store.js';
import {
  advanceCheckpoints,
  beginRebuild,
  insertProjections,
  selectCheckpoint,
  switchBuild,
} from './projector.sql.js';

/**
 * Rows that follow from events. Every row carries `build`: a rebuild writes the next build beside the
 * current one, then the two are switched.
 */
export interface Projection<Published> {
  readonly name: string;
  /** deletes the rows of a build, by the names of the tables whose rows the projection alone writes */
  readonly deletions: Readonly<Record<string, Statement<{ readonly build: number }, object>>>;
  /** Applies published events in order. The projector sees to it that none arrives twice. */
  apply(tx: Tx, build: number, events: Published[]): Promise<void>;
  /** Completes a build that was rebuilt, when all events have been applied to it, before it is read. */
  finish?(tx: Tx, build: number): Promise<void>;
}

/**
 * Turns stored events into published ones: `publish` numbers them in the journal, `replay` reads the numbers
 * that they got. `batches` are whole appends: the rows of an import come with their marker.
 */
export interface Publisher<Published> {
  publish(
    tx: Tx,
    batches: AsyncIterable<StoredEvent[]>,
    head?: ChurchHead,
  ): AsyncIterable<Published[]>;
  replay(tx: Tx, events: StoredEvent[]): Promise<Published[]>;
  /** Adds what the projections join and the database may lack, because it was restored from an older copy. */
  addMissing(tx: Tx, published: Published[]): Promise<void>;
  /** Keeps what is needed to restore events that the store loses. Only for stores outside PostgreSQL. */
  keepCopies(tx: Tx, events: StoredEvent[]): Promise<void>;
  /** Whether an event has been published; for a bulk append its last event answers for all. */
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

  /** Applies what was just appended in `tx` by a store that moved the checkpoints with it. */
  async publishAppended(
    tx: Tx,
    batches: AsyncIterable<StoredEvent[]>,
    head: ChurchHead,
  ): Promise<void> {
    const { builds } = head;
    if (this.projections.every(({ name }) => builds[name] !== undefined))
      return this.#apply(tx, batches, builds, head);
    // a church's first event, or its first since there is another projection
    let position: Position = 0n;
    const watched = async function* () {
      for await (const batch of batches) {
        position = batch.at(-1)!.position;
        yield batch;
      }
    };
    const begun = await this.#advance(tx, tx.organizationId!, 0n);
    await this.#apply(
      tx,
      watched(),
      Object.fromEntries(begun.map(({ name, build }) => [name, build])),
      head,
    );
    await this.#advance(tx, tx.organizationId!, position);
  }

  /**
   * Publishes events that became visible together and applies them to every projection, within `tx`. Events that
   * are published already are skipped, so that a second delivery changes nothing. What counts is that they are in the
   * journal: a checkpoint beyond an event does not prove that it was applied.
   * @param unit `position` is that of the last event; `bulk` spares reading a bulk append that is published already
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
    const move = () => advanceCheckpoints(tx, { organizationId, position: to });
    const rows = await move();
    if (rows.length === this.projections.length) return rows;
    await insertProjections(tx, { organizationId, names: this.names });
    return rows.length === 0
      ? await move()
      : [...rows, ...(await move()).filter((row) => !rows.some(({ name }) => name === row.name))];
  }

  /**
   * Rebuilds projections of one church, in one reading, while the application runs: the next build is written beside
   * the current one, caught up under the church's lock, switched, and the old rows are deleted.
   */
  async rebuild(
    organizationId: string,
    names: readonly string[],
    onProgress: (progress: RebuildProgress) => void = () => undefined,
  ): Promise<void> {
    const targets: Target<Published>[] = [];
    const wanted = names.map((name) => this.#named(name));
    for (const projection of wanted)
      targets.push(await this.#beginRebuild(organizationId, projection));
    const kept = targets[0]?.store;
    const total = targets.reduce((most, target) => (target.total > most ? target.total : most), 0n);
    let position: Position | null = null;
    for await (const batch of upTo(total, this.store.tail(organizationId, null))) {
      position = batch.at(-1)!.position;
      await this.db.tenant(organizationId, (tx) => this.#replay(tx, targets, batch));
      onProgress({ done: position, total });
    }
    await this.db.tenant(organizationId, async (tx) => {
      if ((await lockChurchPatiently(tx, organizationId)) !== kept)
        throw new Error('The giving was moved to another store meanwhile. Please rebuild again.');
      const [live] = await selectCheckpoint(tx);
      for await (const batch of upTo(live!.position!, this.store.tail(organizationId, position)))
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
      const store = await lockChurchPatiently(tx, organizationId); // as every append does, before it moves the checkpoints
      await this.#advance(tx, organizationId, 0n);
      const [row] = await beginRebuild(tx, { name: projection.name });
      return { ...row!, store };
    });
    // an earlier rebuild that was cut off left its rows behind
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
  /** that kept the church's giving when the rebuild began */
  store: string | null;
}

/** What has been published: a store that is followed may hold more already. */
async function* upTo(
  last: Position,
  batches: AsyncIterable<StoredEvent[]>,
): AsyncGenerator<StoredEvent[]> {
  for await (const batch of batches) {
    const published = batch.filter((event) => event.position <= last);
    if (published.length > 0) yield published;
    if (published.length < batch.length) return;
  }
}
