import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OwnDonation } from '#libs/contracts';
import { give } from '../../../support/app.js';
import { startAuditedChurches, type AuditedChurches } from './audited-churches.js';

let churches: AuditedChurches;
beforeAll(async () => {
  churches = await startAuditedChurches();
});
afterAll(() => churches.app.close());
beforeEach(() => churches.reset());

describe('views of donations by staff', () => {
  it('are recorded with user and year once a minute, unless users view their own', async () => {
    const staff = churches.app.as('secretary@grace.test');
    const gift = await give(staff, churches.hannah.id);
    const looks: [path: string, action: string, details: object][] = [
      ['/api/admin/donations?year=2024', 'donations.read', { year: 2024 }],
      [
        `/api/admin/donations/summary?donorId=${churches.hannah.id}`,
        'donations.read',
        { donorId: churches.hannah.id, year: null },
      ],
      [
        `/api/admin/donations/${gift.id}/history`,
        'donations.history',
        { donorId: churches.hannah.id },
      ],
      [
        `/api/donations?userId=${churches.hannah.id}&year=2025`,
        'donations.read',
        { donorId: churches.hannah.id, year: 2025 },
      ],
      [
        `/api/pledges/user/${churches.hannah.id}/year/2025`,
        'pledge.read',
        { donorId: churches.hannah.id, year: 2025 },
      ],
      ['/api/admin/church-ledger?year=2025', 'ledger.read', { year: 2025 }],
      ['/api/admin/giving-by-month?year=2023', 'ledger.read', { year: 2023 }],
      ['/api/admin/church-ledger.csv?year=2025', 'ledger.exported', { year: 2025 }],
      [
        `/api/admin/church-ledger/${churches.hannah.id}/2025`,
        'ledger.donor',
        { donorId: churches.hannah.id, year: 2025 },
      ],
    ];
    for (const [path, action, details] of looks) {
      const { id } = (await churches.readEntries(`action=${action}`))[0] ?? { id: '' };
      for (let n = 0; n < 3; n++)
        expect({ at: path, status: (await staff.get(path)).status }).toEqual({
          at: path,
          status: 200,
        });
      const fresh = (await churches.readEntries(`action=${action}`)).filter(
        (entry) => entry.id > id,
      );
      expect({ at: path, fresh: fresh.map((entry) => entry.details) }).toEqual({
        at: path,
        fresh: [details],
      });
      if ('donorId' in details) expect(fresh[0]!.subject).toMatchObject({ id: churches.hannah.id });
    }
    const donor = churches.app.as('hannah@grace.test');
    expect((await donor.get<OwnDonation[]>('/api/donations')).body).toHaveLength(1);
    await donor.get(`/api/pledges/user/${churches.hannah.id}/year/2025`);
    expect(
      (await churches.readEntries(`personId=${churches.hannah.id}`)).filter(
        ({ action, actor }) =>
          actor?.id === churches.hannah.id && /^(donations|pledge)\./.test(action),
      ),
    ).toEqual([]);
  });
});
