import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Database } from '#libs/database';
import {
  lockChurchPatiently,
  PositionGone,
  Projector,
  troubleOf,
  type Position,
  type RemoteStore,
  type RoutedStore,
  type Step,
  type Unit,
} from '#libs/event-sourcing';
import { EVENT_STORE } from './event-store.js';
import { HeadKeeper } from './journal/head-keeper.js';
import { Lanes } from './lanes.js';
import { FollowedPositions } from './followed-positions.js';
import { FollowerWatch, ImportLost, MatchesAgain, type WatchTimes } from './follower-watch.js';
import { FollowerReports, troubleKinds, type FollowingTrouble } from './follower-reports.js';
import { MissingCopies } from './missing-copies.js';
import { StoreMatches } from './store-matches.js';

/** milliseconds between two attempts to become the one that projects, and between two that failed */
const tryEvery = 500;
/** milliseconds between two notes of how far we are */
const saveEvery = 500;
/** churches whose events are taken in at once: an import of one keeps no other waiting */
const churchesAtOnce = 3;
/** units that are read ahead: a server ends the subscription of who takes too little of what is new */
const mostAhead = 200;

/** Another process follows. It has just begun, or it is of a version before the reports. */
const noReportYet =
  'the process that follows EventStoreDB has not reported yet; an older version never does';

/**
 * Brings what was recorded in a store outside PostgreSQL into journal and projections. Of several processes one does
 * it; another takes over within a second when that one ends. A second delivery changes nothing.
 *
 * `FollowerWatch` looks for imports that are stored but not in the ledger. If it finds one, the follower stops,
 * reports it, and starts again from before that import. It writes its troubles to the database
 * (`FollowerReports`), where the other processes read them.
 */
@Injectable()
export class Follower implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger('projections');
  readonly #stop = new AbortController();
  /** whether a church is one of ours, of those that were asked about */
  readonly #known = new Map<string, boolean>();
  #running: Promise<void> = Promise.resolve();
  /** The troubles of this process. `StoreMatches` knows which churches are read-only. */
  readonly #reasons: Record<'not following' | 'stopped', string | null> = {
    'not following': null,
    stopped: null,
  };
  /** What the process that follows has reported; null if this one follows, or tries to. */
  #reported: FollowingTrouble[] | null = null;
  #matches: StoreMatches | null = null;
  #copies: MissingCopies | null = null;
  /** Tests shorten these times. */
  readonly watching: WatchTimes = {
    every: 5_000,
    patience: 60_000,
    everyForGaps: 60_000,
    everyForCopies: 60_000,
  };

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(EVENT_STORE) private readonly store: RoutedStore,
    @Inject(Projector) private readonly projector: Projector<unknown>,
    @Inject(HeadKeeper) private readonly heads: HeadKeeper,
  ) {}

  /**
   * The worst trouble of the process that follows, which may be this or another one. Null if there is no trouble,
   * and if no church is stored in EventStoreDB.
   */
  get trouble(): FollowingTrouble | null {
    return (this.#reported ?? this.#troubles())[0] ?? null;
  }

  #troubles(): FollowingTrouble[] {
    const reasons = { ...this.#reasons, 'read-only': this.#matches?.trouble ?? null };
    return troubleKinds.flatMap((kind) => {
      const reason = reasons[kind];
      return reason === null ? [] : [{ kind, reason }];
    });
  }

  /** @throws Error when churches are kept in a store that the configuration does not name */
  async onApplicationBootstrap(): Promise<void> {
    const { eventstoredb } = this.store.stores;
    if (eventstoredb) this.#running = this.#run(eventstoredb);
    else await this.#refuseUnknown();
  }

  /** Last of all: requests and imports that are being finished wait for what we project. */
  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.heads.write();
  }

  async #refuseUnknown(): Promise<void> {
    const outside = await this.db.platform((tx) => tx.sql('select 1 from event_follower'));
    if (outside.length === 0) return;
    for (const { id } of await this.db.platform((tx) =>
      tx.sql<{ id: string }>('select id from organization'),
    ))
      await this.store.of(id);
  }

  async #run(store: RemoteStore): Promise<void> {
    const { signal } = this.#stop;
    this.#reasons['not following'] = 'EventStoreDB has not answered yet';
    // writers hold a connection while they wait for us
    const db = await this.db.another(churchesAtOnce + 4);
    const reports = new FollowerReports(db);
    this.#matches = new StoreMatches(db, store);
    this.#copies = new MissingCopies(db, store, this.#matches);
    while (!signal.aborted) {
      try {
        const turn = () => this.#followOnce(db, store, reports);
        const mine = await db.exclusively('projections', turn);
        if (!mine) await this.#watchAnother(store, reports);
      } catch (error) {
        this.#fail(error);
      }
      await sleep(tryEvery, undefined, { signal }).catch(() => undefined);
    }
    await store.dispose();
    await db.close();
  }

  /** Follows until an error or the end of the program. The next turn starts at the position that is saved then. */
  async #followOnce(db: Database, store: RemoteStore, reports: FollowerReports): Promise<void> {
    const last = await reports.load();
    const reasonOf = (wanted: FollowingTrouble['kind']) =>
      last?.troubles.find(({ kind }) => kind === wanted)?.reason ?? null;
    this.#reasons.stopped ??= reasonOf('stopped');
    this.#matches!.adoptTrouble(reasonOf('read-only'));
    // while another process followed, EventStoreDB may have been replaced
    if (this.#reported !== null) this.#matches!.connected();
    this.#reported = null;
    try {
      await this.#follow(db, store, reports);
    } catch (error) {
      // after MatchesAgain the events are read from the saved position
      if (error instanceof ImportLost) await this.#readAgain(db, error);
      else if (error instanceof PositionGone) await this.#readFromBeginning(db);
      else if (!(error instanceof MatchesAgain)) this.#fail(error);
    }
    await reports.save(this.#troubles());
  }

  /** Takes over the troubles that the following process has reported. @throws StoreUnavailable */
  async #watchAnother(store: RemoteStore, reports: FollowerReports): Promise<void> {
    await store.head(); // if this process cannot reach the store, the one that follows probably cannot either
    const report = await reports.load();
    this.#reasons['not following'] = null;
    this.#reasons.stopped = null;
    if (report === null) this.#reported = [{ kind: 'not following', reason: noReportYet }];
    else if (report.isOld)
      this.#reported = [{ kind: 'stopped', reason: 'no process follows EventStoreDB' }];
    else this.#reported = report.troubles;
  }

  /** Notes that following has failed. `#run` tries again; the log gets each reason once. */
  #fail(error: unknown): void {
    const reason = troubleOf(error) ?? 'the log says why';
    if (reason !== this.#reasons['not following'])
      this.#log.error({ message: `giving is not followed: ${reason}`, error });
    this.#reasons['not following'] = reason;
    this.#reported = null;
  }

  /** Goes back to before the import. What is in the books already is skipped when it comes again. */
  async #readAgain(db: Database, error: ImportLost): Promise<void> {
    const { lost, message: reason } = error;
    this.#reasons.stopped = reason;
    this.#log.error({
      message: 'giving has stopped: an import is stored, but it is not in the ledger',
      organizationId: lost.organizationId,
      importId: lost.importId,
    });
    await goBack(db, lost.first).catch((failure: unknown) => this.#fail(failure));
  }

  /** The store was replaced, or restored from a copy. What is in the books already is skipped when it comes again. */
  async #readFromBeginning(db: Database): Promise<void> {
    this.#log.warn({
      message: 'the event store was replaced or restored: it is read from the beginning',
    });
    const forget = `update event_follower set position = null where store = 'eventstoredb'`;
    await db.platform((tx) => tx.sql(forget)).catch((failure: unknown) => this.#fail(failure));
  }

  async #follow(db: Database, store: RemoteStore, reports: FollowerReports): Promise<void> {
    const from = await this.#beginning(db, store);
    const failed = new AbortController();
    const lanes = new Lanes(churchesAtOnce, () => failed.abort());
    const positions = new FollowedPositions(from);
    let saved = performance.now();
    const take = async (step: Step) => {
      this.#reasons['not following'] = null;
      if (step.kind === 'caught up') this.#matches!.connected();
      // positions of our own events are saved, which stay where they are; the server may remove others
      if (step.kind !== 'events') return;
      const end = positions.add(step.resume);
      lanes.add(step.organizationId, async () => end(await this.#publish(db, step)));
      await lanes.below(mostAhead);
      // now and then is enough: projections have their own checkpoints and pass over what comes again
      if (performance.now() - saved < saveEvery) return;
      if (positions.resume !== null) await savePosition(db, positions.resume);
      saved = performance.now();
    };
    const signal = AbortSignal.any([this.#stop.signal, failed.signal]);
    let mustRestart: unknown;
    const restart = (error: unknown) => {
      mustRestart ??= error;
      failed.abort();
    };
    const watching = new FollowerWatch(db, store, {
      matches: this.#matches!,
      times: this.watching,
      reached: () => positions.reached,
    })
      .run((reason) => (this.#reasons.stopped = reason), signal)
      .catch(restart);
    const reporting = reports.keep(() => this.#troubles(), signal).catch(restart);
    const copying = this.#copies!.run(this.watching, signal);
    try {
      const onTrouble = (error: unknown) =>
        void (this.#reasons['not following'] = troubleOf(error) ?? 'the log says why');
      await store.follow({ from, onTrouble }, take, signal);
    } finally {
      failed.abort();
      await Promise.all([watching, reporting, copying]);
      await lanes.end();
    }
    // only now: none of their newer events is published before those that were skipped
    if (mustRestart instanceof MatchesAgain) this.#matches!.release(mustRestart.churches);
    if (mustRestart instanceof Error) throw mustRestart;
  }

  /**
   * Behind what was followed; before anything was, where the server is now: what lies there is of others, as long as no
   * church of ours has begun there. A church says that it does (`event_head`) and commits that before its first event
   * is written, so one that is not seen after the server was asked begins behind that position.
   */
  async #beginning(db: Database, store: RemoteStore): Promise<Position | null> {
    const [row] = await db.platform((tx) =>
      tx.sql<{ position: Position | null }>(
        `select position from event_follower where store = 'eventstoredb'`,
      ),
    );
    if (row?.position) {
      if (!(await store.hasEventAt(row.position))) throw new PositionGone();
      return row.position;
    }
    const head = await store.head();
    if (head === null || (await this.#hasBegun(db))) return null;
    await savePosition(db, head);
    return head;
  }

  async #hasBegun(db: Database): Promise<boolean> {
    for (const { id } of await db.platform((tx) =>
      tx.sql<{ id: string }>('select id from organization'),
    )) {
      const [head] = await db.tenant(id, (tx) =>
        tx.sql<{ store: string | null }>(
          'select store from event_head where organization_id = $1',
          [id],
        ),
      );
      if (head?.store === 'eventstoredb') return true;
    }
    return false;
  }

  /** @returns false if the events were skipped and must be read again later: the saved position stays before them */
  async #publish(db: Database, unit: Unit): Promise<boolean> {
    const { organizationId } = unit;
    if (!(await this.#isOurs(db, organizationId))) return true;
    // a repair may hold the church's lock for long, and writes what comes here
    if (this.#matches!.isMismatched(organizationId)) return false;
    const isPublished = await db.tenant(organizationId, async (tx) => {
      const kept = await lockChurchPatiently(tx, organizationId);
      // of a church that has been moved away, or is being copied to here
      if (kept !== null && kept !== 'eventstoredb') return true;
      if (kept === null)
        await tx.sql(`update event_head set store = 'eventstoredb' where organization_id = $1`, [
          organizationId,
        ]);
      if (!(await this.#matches!.mayPublish(tx))) return false;
      await this.projector.deliver(tx, unit);
      return true;
    });
    this.heads.changed(organizationId);
    return isPublished;
  }

  /**
   * A store may be shared with, or restored beside, a database that does not know every church in it. Each is asked about
   * once: a church is in the database before its first event is in the store, so one that is not will never be.
   */
  async #isOurs(db: Database, organizationId: string): Promise<boolean> {
    const known = this.#known.get(organizationId);
    if (known !== undefined) return known;
    const isOurs =
      (
        await db.platform((tx) =>
          tx.sql('select 1 from organization where id = $1', [organizationId]),
        )
      ).length > 0;
    this.#known.set(organizationId, isOurs);
    return isOurs;
  }
}

/** Lets the follower resume earlier than it has come. */
const goBack = (db: Database, position: Position) =>
  db.platform((tx) =>
    tx.sql(
      // without a position the follower reads from the beginning already
      `update event_follower set position = $1 where store = 'eventstoredb' and position > $1`,
      [position],
    ),
  );

const savePosition = (db: Database, position: Position) =>
  db.platform((tx) =>
    tx.sql(
      `insert into event_follower values ('eventstoredb', $1)
       on conflict (store) do update set position = greatest(event_follower.position, excluded.position)`,
      [position],
    ),
  );
