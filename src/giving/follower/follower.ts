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
  PositionGone,
  Projector,
  type RemoteStore,
  type RoutedStore,
  type Step,
  describeTrouble,
} from '#libs/event-sourcing';
import { churchIds } from '../../tenancy/index.js';
import { EVENT_STORE } from '../event-store.js';
import { HeadKeeper } from '../journal/head-keeper.js';
import { KeyedQueues } from './keyed-queues.js';
import { FollowedPositions } from './followed-positions.js';
import { findFollowedStore } from './follower.sql.js';
import {
  FollowerWatch,
  ImportLost,
  ChurchMatchesAgain,
  type WatchTimes,
} from './follower-watch.js';
import { FollowerReports } from './follower-reports.js';
import { mismatchKind, troubleKinds, type FollowerTrouble } from './follower-troubles.js';
import { MissingCopies } from './missing-copies.js';
import { ChurchPublisher } from './church-publisher.js';
import { PositionSaver } from './position-saver.js';
import { StoreMatches } from './store-matches.js';
import { findStart, forgetSavedPosition, setBackSavedPosition } from './stored-position.js';

/**
 * Milliseconds between two attempts to become the process that follows, and between two attempts to
 * follow.
 */
const tryEvery = 500;
/**
 * Churches whose events are published at the same time, so that a long import of one does not delay
 * the others.
 */
const churchesAtOnce = 3;
/**
 * Maximum number of units that wait to be published. The follower reads ahead, because a server
 * ends the subscription of a client that reads too slowly.
 */
const maxAhead = 200;

/** Another process follows. It has just started, or is of a version that writes no reports. */
const noReportYet =
  'the process that follows EventStoreDB has not reported yet; an older version never does';

/** The process that follows hangs, or it is of a version that writes no reports. */
const noRecentReport = 'no process has reported for a minute that it follows EventStoreDB';

const describeReason = (error: unknown): string => describeTrouble(error) ?? 'the log says why';

/**
 * Publishes the events of EventStoreDB: adds them to the journals and the projections in
 * PostgreSQL. One process does this at a time. When it ends, another process takes over within a
 * second. Events that are already published are skipped, so that they may be read more than once.
 *
 * `FollowerWatch` looks for imports that are stored but not in the ledger. If it finds one, the
 * follower stops, reports it, and starts again from before that import. It writes its troubles to
 * the database (`FollowerReports`), where the other processes read them.
 */
@Injectable()
export class Follower implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger('projections');
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** The reasons of this process's own troubles. `StoreMatches` has the reason of a mismatch. */
  readonly #ownReasons: Record<'not following' | 'stopped', string | null> = {
    'not following': null,
    stopped: null,
  };
  /**
   * The troubles that the following process has reported. Null if this process follows or tries to.
   */
  #troublesOfOther: FollowerTrouble[] | null = null;
  #matches: StoreMatches | null = null;
  #copies: MissingCopies | null = null;
  #publisher: ChurchPublisher | null = null;
  /** Tests shorten these times. */
  readonly watchTimes: WatchTimes = {
    interval: 5_000,
    importDelay: 60_000,
    gapInterval: 60_000,
    copyInterval: 60_000,
  };

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(EVENT_STORE) private readonly store: RoutedStore,
    @Inject(Projector) private readonly projector: Projector<unknown>,
    @Inject(HeadKeeper) private readonly heads: HeadKeeper,
  ) {}

  /**
   * The worst trouble of the process that follows, which may be this or another one. Null if there
   * is no trouble, and if no church is stored in EventStoreDB.
   */
  get trouble(): FollowerTrouble | null {
    return (this.#troublesOfOther ?? this.#troubles())[0] ?? null;
  }

  #troubles(): FollowerTrouble[] {
    const reasons = { ...this.#ownReasons, [mismatchKind]: this.#matches?.trouble ?? null };
    return troubleKinds.flatMap((kind) => {
      const reason = reasons[kind];
      return reason === null ? [] : [{ kind, reason }];
    });
  }

  /**
   * @throws Error when a church is stored in EventStoreDB and the configuration does not name it
   */
  async onApplicationBootstrap(): Promise<void> {
    const { eventstoredb } = this.store.stores;
    if (eventstoredb) this.#running = this.#run(eventstoredb);
    else await this.#refuseUnknown();
  }

  /**
   * Runs after all other parts have ended, because requests and imports in progress wait for their
   * events here.
   */
  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.heads.write();
  }

  async #refuseUnknown(): Promise<void> {
    const outside = await this.db.platform((tx) => findFollowedStore(tx));
    if (outside.length === 0) return;
    for (const id of await churchIds(this.db)) await this.store.storeOf(id);
  }

  async #run(store: RemoteStore): Promise<void> {
    const { signal } = this.#stop;
    this.#ownReasons['not following'] = 'EventStoreDB has not answered yet';
    // a pool of its own: requests hold connections of the other pool while they wait for their
    // events
    const db = await this.db.openPool(churchesAtOnce + 4);
    const reports = new FollowerReports(db);
    this.#matches = new StoreMatches(db, store);
    this.#copies = new MissingCopies(db, store, this.#matches);
    this.#publisher = new ChurchPublisher(db, this.#matches, this.projector, this.heads);
    while (!signal.aborted) {
      try {
        const follow = () => this.#followOnce(db, store, reports);
        const followed = await db.exclusively('projections', follow);
        if (!followed) await this.#watchAnother(store, reports);
      } catch (error) {
        this.#fail(error);
      }
      await sleep(tryEvery, undefined, { signal }).catch(() => undefined);
    }
    await store.dispose();
    await db.close();
  }

  /**
   * Follows until an error or the end of the program. The next attempt starts at the position that
   * is saved then.
   */
  async #followOnce(db: Database, store: RemoteStore, reports: FollowerReports): Promise<void> {
    const last = await reports.load();
    const reasonOf = (troubleKind: FollowerTrouble['kind']) =>
      last?.troubles.find(({ kind }) => kind === troubleKind)?.reason ?? null;
    this.#ownReasons.stopped ??= reasonOf('stopped');
    this.#matches!.adoptTrouble(reasonOf(mismatchKind));
    // while another process followed, EventStoreDB may have been replaced
    if (this.#troublesOfOther !== null) this.#matches!.compareAllAgain();
    this.#troublesOfOther = null;
    try {
      await this.#follow(db, store, reports);
    } catch (error) {
      // after ChurchMatchesAgain the events are read from the saved position
      if (error instanceof ImportLost) await this.#readAgain(db, error);
      else if (error instanceof PositionGone) await this.#readFromBeginning(db);
      else if (!(error instanceof ChurchMatchesAgain)) this.#fail(error);
    }
    await reports.save(this.#troubles());
  }

  /**
   * Adopts the troubles that the following process has reported.
   * @throws StoreUnavailable if this process cannot reach the store, because then the following
   *   process probably cannot reach it either
   */
  async #watchAnother(store: RemoteStore, reports: FollowerReports): Promise<void> {
    await store.head();
    const report = await reports.load();
    this.#ownReasons['not following'] = null;
    this.#ownReasons.stopped = null;
    if (report === null) this.#troublesOfOther = [{ kind: 'not following', reason: noReportYet }];
    else if (report.isOld) this.#troublesOfOther = [{ kind: 'stopped', reason: noRecentReport }];
    else this.#troublesOfOther = report.troubles;
  }

  /** Notes that following has failed. `#run` tries again; the log gets each reason once. */
  #fail(error: unknown): void {
    const reason = describeReason(error);
    if (reason !== this.#ownReasons['not following'])
      this.#log.error({ message: `giving is not followed: ${reason}`, error });
    this.#ownReasons['not following'] = reason;
    this.#troublesOfOther = null;
  }

  /**
   * Sets the saved position back to the first event of the lost import, so that it is read again.
   * Events that are in the journal are skipped.
   */
  async #readAgain(db: Database, error: ImportLost): Promise<void> {
    const { lost, message: reason } = error;
    this.#ownReasons.stopped = reason;
    this.#log.error({
      message: 'giving has stopped: an import is stored, but it is not in the ledger',
      organizationId: lost.organizationId,
      importId: lost.importId,
    });
    await setBackSavedPosition(db, lost.first).catch((failure: unknown) => this.#fail(failure));
  }

  /**
   * Deletes the saved position, so that all events are read again, because the store was replaced
   * or restored. Events that are in the journal are skipped.
   */
  async #readFromBeginning(db: Database): Promise<void> {
    this.#log.warn({
      message: 'the event store was replaced or restored: it is read from the beginning',
    });
    await forgetSavedPosition(db).catch((failure: unknown) => this.#fail(failure));
  }

  /** Publishes a received step in the queue of its church, and saves the position if it is due. */
  async #handle(
    step: Step,
    queues: KeyedQueues,
    positions: FollowedPositions,
    saver: PositionSaver,
  ): Promise<void> {
    this.#ownReasons['not following'] = null;
    if (step.kind === 'caught up') this.#matches!.compareAllAgain();
    // only positions of events of this program are saved: the server may remove other events
    if (step.kind !== 'events') return;
    const end = positions.add(step.resume);
    queues.add(step.organizationId, async () => end(await this.#publisher!.publish(step)));
    await queues.waitUntilBelow(maxAhead);
    await saver.saveIfDue();
  }

  async #follow(db: Database, store: RemoteStore, reports: FollowerReports): Promise<void> {
    const from = await findStart(db, store);
    const failed = new AbortController();
    const queues = new KeyedQueues(churchesAtOnce, () => failed.abort());
    const positions = new FollowedPositions(from);
    const saver = new PositionSaver(db, positions);
    const handle = (step: Step) => this.#handle(step, queues, positions, saver);
    const signal = AbortSignal.any([this.#stop.signal, failed.signal]);
    let mustRestart: unknown;
    const restart = (error: unknown) => {
      mustRestart ??= error;
      failed.abort();
    };
    const watchEnded = new FollowerWatch(db, store, {
      matches: this.#matches!,
      times: this.watchTimes,
      reached: () => positions.reached,
    })
      .run((reason) => (this.#ownReasons.stopped = reason), signal)
      .catch(restart);
    const reportsEnded = reports.run(() => this.#troubles(), signal).catch(restart);
    const copiesEnded = this.#copies!.run(this.watchTimes, signal);
    try {
      const onTrouble = (error: unknown) =>
        void (this.#ownReasons['not following'] = describeReason(error));
      await store.follow({ from, onTrouble }, handle, signal);
    } finally {
      failed.abort();
      await Promise.all([watchEnded, reportsEnded, copiesEnded]);
      await queues.end();
    }
    // after the queues have ended, because otherwise newer events would be published before those
    // that were skipped
    if (mustRestart instanceof ChurchMatchesAgain) this.#matches!.release(mustRestart.churches);
    if (mustRestart instanceof Error) throw mustRestart;
  }
}
