import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Donation, DonationImport, Ledger } from '#libs/contracts';
import { openEventStores, verifyChurch } from '../../../src/giving/index.js';
import { password, startApp, type TestApp } from '../../support/app.js';
import { template } from '../../support/imports.js';
import { expectInLog } from '../../support/program/log.js';
import { signIn, startProgram, type Program } from '../../support/program/program.js';
import { until } from '../../support/until.js';

expectInLog(/has no administrator anymore/); // only a secretary

describe('two processes on one database', () => {
  let test: TestApp;
  let church: string;
  let hannah: string;
  let env: Record<string, string>;
  const programs: Program[] = [];
  const start = async () => {
    const program = await startProgram(test.config.DATA_DIR, env);
    programs.push(program);
    return program;
  };
  /** Returns a running program of an earlier test, or starts a new one. */
  const running = async () =>
    programs.find(({ child }) => child.exitCode === null && child.signalCode === null) ??
    (await start());
  beforeAll(async () => {
    test = await startApp();
    church = await test.church('grace');
    await test.person(church, { email: 'office@grace.test', role: 'secretary' });
    hannah = (await test.person(church, { email: 'hannah@grace.test' })).id;
    const { EVENT_STORE, EVENTSTORE_URL = '' } = test.config;
    env = {
      DATABASE_URL: test.database.appUrl,
      DATABASE_OWNER_URL: test.database.ownerUrl,
      SESSION_SECRET: randomBytes(16).toString('hex'),
      EVENT_STORE,
      EVENTSTORE_URL,
    };
    await test.app.close(); // Only the two programs do the work from now on.
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop()));
    await test.close();
  });

  it('share sessions and donations, and one continues if the other one is killed', async () => {
    const [firstProgram, secondProgram] = [await start(), await start()];
    const staff = await signIn(firstProgram.url, 'office@grace.test', password);
    const callOther = (path: string, init?: RequestInit) => staff(path, init, secondProgram.url);
    const give = (call: typeof callOther, amount: string) =>
      call('/api/admin/donations', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userId: hannah, amount, date: '2024-02-29' }),
      });
    const total = async (call: typeof callOther) =>
      Number(((await (await call('/api/admin/church-ledger')).json()) as Ledger).totals.amount);
    const before = await total(staff);

    expect((await give(callOther, '10.00')).status).toBe(201);
    expect(await total(staff)).toBe(before + 10);
    const { id } = (await (await give(staff, '5.00')).json()) as Donation;
    expect(
      ((await (await callOther(`/api/admin/donations/${id}/history`)).json()) as unknown[]).length,
    ).toBe(1);

    await firstProgram.kill(); // If only one process updates the projections, it is the first one.
    await give(callOther, '1.00');
    await until(async () => (await total(callOther)) === before + 16);
  });

  it('complete an interrupted import of the other one, and never show a part of it', async () => {
    const remainingProgram = await running();
    const killed = await start();
    const staff = await signIn(killed.url, 'office@grace.test', password);
    const callRemaining = (path: string, init?: RequestInit) =>
      staff(path, init, remainingProgram.url);
    const form = new FormData();
    form.append(
      'file',
      new Blob([
        template(
          ...Array.from(
            { length: 8_000 },
            (_, n) => `hannah@grace.test,${n + 1}.50,Cash,2023-07-04,Roof ${n % 3},`,
          ),
        ),
      ]),
      'gifts.csv',
    );
    const draft = (await (
      await staff('/api/admin/donation-imports', { method: 'POST', body: form })
    ).json()) as DonationImport;
    const records = async () =>
      ((await (await callRemaining('/api/admin/donations/summary')).json()) as { records: number })
        .records;
    const before = await records();
    await staff(`/api/admin/donation-imports/${draft.id}/commit`, { method: 'POST' });
    await killed.kill();
    const recordCounts = new Set<number>();
    const status = async () =>
      (
        (await (
          await callRemaining(`/api/admin/donation-imports/${draft.id}`)
        ).json()) as DonationImport
      ).status;
    for (let now = await status(); now !== 'committed'; now = await status()) {
      expect(now).toBe('committing');
      recordCounts.add(await records());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await records()).toBe(before + 8_000);
    for (const count of recordCounts) expect([before, before + 8_000]).toContain(count);
    const store = openEventStores(test.config, test.db);
    expect((await verifyChurch(test.db, store, church)).problems).toEqual([]);
    await store.dispose();
  });

  it('complete a running import before they stop, also the one that projects', async () => {
    const remainingProgram = await running();
    const staff = await signIn(remainingProgram.url, 'office@grace.test', password);
    const form = new FormData();
    form.append(
      'file',
      new Blob([
        template(
          ...Array.from(
            { length: 8_000 },
            (_, n) => `hannah@grace.test,${n + 1}.75,Cash,2022-07-04,,`,
          ),
        ),
      ]),
      'gifts.csv',
    );
    const draft = (await (
      await staff('/api/admin/donation-imports', { method: 'POST', body: form })
    ).json()) as DonationImport;
    await staff(`/api/admin/donation-imports/${draft.id}/commit`, { method: 'POST' });
    await remainingProgram.stop();
    expect(remainingProgram.child.exitCode).toBe(0);
    expect(
      await test.database.asSuperuser('select status from donation_import where id = $1', [
        draft.id,
      ]),
    ).toEqual([{ status: 'committed' }]);
  });
});
