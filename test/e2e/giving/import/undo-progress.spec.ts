import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DonationImport, DonationSummary } from '#libs/contracts';
import { lockChurch } from '#libs/event-sourcing';
import { rowDonationId } from '../../../../src/giving/import/row-donation-id.js';
import { beginUndo, insertWork } from '../../../../src/giving/import/recording/work.sql.js';
import { verifyChurch } from '../../../../src/giving/index.js';
import { startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, settled, template, upload } from '../../../support/imports.js';
import { expectInLog } from '../../../support/program/log.js';
import { until } from '../../../support/until.js';

expectInLog(/"message":"an import failed".*"code":"57P01"/);

/** The undo voids 1,000 donations at a time, so it needs three parts. */
const rows = 2_001;

let app: TestApp;
let church: string;
let user: string;
let staff: Client;
let id: string;
let path: string;
let churches = 0;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Creates a church with a committed import. */
beforeEach(async () => {
  const slug = `zion-${++churches}`;
  church = await app.church(slug);
  ({ id: user } = await app.person(church, { email: `office@${slug}.test`, role: 'secretary' }));
  await app.person(church, { email: `hannah@${slug}.test`, signsIn: false });
  staff = app.as(`office@${slug}.test`);
  const gifts = Array.from(
    { length: rows },
    (_, n) => `hannah@${slug}.test,${n + 1}.00,Cash,2025-07-04,,`,
  );
  ({ id } = (await upload(staff, template(...gifts))).body);
  path = `/api/admin/donation-imports/${id}`;
  expect(await commit(staff, id)).toMatchObject({ status: 'committed' });
});

const readImport = async () => (await staff.get<DonationImport>(path)).body;
/** Returns the import if some of its donations are voided, or false. */
const progressing = async () => {
  const now = await readImport();
  return (now.progress?.done ?? 0) > 0 && now;
};
const undo = () => staff.post<DonationImport>(`${path}/undo`);
const recorded = async () =>
  (await staff.get<DonationSummary>('/api/admin/donations/summary')).body.records;

/** Runs `work` while a transaction of the church holds a lock, so that the undo has to wait. */
async function whileLocked(
  lock: (tx: Parameters<Parameters<TestApp['db']['separate']>[1]>[0]) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isLocked = false;
  const holding = app.db.separate(church, async (tx) => {
    await lock(tx);
    isLocked = true;
    await released;
  });
  await until(() => isLocked);
  try {
    await work();
  } finally {
    release();
    await holding;
  }
}

/**
 * Ends the connection that waits for a lock, as a crash would.
 * @returns whether there was such a connection
 */
const endWaitingConnection = async () => {
  const endedConnections = await app.db.platform((tx) =>
    tx.sql(
      `select pg_terminate_backend(pid)
         from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    ),
  );
  return endedConnections.length > 0;
};

const expectUndone = async () => {
  expect(await settled(staff, id)).toMatchObject({
    status: 'undone',
    message: null,
  });
  expect(await recorded()).toBe(0);
  expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
};

describe('the undo of an import', () => {
  it('is answered with 202 and the status "undoing" before any donation is voided', async () => {
    await whileLocked(
      (tx) => lockChurch(tx, church),
      async () => {
        const answer = await undo();
        expect(answer.status).toBe(202);
        const begun = { status: 'undoing', progress: { done: 0, total: rows } };
        expect(answer.body).toMatchObject(begun);
        expect(await readImport()).toMatchObject(begun);
        expect(await recorded()).toBe(rows);
      },
    );
    await expectUndone();
  });

  it('refuses a second undo and every change of the import while it runs', async () => {
    await whileLocked(
      (tx) => lockChurch(tx, church),
      async () => {
        await undo();
        const refusals = [
          await undo(),
          await staff.post(`${path}/commit`),
          await staff.patch(`${path}/rows`, { rows: [2], action: 'setAside' }),
          await staff.patch(`${path}/givers`, { givers: ['\n'], answer: 'guest' }),
          await staff.put(`${path}/mapping`, {}),
          await staff.delete(path),
        ];
        expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 409));
        expect(await readImport()).toMatchObject({ status: 'undoing' });
      },
    );
    await expectUndone();
  });

  it('shows how many donations are voided while it runs', async () => {
    const last = rowDonationId(id, rows + 1);
    await whileLocked(
      (tx) =>
        tx.sql(
          'select 1 from donation_version where organization_id = $1 and donation_id = $2 for ' +
            'update',
          [church, last],
        ),
      async () => {
        await undo();
        const { status, progress } = await until(progressing, 'no progress was shown');
        expect(status).toBe('undoing');
        expect([1_000, 2_000]).toContain(progress?.done);
        expect(progress?.total).toBe(rows);
        expect(await recorded()).toBe(rows);
      },
    );
    await expectUndone();
  });

  it('is carried out by another process if the one that answered with 202 has ended', async () => {
    await app.db.tenant(church, async (tx) => {
      await beginUndo(tx, { importId: id, userId: user, putBack: false });
      await insertWork(tx, { importId: id });
    });
    await expectUndone();
  });

  it('is resumed if it was interrupted between two parts', async () => {
    await whileLocked(
      (tx) =>
        tx.sql(
          'select 1 from donation_version where organization_id = $1 and donation_id = $2 for ' +
            'update',
          [church, rowDonationId(id, rows + 1)],
        ),
      async () => {
        await undo();
        await until(progressing);
        await until(endWaitingConnection, 'the undo did not wait');
      },
    );
    await expectUndone();
  });
});
