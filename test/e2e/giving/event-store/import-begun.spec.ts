import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport, ErrorBody } from '#libs/contracts';
import { verifyChurch } from '../../../../src/giving/index.js';
import { startApp, type Client } from '../../../support/app.js';
import { EventStoreDbDouble } from '../../../support/eventstoredb/server.js';
import { commit, settled, upload } from '../../../support/imports.js';
import { expectInLog } from '../../../support/program/log.js';

expectInLog(/"message":"an import failed".*"type":"AccessDeniedError"/);

const double = await EventStoreDbDouble.start();
const app = await startApp({
  env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: double.patientUrl },
});
afterAll(async () => {
  await app.close();
  await double.stop();
});

describe('an import whose first append succeeded and whose second append was refused', () => {
  const columns = { email: 0, amount: 1, date: 2, paymentMethod: 3 };
  let staff: Client;
  let church: string;
  let importPath: string;
  let id: string;

  /** Returns everything that is stored about the draft, and the number of events of the church. */
  const readStored = async () => ({
    shown: (await staff.get<DonationImport>(importPath)).body,
    rows: await app.db.tenant(church, (tx) =>
      tx.sql(
        'select * from donation_import_row where organization_id = $1 and import_id = $2 ' +
          'order by row',
        [church, id],
      ),
    ),
    events: await app.events(church),
  });

  /** Begins an import in a new church, and lets EventStoreDB refuse its second append. */
  async function beginImport(slug: string): Promise<void> {
    church = await app.church(slug);
    await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
    await app.person(church, { email: `hannah@${slug}.test`, signsIn: false });
    staff = app.as(`office@${slug}.test`);
    const gifts = Array.from(
      { length: 601 },
      (_, n) => `hannah@${slug}.test,${n + 1}.00,2025-03-02,Cash`,
    );
    ({ id } = (await upload(staff, ['Giver,Gross,Given on,Paid by', ...gifts].join('\n'))).body);
    importPath = `/api/admin/donation-imports/${id}`;
    await staff.put(`${importPath}/mapping`, { columns });
    await staff.patch(`${importPath}/rows`, { rows: [602], action: 'setAside' });
    double.onAppend = () =>
      double.log.stream(`${church}.import-${id}`)?.length ? 'access denied' : undefined;
    await staff.post(`${importPath}/commit`);
    expect(await settled(staff, id)).toMatchObject({
      status: 'failed',
      counts: { new: 600, setAside: 1 },
    });
    expect(double.log.stream(`${church}.import-${id}`)).toHaveLength(500);
    double.onAppend = () => undefined;
  }

  describe('before it is finished', () => {
    beforeAll(() => beginImport('grace'));

    it.each([
      ['the meaning of its columns', 'put', '/mapping', { columns: { ...columns, name: 0 } }],
      ['a value', 'patch', '/rows', { rows: [2], action: 'set', values: { amount: '9.99' } }],
      [
        'the giver of a row',
        'patch',
        '/rows',
        { rows: [2], action: 'guest', values: { firstName: 'Gloria', lastName: 'Guest' } },
      ],
      ['the rows that are skipped', 'patch', '/rows', { state: 'new', action: 'setAside' }],
      ['a row that was skipped', 'patch', '/rows', { rows: [602], action: 'accept' }],
    ] as const)('cannot be changed: %s', async (_what, method, path, body) => {
      const before = await readStored();
      expect(await staff[method]<ErrorBody>(importPath + path, body)).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          message:
            'Recording this import has begun. Import it again to finish it; what is wrong in ' +
            'it can be corrected afterwards.',
        },
      });
      expect(await readStored()).toEqual(before);
    });

    it('cannot be undone', async () => {
      const before = await readStored();
      expect(await staff.post<ErrorBody>(`${importPath}/undo`)).toMatchObject({
        status: 409,
        body: { message: 'This import is not committed.' },
      });
      expect(await readStored()).toEqual(before);
    });
  });

  it('is finished by a second commit, with the rows of the first one', async () => {
    await beginImport('hope');
    expect(await commit(staff, id)).toMatchObject({
      status: 'committed',
      counts: { new: 600, setAside: 1 },
    });
    expect((await staff.get('/api/admin/donations/summary')).body).toMatchObject({
      records: 600,
      amount: '180300.00',
    });
    expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
  });
});
