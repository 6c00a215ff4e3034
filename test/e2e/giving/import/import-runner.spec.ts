import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport, DonationSummary } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { lockChurch, Projector } from '#libs/event-sourcing';
import { listImports } from '../../../../src/giving/import/review/import.query.js';
import { verifyChurch } from '../../../../src/giving/index.js';
import { startApp, type TestApp } from '../../../support/app.js';
import { settled, template, upload } from '../../../support/imports.js';
import { expectInLog } from '../../../support/program/log.js';
import { until } from '../../../support/until.js';

expectInLog(/"message":"an import failed".*"type":"ImportIncomplete"/);

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function staff(slug: string) {
  const church = await app.church(slug);
  await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  const donor = await app.person(church, { email: `hannah@${slug}.test`, signsIn: false });
  const client = app.as(`office@${slug}.test`);
  const draft = async (amount: string) => {
    const row = `hannah@${slug}.test,${amount},Cash,2025-07-04,,`;
    return (await upload(client, template(row))).body.id;
  };
  const commit = (id: string) => client.post(`/api/admin/donation-imports/${id}/commit`);
  const statusOf = async (id: string) =>
    (await client.get<{ status: string }>(`/api/admin/donation-imports/${id}`)).body.status;
  return { church, client, donor, draft, commit, statusOf };
}

describe('the commit of an import', () => {
  it('waits until the donations are in the ledger, after they are in the event store', async () => {
    const zion = await staff('zion');
    const postgres = app.store.stores.postgres;
    const projector = app.app.get<Projector<unknown>>(Projector, { strict: false });
    let appended = 0;
    postgres.onAppended(async (_tx, batches) => {
      for await (const _batch of batches);
      appended++;
    });
    const id = await zion.draft('41.50');
    await zion.commit(id);
    await until(() => appended > 0, 'the import was not written');
    expect(await zion.statusOf(id)).toBe('committing');

    postgres.onAppended((tx, batches, head) => projector.publishAppended(tx, batches, head));
    expect(await settled(zion.client, id)).toMatchObject({ status: 'committed' });
    const { body } = await zion.client.get<DonationSummary>('/api/admin/donations/summary');
    expect(body.records).toBe(1);
    expect((await verifyChurch(app.db, app.store, zion.church)).problems).toEqual([]);
  });

  it('does not wait for the import of another church', async () => {
    const [bethel, salem] = [await staff('bethel'), await staff('salem')];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isLocked = false;
    const holding = app.db.separate(bethel.church, async (tx) => {
      await lockChurch(tx, bethel.church);
      isLocked = true;
      await released;
    });
    await until(() => isLocked);
    const blocked = [await bethel.draft('12.00'), await bethel.draft('13.00')];
    for (const id of blocked) await bethel.commit(id);

    const id = await salem.draft('14.00');
    await salem.commit(id);
    expect(await settled(salem.client, id)).toMatchObject({ status: 'committed' });
    expect(await bethel.statusOf(blocked[0]!)).toBe('committing');

    release();
    await holding;
    for (const blockedId of blocked)
      expect(await settled(bethel.client, blockedId)).toMatchObject({ status: 'committed' });
  });
});

describe('the list of imports', () => {
  it('needs as many statements for four imports as for one, and shows their states', async () => {
    const moriah = await staff('moriah');
    const statementsOf = (church: string) =>
      app.db.tenant(church, async (tx) => {
        let statements = 0;
        const counting = new Proxy(tx, {
          get(target, name: keyof Tx) {
            if (name === 'sql' || name === 'execute' || name === 'send') statements++;
            return target[name];
          },
        });
        await listImports(counting);
        return statements;
      });

    const ids = [await moriah.draft('1.00')];
    const statementsForOne = await statementsOf(moriah.church);
    const wrongDraft = await upload(
      moriah.client,
      template('nobody@moriah.test,2.00,Cash,2025-07-04,,'),
    );
    ids.push(wrongDraft.body.id, await moriah.draft('3.00'), await moriah.draft('4.00'));
    expect(await statementsOf(moriah.church)).toBe(statementsForOne);

    const { body } = await moriah.client.get<DonationImport[]>('/api/admin/donation-imports');
    expect(body.map(({ id }) => id)).toEqual(ids.toReversed());
    for (const listedImport of body) {
      const path = `/api/admin/donation-imports/${listedImport.id}`;
      const { body: draft } = await moriah.client.get<DonationImport>(path);
      expect({ ...listedImport, undo: draft.undo, control: draft.control }).toEqual(draft);
    }
    expect(body[2]).toMatchObject({ counts: { total: 1, rejected: 1 }, errors: [{ row: 2 }] });
  });
});
