import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { verifyChurch } from '../../../../src/giving/index.js';
import { give } from '../../../support/app.js';
import { numberSequence } from '../../../support/eventstoredb/scene.js';
import { settled, template, upload } from '../../../support/imports.js';
import { expectInLog } from '../../../support/program/log.js';
import { runCommand } from '../../../support/operator.js';
import { startProgram, type Program } from '../../../support/program/program.js';
import { SecondStore, type GivingChurch } from '../../../support/event-store/second-store.js';
import { until } from '../../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: /,
  /has no administrator anymore/,
  /"message":"the copies of some events are missing or wrong, and EventStoreDB does not have these events as the journal recorded them; run repair-books"/,
);

let second: SecondStore;
let zion: GivingChurch;
let complete: string[];
const rows = numberSequence(30).map((n) => `hannah@zion.test,${n + 1}.50,Cash,2025-07-04,,`);
const events = rows.length + 3;

const admin = (sql: string) => second.app.database.asSuperuser(sql);
async function copies(): Promise<string[]> {
  const copyRows = await second.app.database.asSuperuser<{ text: string }>(
    'select to_jsonb(c)::text as text from event_copy c order by 1',
  );
  return copyRows.map(({ text }) => text);
}
const repair = (...args: string[]) =>
  runCommand(second, 'repair-books', '--church', 'zion', ...args);
const verify = () => verifyChurch(second.app.db, second.app.store, zion.church);

/**
 * Starts the program with a church whose copies of the events are complete. Each group of tests
 * calls it, because the last test of each group ends the program.
 */
async function startWithCopies(): Promise<void> {
  // The running program must not add missing copies while the tests damage them.
  second = await SecondStore.start({ watchTimes: { copyInterval: Infinity } });
  zion = await second.openChurch('zion');
  await give(zion.client, zion.donorId);
  const { id } = (await upload(zion.client, template(...rows))).body;
  await zion.client.post(`/api/admin/donation-imports/${id}/commit`);
  expect(await settled(zion.client, id)).toMatchObject({ status: 'committed' });
  await give(zion.client, zion.donorId);
  complete = await copies();
  expect(complete).toHaveLength(events);
  await admin('create table complete_copy as select * from event_copy');
}

/** Restores all copies of the events, and then executes SQL that damages some. */
const damage = (sql: string) =>
  admin(`delete from event_copy; insert into event_copy select * from complete_copy; ${sql}`);

/** Deletes the copy of one donation, and the copy of one event of the import. */
const missing = `
  delete from event_copy where type = 'DonationImportCommitted';
  delete from event_copy where stream like '%.donation-%'
     and recorded_at = (select max(recorded_at) from event_copy)`;
const changeCopies = `update event_copy set data = replace(data, '"USD"', '"EUR"')`;

describe('copies in PostgreSQL while the program follows EventStoreDB', () => {
  beforeAll(startWithCopies);
  afterAll(() => second.close());

  describe('events without a copy in PostgreSQL', () => {
    beforeEach(() => damage(missing));

    it('are named by verify in a note, and not as a problem', async () => {
      expect(await verify()).toMatchObject({
        problems: [],
        notes: [
          'PostgreSQL has no copy of 2 events yet. The program adds them while it runs, at ' +
            'the latest after its next start.',
        ],
      });
      const { code, output } = await runCommand(second, 'verify', '--church', 'zion');
      expect(output).toContain('Note: PostgreSQL has no copy of 2 events yet.');
      expect(output).toContain('verify: all is well');
      expect(code).toBe(0);
    });

    it('let repair-books report that PostgreSQL cannot restore all events', async () => {
      const { code, output } = await repair();
      expect(output).toContain('The event store and the journal agree.');
      expect(output).not.toContain('Both agree.');
      expect(output).toContain(
        'PostgreSQL has no copy of 2 events. --trust eventstoredb copies them.',
      );
      expect(code).toBe(1);
    });

    it('are copied by repair-books --trust eventstoredb', async () => {
      const { code, output } = await repair('--trust', 'eventstoredb');
      expect(output).toContain('PostgreSQL now has a copy of each event.');
      expect(code).toBe(0);
      expect(await copies()).toEqual(complete);
      expect((await verify()).notes).toEqual([]);
      expect((await repair()).output).toContain('Both agree.');
    });
  });

  describe('copies that differ from what the journal recorded', () => {
    beforeEach(() => damage(changeCopies));

    it('are reported as a problem by verify', async () => {
      expect((await verify()).problems).toEqual([
        'The copies in PostgreSQL of the events of 3 journal entries are not as the journal ' +
          'recorded them. ' +
          'Run repair-books with --trust eventstoredb to replace them.',
      ]);
    });

    it('are reported by repair-books', async () => {
      const { code, output } = await repair();
      expect(output).toContain(
        'The copies in PostgreSQL of the events of 3 journal entries are not as the journal ' +
          'recorded them. ' +
          '--trust eventstoredb replaces them.',
      );
      expect(code).toBe(1);
    });

    it('are replaced by repair-books --trust eventstoredb', async () => {
      const { code, output } = await repair('--trust', 'eventstoredb');
      expect(output).toContain('verify: all is well');
      expect(code).toBe(0);
      expect(await copies()).toEqual(complete);
    });
  });
});

describe('a process that begins to follow EventStoreDB', () => {
  let program: Program;
  beforeAll(startWithCopies);
  afterAll(() => second.close());

  it('adds and replaces copies, except those that contradict the journal', async () => {
    const first = second.double.log.events.find(({ stream }) => stream.startsWith(zion.church))!;
    for (let n = 0; n < more; n++) second.storeAnotherDonation(zion.church);
    await until(async () => (await copies()).length === events + more);
    const otherCopies = (await copies()).filter((copy) => !copy.includes(first.stream));
    expect(otherCopies).toHaveLength(events + more - 1);

    // The first donation differs in EventStoreDB and has no copy, as if an earlier version had not
    // copied it.
    const recorded = first.data;
    first.data = Buffer.from(Buffer.from(recorded).toString().replace('"USD"', '"EUR"'));
    await admin(
      `${missing}; ${changeCopies}; delete from event_copy where stream = '${first.stream}'`,
    );
    await second.app.app.close();
    program = await startProgram(second.app.config.DATA_DIR, {
      DATABASE_URL: second.app.database.appUrl,
      DATABASE_OWNER_URL: second.app.database.ownerUrl,
      SESSION_SECRET: randomBytes(16).toString('hex'),
      EVENT_STORE: 'eventstoredb',
      EVENTSTORE_URL: second.double.patientUrl,
    });
    try {
      await until(async () => JSON.stringify(await copies()) === JSON.stringify(otherCopies));
    } finally {
      await program.stop();
      first.data = recorded;
    }
  });

  /** More journal entries than the program reads at a time. */
  const more = 520;
});
