import { prepared, type Database, type Tx } from '#libs/database';
import type { EventStore, Position, StoredEvent } from './event-store.js';
import { lockChurchPatiently, type ChurchHead } from './postgres-store.js';

/**
 * Rows that follow from events. Every row carries `build`: a rebuild writes the next build beside the
 * current one, then the two are switched.
 */
export interface Projection<Published> {
  readonly name: string;
  /** tables whose rows it alone writes; each has the columns organization_id and build */
  readonly tables: readonly string[];
  /** Applies published events in order. The projector sees to it that none arrives twice. */
  apply(tx: Tx, build: number, events: Published[]): Promise<void>;
}

/**
 * Turns stored events into published ones: `live` numbers them in the journal, `replay` reads the numbers
 * that they got. What is not yet published (rows of an import before its marker) is left out by both.
 */
export interface Publisher<Published> {
  live(tx: Tx, events: StoredEvent[], head?: ChurchHead): AsyncIterable<Published[]>;
  replay(tx: Tx, events: StoredEvent[]): AsyncIterable<Published[]>;
}

export interface RebuildProgress {
  done: bigint;
  total: bigint;
}

const advanceSql = prepared(
  'update projection set position = greatest(position, $2) where organization_id = $1 returning name, build, old.position as before',
);

export class Projector<Published> {
  constructor(
    private readonly db: Database,
    private readonly store: EventStore,
    private readonly publisher: Publisher<Published>,
    private readonly projections: readonly Projection<Published>[],
  ) {}

  get names(): string[] {
    return this.projections.map((projection) => projection.name);
  }

  /** Applies events that were just appended in `tx` by a store that moved the checkpoints with them. */
  async appended(tx: Tx, events: StoredEvent[], head: ChurchHead): Promise<void> {
    if (this.projections.some(({ name }) => head.builds[name] === undefined)) await this.deliver(tx, events);
    else await this.#apply(tx, events, (name) => head.builds[name]!, head);
  }

  /**
   * Applies events to every projection, within `tx`. Events at or before a projection's checkpoint are
   * passed over, so that a second delivery changes nothing.
   */
  async deliver(tx: Tx, events: StoredEvent[]): Promise<void> {
    const last = events.at(-1);
    if (!last) return;
    const organizationId = tx.organizationId!;
    const checkpoints = await this.#advance(tx, organizationId, last.position);
    const seen = checkpoints.reduce((least, { before }) => (before < least ? before : least), last.position);
    const fresh = events.filter((event) => event.position > seen);
    if (fresh.length === 0) return;
    await this.#apply(tx, fresh, (name) => checkpoints.find((checkpoint) => checkpoint.name === name)!.build);
  }

  async #apply(tx: Tx, events: StoredEvent[], buildOf: (name: string) => number, head?: ChurchHead): Promise<void> {
    for await (const published of this.publisher.live(tx, events, head)) {
      for (const projection of this.projections) await projection.apply(tx, buildOf(projection.name), published);
    }
  }

  async #advance(tx: Tx, organizationId: string, to: Position) {
    const move = () =>
      tx.sql<{ name: string; build: number; before: bigint }>(advanceSql, [organizationId, to]);
    const rows = await move();
    if (rows.length === this.projections.length) return rows;
    await tx.sql(
      `insert into projection (organization_id, name, build) select $1, name, 1 from unnest($2::text[]) name on conflict do nothing`,
      [organizationId, this.names],
    );
    return rows.length === 0 ? await move() : [...rows, ...(await move()).filter((row) => !rows.some(({ name }) => name === row.name))];
  }

  /**
   * Rebuilds one projection of one church while the application runs: the next build is written beside
   * the current one, caught up under the church's lock, switched, and the old rows are deleted.
   */
  async rebuild(organizationId: string, name: string, onProgress: (progress: RebuildProgress) => void = () => undefined): Promise<void> {
    const projection = this.projections.find((candidate) => candidate.name === name);
    if (!projection) throw new Error(`There is no projection "${name}". There are: ${this.names.join(', ')}`);
    const { build, total } = await this.#beginRebuild(organizationId, projection);
    let position: Position = 0n;
    for await (const batch of this.store.tail(organizationId, null)) {
      position = batch.at(-1)!.position;
      await this.db.tenant(organizationId, (tx) => this.#replay(tx, projection, build, batch));
      onProgress({ done: position, total });
    }
    const old = await this.db.tenant(organizationId, async (tx) => {
      await lockChurchPatiently(tx, organizationId);
      for await (const batch of this.store.tail(organizationId, position)) await this.#replay(tx, projection, build, batch);
      const [row] = await tx.sql<{ before: number }>(
        `update projection set build = $3, rebuild = null, rebuild_position = null, rebuild_total = null
          where organization_id = $1 and name = $2 returning old.build as before`,
        [organizationId, name, build],
      );
      return row!.before;
    });
    await this.#drop(organizationId, projection, old);
  }

  async #replay(tx: Tx, projection: Projection<Published>, build: number, batch: StoredEvent[]): Promise<void> {
    for await (const published of this.publisher.replay(tx, batch)) await projection.apply(tx, build, published);
    await tx.sql('update projection set rebuild_position = $3 where organization_id = $1 and name = $2', [
      tx.organizationId, projection.name, batch.at(-1)!.position,
    ]);
  }

  async #beginRebuild(organizationId: string, projection: Projection<Published>) {
    const begun = await this.db.tenant(organizationId, async (tx) => {
      await this.#advance(tx, organizationId, 0n);
      const [row] = await tx.sql<{ build: number; left: number | null; total: bigint }>(
        `update projection p set rebuild = coalesce(p.rebuild, p.build) + 1, rebuild_position = 0,
                rebuild_total = coalesce((select position from event_head h where h.organization_id = $1), 0)
          where organization_id = $1 and name = $2 returning rebuild as build, old.rebuild as left, rebuild_total as total`,
        [organizationId, projection.name],
      );
      return row!;
    });
    // an earlier rebuild that was cut off left its rows behind
    if (begun.left !== null) await this.#drop(organizationId, projection, begun.left);
    return begun;
  }

  async #drop(organizationId: string, projection: Projection<Published>, build: number): Promise<void> {
    for (const table of projection.tables) {
      await this.db.tenant(organizationId, (tx) => tx.sql(`delete from ${table} where organization_id = $1 and build = $2`, [organizationId, build]));
    }
  }
}

/** SQL for the build of `name` that queries read; `$1` is the organization. */
export const currentBuild = (name: string) => `(select build from projection where organization_id = $1 and name = '${name}')`;
