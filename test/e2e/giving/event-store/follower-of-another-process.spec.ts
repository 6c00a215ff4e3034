import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Database } from '#libs/database';
import { give } from '../../../support/app.js';
import type { LogCopy } from '../../../support/eventstoredb/log.js';
import { expectInLog } from '../../../support/program/log.js';
import { startProgram, type Program } from '../../../support/program/program.js';
import { SecondStore } from '../../../support/event-store/second-store.js';
import { until } from '../../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: the user of EVENTSTORE_URL may not read/,
  /has no administrator anymore/,
  /"message":"the event store was replaced or restored: it is read from the beginning"/,
  /"message":"giving of a church is read-only: its journal and the event store do not match"/,
);

let second: SecondStore;
let other: Program;
let holder: Database;
/** Starts this process as the follower, and then another process. */
async function startBoth(): Promise<void> {
  second = await SecondStore.start({ watchTimes: { interval: 100 } });
  await until(async () => (await second.health()) === 'ok'); // This process is the follower.
  holder = await second.app.db.openPool(2);
  other = await startOther();
}
const startOther = () =>
  startProgram(second.app.config.DATA_DIR, {
    DATABASE_URL: second.app.database.appUrl,
    DATABASE_OWNER_URL: second.app.database.ownerUrl,
    SESSION_SECRET: randomBytes(16).toString('hex'),
    EVENT_STORE: 'eventstoredb',
    EVENTSTORE_URL: second.app.config.EVENTSTORE_URL!,
  });
async function stopBoth(): Promise<void> {
  try {
    await other.stop();
  } finally {
    await holder.close();
    await second.close();
  }
}

const healthOfOther = async () => {
  const response = await fetch(`${other.url}/health`);
  return ((await response.json()) as { giving: string }).giving;
};
const metricOfOther = async () => {
  const metrics = await (await fetch(`${other.url}/metrics`)).text();
  return Number(/^church_connect_giving_followed (\d)$/m.exec(metrics)?.[1]);
};

const askOwner = (sql: string) => second.app.database.asSuperuser(sql);

/** Replaces everything on the server by a backup, and starts it again. */
async function restore(copy: LogCopy): Promise<void> {
  await second.double.stop();
  second.double.log.restore(copy);
  await second.double.start();
}

/** Stops the follower, and runs `work` while no process follows EventStoreDB. */
async function withoutFollower(work: () => Promise<void>): Promise<void> {
  second.double.allDenied = true;
  second.double.cut();
  const holdTurn = () =>
    holder.exclusively('projections', async () => {
      second.double.allDenied = false;
      await work();
    });
  await until(async () => (await holdTurn()) !== null);
}

describe('a process while another one follows EventStoreDB', () => {
  beforeAll(startBoth);
  afterAll(stopBoth);

  it('reports the mismatch that the follower found, also during the takeover', async () => {
    await until(async () => (await healthOfOther()) === 'ok');
    expect(await metricOfOther()).toBe(1);

    const { client, donorId } = await second.openChurch('salem');
    const older = second.double.log.copy();
    await give(client, donorId);
    const newest = second.double.log.copy();
    await restore(older);
    const mismatchHealth =
      'read-only: of one church the journal and the event store do not match; run repair-books';
    await until(async () => (await second.health()) === mismatchHealth);
    // The restart of the server may have made the other process the follower.
    await other.stop();
    other = await startOther();
    await until(async () => (await healthOfOther()) === mismatchHealth);
    expect(await metricOfOther()).toBe(0);

    second.double.delay = 700; // delays its own comparison, too
    await second.app.app.close();
    const since = Date.now();
    const answers = new Set<string>();
    await until(async () => {
      answers.add(await healthOfOther());
      const reports = await askOwner(
        `select 1 from event_follower where reported_at > now() - interval '1 second'`,
      );
      return reports.length > 0 && Date.now() - since > 4_000;
    });
    expect([...answers]).toEqual([mismatchHealth]);

    second.double.delay = 0;
    await restore(newest);
    await until(async () => (await healthOfOther()) === 'ok');
  });
});

describe('a process whose follower has ended', () => {
  beforeAll(async () => {
    await startBoth();
    await second.app.app.close();
  });
  afterAll(stopBoth);

  it('still reports the lost import that an earlier follower found', async () => {
    const reason =
      'import 0199c0de-0000-7000-8000-000000000000 is stored, but it is not in the ledger';
    const troubles = [{ kind: 'stopped', reason }];
    await withoutFollower(async () => {
      await askOwner(
        `update event_follower
          set troubles = '${JSON.stringify(troubles)}', reported_at = now() - interval
          '30 seconds'`,
      );
      await until(async () => (await healthOfOther()) === `stopped: ${reason}`);
    });
    await until(async () => {
      const reports = await askOwner(
        `select 1 from event_follower where reported_at > now() - interval '15 seconds'`,
      );
      return reports.length > 0;
    });
    // This process looks for lost imports after five seconds. Until then it only knows the report.
    expect(await healthOfOther()).toBe(`stopped: ${reason}`);
    expect(await askOwner('select troubles from event_follower')).toEqual([{ troubles }]);
    await until(async () => (await healthOfOther()) === 'ok');
  });

  it('reports a follower of an earlier version, which does not report its state', async () => {
    await withoutFollower(async () => {
      await askOwner(`update event_follower set troubles = '[]', reported_at = null`);
      await until(
        async () =>
          (await healthOfOther()) ===
          'not following: the process that follows EventStoreDB has not reported yet; an ' +
            'older version never does',
      );
    });
    await until(async () => (await healthOfOther()) === 'ok');
  });

  it('reports that no process follows EventStoreDB if none reported for a minute', async () => {
    await withoutFollower(async () => {
      await askOwner(`update event_follower set reported_at = now() - interval '61 seconds'`);
      await until(
        async () =>
          (await healthOfOther()) ===
          'stopped: no process has reported for a minute that it follows EventStoreDB',
      );
      expect(await metricOfOther()).toBe(0);
    });
    await until(async () => !(await healthOfOther()).includes('no process has reported'));
  });
});
