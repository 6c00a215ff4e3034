import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Database } from '#libs/database';
import { give } from '../../support/app.js';
import { expectInLog } from '../../support/log.js';
import { startProgram, type Program } from '../../support/program.js';
import { SecondStore } from '../../support/second-store.js';
import { until } from '../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: the user of EVENTSTORE_URL may not read/,
  /"message":"the journal of a church has a gap"/,
);

let second: SecondStore;
let other: Program;
let holder: Database;
beforeAll(async () => {
  second = await SecondStore.start({ watching: { every: 100, everyForGaps: 100 } });
  await until(async () => (await second.health()) === 'ok'); // this process follows
  holder = await second.app.db.another(2);
  other = await startProgram(second.app.config.DATA_DIR, {
    DATABASE_URL: second.app.database.appUrl,
    DATABASE_OWNER_URL: second.app.database.ownerUrl,
    SESSION_SECRET: randomBytes(16).toString('hex'),
    EVENT_STORE: 'eventstoredb',
    EVENTSTORE_URL: second.app.config.EVENTSTORE_URL!,
  });
});
afterAll(async () => {
  try {
    await other.stop();
  } finally {
    await holder.close();
    await second.close();
  }
});

const healthOfOther = async () => {
  const response = await fetch(`${other.url}/health`);
  return ((await response.json()) as { giving: string }).giving;
};
const metricOfOther = async () => {
  const metrics = await (await fetch(`${other.url}/metrics`)).text();
  return Number(/^church_connect_giving_followed (\d)$/m.exec(metrics)?.[1]);
};

describe('a process beside the one that follows EventStoreDB', () => {
  it('says that all is well', async () => {
    await until(async () => (await healthOfOther()) === 'ok');
    expect(await metricOfOther()).toBe(1);
  });

  it('reports what the following process has found, and still does after it has taken over', async () => {
    const { church, client, donorId } = await second.openOffice('salem');
    for (let n = 0; n < 3; n++) await give(client, donorId);
    await second.deleteJournalEntry(church, 2);
    const stopped = 'stopped: the journal of a church has no entry 2; run verify';
    await until(async () => (await second.health()) === stopped);
    await until(async () => (await healthOfOther()) === stopped);
    expect(await metricOfOther()).toBe(0);

    // else the event of the deleted entry would be published once more
    await second.setSavedPosition(String(second.double.log.events.at(-1)!.position));
    await second.app.app.close();
    const reportsOfOther = `select 1 from event_follower where reported_at > now() - interval '1 second'`;
    const since = Date.now();
    const answers = new Set<string>();
    await until(async () => {
      answers.add(await healthOfOther());
      const reports = await second.app.database.asSuperuser(reportsOfOther);
      return reports.length > 0 && Date.now() - since > 3_000;
    });
    expect([...answers]).toEqual([stopped]);
  });

  it('reports that nobody follows when the last report is older than a minute', async () => {
    second.double.allDenied = true; // ends the turns of the following process at once
    second.double.cut();
    const holdTurn = () =>
      holder.exclusively('projections', async () => {
        second.double.allDenied = false;
        await second.app.database.asSuperuser(
          `update event_follower set reported_at = now() - interval '61 seconds'`,
        );
        await until(
          async () => (await healthOfOther()) === 'stopped: no process follows EventStoreDB',
        );
        expect(await metricOfOther()).toBe(0);
      });
    await until(async () => (await holdTurn()) !== null);
    await until(async () => !(await healthOfOther()).includes('no process'));
  });
});
