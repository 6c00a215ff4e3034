import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { donationPath, restoreDonation } from '../../support/giving/donation-reads.js';
import { uploadBankFile } from '../../support/giving/imported-donations.js';
import { commit, settled } from '../../support/imports.js';

const { app, church, staff, hannah } = await startChurch();
afterAll(() => app.close());
beforeAll(() =>
  app.person(church, {
    email: 'admin@grace.test',
    role: 'admin',
    firstName: 'Ada',
    lastName: 'Min',
  }),
);

const admin = app.as('admin@grace.test');

describe('the audit log', () => {
  it('records each change of a donation, and each import', async () => {
    const gift = await giveAsGuest(staff, 'Margaret Holloway', { amount: '70.00' });
    await staff.patch(donationPath(gift.id), { amount: '75.00' });
    await staff.patch(donationPath(gift.id), { amount: '75.00' }); // This request changes nothing.
    await staff.delete(donationPath(gift.id));
    await restoreDonation(staff, gift.id);
    const entries = (await admin.get<AuditEntry[]>('/api/admin/audit?limit=200')).body;
    const giftEntries = entries.filter(({ details }) => details.donationId === gift.id).reverse();
    const ids = { donationId: gift.id, donorId: gift.donorId };
    expect(
      giftEntries.map(({ action, actor, subject, details }) => [
        action,
        actor!.name,
        subject?.name,
        details,
      ]),
    ).toEqual([
      ['donation.recorded', 'Esther Lind', 'Margaret Holloway', { ...ids, amount: '70.00' }],
      [
        'donation.corrected',
        'Esther Lind',
        'Margaret Holloway',
        { ...ids, amount: '70.00', becomes: '75.00' },
      ],
      ['donation.deleted', 'Esther Lind', 'Margaret Holloway', { ...ids, amount: '75.00' }],
      ['donation.restored', 'Esther Lind', 'Margaret Holloway', { ...ids, amount: '75.00' }],
    ]);
    const id = await uploadBankFile(
      staff,
      'X1,hannah@grace.test,51.00,2022-09-02,Cash',
      'X2,hannah@grace.test,52.00,2022-09-02,Cash',
    );
    await commit(staff, id);
    await staff.post(`/api/admin/donation-imports/${id}/undo`);
    await settled(staff, id);
    const importEntries = (await admin.get<AuditEntry[]>('/api/admin/audit?limit=200')).body.filter(
      ({ details, action }) => details.importId === id && /committed|undone/.test(action),
    );
    expect(
      importEntries.map(({ action, details }) => [action, details.donations, details.amount]),
    ).toEqual([
      ['import.undone', 2, '103.00'],
      ['import.committed', 2, '103.00'],
    ]);
  });

  it('is exported with the filters of the page and with harmless formulas', async () => {
    for (let n = 0; n < 5; n++) await give(staff, hannah.id);
    await giveAsGuest(staff, '=cmd() Lee', { amount: '1.00' });
    const answer = await admin.get('/api/admin/audit.csv?action=donation.recorded');
    expect(answer.headers.get('content-disposition')).toContain('audit-log.csv');
    const [header, ...lines] = answer.text.trim().split('\r\n');
    expect(header).toBe('When,Who,What,Whom,Details');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.every((line) => line.includes(',Gift recorded,'))).toBe(true);
    expect(answer.text).not.toMatch(/(^|,)"?=cmd/m);
    expect((await staff.get('/api/admin/audit.csv')).status).toBe(403);
    expect(
      (await admin.get<AuditEntry[]>('/api/admin/audit?limit=5')).body.some(
        ({ action }) => action === 'audit.exported',
      ),
    ).toBe(true);
  });
});
