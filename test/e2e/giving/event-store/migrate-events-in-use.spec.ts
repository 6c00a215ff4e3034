import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation } from '#libs/contracts';
import { give, type Client } from '../../../support/app.js';
import { MoveProgram, donationFile } from '../../../support/event-store/move-program.js';
import { commit, upload } from '../../../support/imports.js';
import { until } from '../../../support/until.js';

const program = new MoveProgram();
let church: string;
let staff: Client;
let hannah: string;
beforeAll(() => program.start());
afterAll(() => program.stop());
beforeEach(async () => {
  await program.addChurch();
  ({ church, staff, hannah } = program);
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('moving a church that is in use', () => {
  it('neither loses nor repeats donations that are recorded at the same time', async () => {
    await program.recordYear();
    const donationIds: string[] = [];
    let isOver = false;
    const repeatUntilRecorded = async <Body>(
      call: () => Promise<{ status: number; body: Body }>,
    ): Promise<Body> => {
      for (;;) {
        const { status, body } = await call();
        if (status === 201) return body;
        if (status !== 503 && status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      }
    };
    const recordDonations = async (name: string) => {
      for (let n = 0; !isOver; n++) {
        const key = { 'idempotency-key': `${name}-${n}` };
        donationIds.push(
          (
            await repeatUntilRecorded(() =>
              staff.post<Donation>(
                '/api/admin/donations',
                { userId: hannah, amount: '1.00', date: '2025-05-05' },
                key,
              ),
            )
          ).id,
        );
        // Without a pause, a slower machine would have more donations to move.
        await wait(20);
      }
    };
    const importFiles = async () => {
      let files = 0;
      for (; !isOver; files++) {
        const { body } = await upload(staff, donationFile(600, 100_000 + files * 600));
        if ((await commit(staff, body.id)).status !== 'committed')
          throw new Error('an import failed');
        await wait(200);
      }
      return files;
    };
    const work = Promise.all([recordDonations('a'), recordDonations('b'), importFiles()]);
    for (const to of ['eventstoredb', 'postgres', 'eventstoredb'] as const) {
      await program.move(to);
      await wait(500);
    }
    isOver = true;
    const [, , files] = await work;
    expect(files).toBeGreaterThan(0);
    expect(await program.listProblems()).toEqual([]);
    const { body } = await staff.get<{ records: number }>('/api/admin/donations/summary');
    expect(body.records).toBe(1_203 + 3 + 600 * files + donationIds.length);
    expect(new Set(donationIds).size).toBe(donationIds.length);
  });

  it('refuses a request that has waited too long, and does not record its donation', async () => {
    await give(staff, hannah);
    await program.move('eventstoredb');
    // The first write still tries the old store.
    await staff.post('/api/admin/donations', { userId: hannah, amount: '1.00' });
    const before = await program.test.events(church);
    const lock = program.test.database
      .asSuperuser('select pg_advisory_lock(hashtextextended($1, 0)), pg_sleep(600)', [
        `store of ${church}`,
      ])
      .catch((error: unknown) => error);
    const sleepingQuerySql = `pid
      from pg_stat_activity
     where query like '%pg_sleep(600)'
       and wait_event = 'PgSleep'`;
    await until(
      async () => (await program.test.database.asSuperuser(`select ${sleepingQuerySql}`)).length,
    );
    expect(
      await staff.post('/api/admin/donations', { userId: hannah, amount: '2.00' }),
    ).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(await program.test.events(church)).toBe(before);
    await program.test.database.asSuperuser(
      `select pg_cancel_backend(pid) from (select ${sleepingQuerySql}) as it`,
    );
    expect(String(await lock)).toContain('canceling statement');
    await give(staff, hannah);
  });
});
