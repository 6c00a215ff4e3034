import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { AuditEntry, OwnDonation } from '#libs/contracts';
import {
  give,
  startApp,
  type Client,
  type TestApp,
  type TestPerson,
} from '../../../support/app.js';
import { ageAuditLog } from '../../../support/database/audit-log.js';

let app: TestApp;
let grace: string;
let hope: string;
let admin: Client;
let hannah: TestPerson;
let written = '';
beforeAll(async () => {
  const logger = pino(
    { level: 'info', base: undefined },
    { write: (text: string) => void (written += text) },
  );
  app = await startApp({ env: { BASE_URL: 'http://portal.example' }, logger });
  grace = await app.church('grace');
  hope = await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  await app.person(grace, { email: 'secretary@grace.test', role: 'secretary' });
  hannah = await app.person(grace, { email: 'hannah@grace.test' });
  await app.person(grace, { email: 'waits@grace.test', isApproved: false });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  admin = app.as('admin@grace.test');
  // nobody can sign in for a while after the wrong passwords of a test
  for (const name of ['admin@grace', 'admin@hope', 'hannah@grace', 'waits@grace'])
    await app.cookieOf(`${name}.test`);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.platform((tx) => tx.sql('delete from rate_limit'));
  // what is recorded at most once a minute, or sixty times an hour, is recorded again
  await longAgo();
  written = '';
});

const entries = async (query: string, client = admin) =>
  (await client.get<AuditEntry[]>(`/api/admin/audit?limit=1000&${query}`)).body;
const longAgo = () => ageAuditLog(app, '2 hours');

describe('views of donations by staff', () => {
  it('are recorded with user and year once a minute, but not own ones', async () => {
    const office = app.as('secretary@grace.test');
    const gift = await give(office, hannah.id);
    const looks: [path: string, action: string, details: object][] = [
      ['/api/admin/donations?year=2024', 'donations.read', { year: 2024 }],
      [
        `/api/admin/donations/summary?donorId=${hannah.id}`,
        'donations.read',
        { donorId: hannah.id, year: null },
      ],
      [`/api/admin/donations/${gift.id}/history`, 'donations.history', { donorId: hannah.id }],
      [
        `/api/donations?userId=${hannah.id}&year=2025`,
        'donations.read',
        { donorId: hannah.id, year: 2025 },
      ],
      [
        `/api/pledges/user/${hannah.id}/year/2025`,
        'pledge.read',
        { donorId: hannah.id, year: 2025 },
      ],
      ['/api/admin/church-ledger?year=2025', 'ledger.read', { year: 2025 }],
      ['/api/admin/giving-by-month?year=2023', 'ledger.read', { year: 2023 }],
      ['/api/admin/church-ledger.csv?year=2025', 'ledger.exported', { year: 2025 }],
      [
        `/api/admin/church-ledger/${hannah.id}/2025`,
        'ledger.donor',
        { donorId: hannah.id, year: 2025 },
      ],
    ];
    for (const [at, action, details] of looks) {
      const { id } = (await entries(`action=${action}`))[0] ?? { id: '' };
      for (let n = 0; n < 3; n++)
        expect({ at, status: (await office.get(at)).status }).toEqual({ at, status: 200 });
      const fresh = (await entries(`action=${action}`)).filter((entry) => entry.id > id);
      expect({ at, fresh: fresh.map((entry) => entry.details) }).toEqual({ at, fresh: [details] });
      if ('donorId' in details) expect(fresh[0]!.subject).toMatchObject({ id: hannah.id });
    }
    const own = app.as('hannah@grace.test');
    expect((await own.get<OwnDonation[]>('/api/donations')).body).toHaveLength(1);
    await own.get(`/api/pledges/user/${hannah.id}/year/2025`);
    expect(
      (await entries(`personId=${hannah.id}`)).filter(
        ({ action, actor }) => actor?.id === hannah.id && /^(donations|pledge)\./.test(action),
      ),
    ).toEqual([]);
  });
});
