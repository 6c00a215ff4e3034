import { afterAll, describe, expect, it } from '@jest/globals';
import type { ImportRow } from '#libs/contracts';
import { startChurch } from '../../support/church.js';
import {
  donationPath,
  listDonations,
  readHistory,
  readSummary,
  restoreDonation,
} from '../../support/giving/donation-reads.js';
import {
  expectVerified,
  readImport,
  uploadBankFile,
} from '../../support/giving/imported-donations.js';
import { commit, settled } from '../../support/imports.js';

const { app, church, staff } = await startChurch();
afterAll(() => app.close());

describe('a deleted donation of an import', () => {
  it('needs review in the next file, and is restored with its transaction ID', async () => {
    const id = await uploadBankFile(
      staff,
      'T1,hannah@grace.test,11.00,2020-03-02,Cash',
      'T2,hannah@grace.test,12.00,2020-03-03,Cash',
    );
    await commit(staff, id);
    const [first] = await listDonations(staff, `importId=${id}&sort=amount`);
    await staff.delete(donationPath(first!.id));
    // A file must not restore the donation without a decision of the user.
    const nextId = await uploadBankFile(
      staff,
      'T1,hannah@grace.test,11.00,2020-03-02,Cash',
      'T3,hannah@grace.test,13.00,2020-03-04,Cash',
    );
    expect((await readImport(staff, nextId)).counts).toMatchObject({
      new: 1,
      held: 1,
      duplicate: 0,
    });
    const [rowInReview] = (
      await staff.get<ImportRow[]>(`/api/admin/donation-imports/${nextId}/rows?state=held`)
    ).body;
    expect(rowInReview).toMatchObject({
      message: 'Row 2: This transaction was recorded before, and deleted',
    });
    // The user accepts the row as a gift. Then the deleted donation is restored, so that a commit
    // of the row would record it twice.
    await staff.patch(`/api/admin/donation-imports/${nextId}/rows`, {
      rows: [2],
      action: 'accept',
    });
    expect((await readImport(staff, nextId)).counts).toMatchObject({ new: 2, held: 0 });
    expect(await restoreDonation(staff, first!.id)).toMatchObject({
      status: 200,
      body: { importId: id },
    });
    expect(await staff.post(`/api/admin/donation-imports/${nextId}/commit`)).toMatchObject({
      status: 409,
      body: { preview: { counts: { new: 1, duplicate: 1 } } },
    });
    await commit(staff, nextId);
    expect(await readSummary(staff, 'year=2020')).toMatchObject({ amount: '36.00', records: 3 });
    await expectVerified({ app, church });
  });

  it('is not restored while another donation has its transaction ID', async () => {
    const id = await uploadBankFile(staff, 'U1,hannah@grace.test,21.00,2021-03-02,Cash');
    await commit(staff, id);
    const [first] = await listDonations(staff, `importId=${id}`);
    await staff.delete(donationPath(first!.id));
    const nextId = await uploadBankFile(staff, 'U1,caleb@grace.test,21.00,2021-03-02,Cash');
    await staff.patch(`/api/admin/donation-imports/${nextId}/rows`, {
      rows: [2],
      action: 'accept',
    });
    await commit(staff, nextId);
    const [second] = await listDonations(staff, `importId=${nextId}`);
    expect(await restoreDonation(staff, first!.id)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message:
          'Its transaction ID, U1, has been recorded since: ' +
          '$21.00 of Caleb Moreno on Mar 2, 2021. Nothing was changed.',
        donationId: second!.id,
      },
    });
    expect(await readSummary(staff, 'year=2021')).toMatchObject({ amount: '21.00', records: 1 });
    await staff.delete(donationPath(second!.id));
    expect((await restoreDonation(staff, first!.id)).status).toBe(200);
    expect(await restoreDonation(staff, second!.id)).toMatchObject({
      status: 409,
      body: { donationId: first!.id },
    });
    // The undo of its import releases the transaction ID, which another import has used, too.
    await staff.post(`/api/admin/donation-imports/${id}/undo`);
    await settled(staff, id);
    expect((await restoreDonation(staff, second!.id)).status).toBe(200);
    await expectVerified({ app, church });
  });

  it('cannot be restored after the undo of its import, but can be imported again', async () => {
    const id = await uploadBankFile(
      staff,
      'V1,hannah@grace.test,31.00,2022-03-02,Cash',
      'V2,hannah@grace.test,32.00,2022-03-03,Cash',
    );
    await commit(staff, id);
    const [first, second] = await listDonations(staff, `importId=${id}&sort=amount`);
    await staff.delete(donationPath(second!.id)); // by a user, before the undo
    await staff.post(`/api/admin/donation-imports/${id}/undo`);
    await settled(staff, id);
    for (const gift of [first, second])
      expect(await restoreDonation(staff, gift!.id)).toMatchObject({
        status: 409,
        body: {
          message: 'This donation went with its import, which was undone. Import the file again.',
        },
      });
    expect(await listDonations(staff, 'from=2022-03-01&to=2022-03-31&state=deleted')).toHaveLength(
      2,
    );
    expect((await readHistory(staff, first!.id)).map(({ what }) => what)).toEqual([
      'imported',
      'import undone',
    ]);
    expect(await readSummary(staff, 'from=2022-03-01&to=2022-03-31')).toMatchObject({
      records: 0,
    });
    const secondImportId = await uploadBankFile(
      staff,
      'V1,hannah@grace.test,31.00,2022-03-02,Cash',
      'V2,hannah@grace.test,32.00,2022-03-03,Cash',
    );
    expect(await commit(staff, secondImportId)).toMatchObject({ counts: { new: 2 } });
    expect(await readSummary(staff, 'from=2022-03-01&to=2022-03-31')).toMatchObject({
      amount: '63.00',
      records: 2,
    });
    await expectVerified({ app, church });
  });

  it('is deleted by the undo of its import after it was restored', async () => {
    const id = await uploadBankFile(staff, 'W1,hannah@grace.test,41.00,2022-06-02,Cash');
    await commit(staff, id);
    const [first] = await listDonations(staff, `importId=${id}`);
    await staff.delete(donationPath(first!.id));
    await restoreDonation(staff, first!.id);
    await staff.post(`/api/admin/donation-imports/${id}/undo`);
    expect(await settled(staff, id)).toMatchObject({ status: 'undone' });
    expect(await readSummary(staff, 'from=2022-06-01&to=2022-06-30')).toMatchObject({
      amount: '0.00',
      records: 0,
    });
    expect((await readHistory(staff, first!.id)).map(({ what }) => what)).toEqual([
      'imported',
      'voided',
      'restored',
      'import undone',
    ]);
    await expectVerified({ app, church });
  });
});
