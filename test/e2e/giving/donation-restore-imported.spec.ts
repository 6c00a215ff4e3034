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

const { app, church, office } = await startChurch();
afterAll(() => app.close());

describe('a deleted donation of an import', () => {
  it('needs review in the next file, and is restored with its transaction ID', async () => {
    const id = await uploadBankFile(
      office,
      'T1,hannah@grace.test,11.00,2020-03-02,Cash',
      'T2,hannah@grace.test,12.00,2020-03-03,Cash',
    );
    await commit(office, id);
    const [first] = await listDonations(office, `importId=${id}&sort=amount`);
    await office.delete(donationPath(first!.id));
    // A file must not restore the donation without a decision of the user.
    const nextId = await uploadBankFile(
      office,
      'T1,hannah@grace.test,11.00,2020-03-02,Cash',
      'T3,hannah@grace.test,13.00,2020-03-04,Cash',
    );
    expect((await readImport(office, nextId)).counts).toMatchObject({
      new: 1,
      held: 1,
      duplicate: 0,
    });
    const [rowInReview] = (
      await office.get<ImportRow[]>(`/api/admin/donation-imports/${nextId}/rows?state=held`)
    ).body;
    expect(rowInReview).toMatchObject({
      message: 'Row 2: This transaction was recorded before, and deleted',
    });
    // The user accepts the row as a gift. Then the deleted donation is restored, so that a commit
    // of the row would record it twice.
    await office.patch(`/api/admin/donation-imports/${nextId}/rows`, {
      rows: [2],
      action: 'accept',
    });
    expect((await readImport(office, nextId)).counts).toMatchObject({ new: 2, held: 0 });
    expect(await restoreDonation(office, first!.id)).toMatchObject({
      status: 200,
      body: { importId: id },
    });
    expect(await office.post(`/api/admin/donation-imports/${nextId}/commit`)).toMatchObject({
      status: 409,
      body: { preview: { counts: { new: 1, duplicate: 1 } } },
    });
    await commit(office, nextId);
    expect(await readSummary(office, 'year=2020')).toMatchObject({ amount: '36.00', records: 3 });
    await expectVerified({ app, church });
  });

  it('is not restored while another donation has its transaction ID', async () => {
    const id = await uploadBankFile(office, 'U1,hannah@grace.test,21.00,2021-03-02,Cash');
    await commit(office, id);
    const [first] = await listDonations(office, `importId=${id}`);
    await office.delete(donationPath(first!.id));
    const nextId = await uploadBankFile(office, 'U1,caleb@grace.test,21.00,2021-03-02,Cash');
    await office.patch(`/api/admin/donation-imports/${nextId}/rows`, {
      rows: [2],
      action: 'accept',
    });
    await commit(office, nextId);
    const [second] = await listDonations(office, `importId=${nextId}`);
    expect(await restoreDonation(office, first!.id)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message:
          'Its transaction ID, U1, has been recorded since: ' +
          '$21.00 of Caleb Moreno on Mar 2, 2021. Nothing was changed.',
        donationId: second!.id,
      },
    });
    expect(await readSummary(office, 'year=2021')).toMatchObject({ amount: '21.00', records: 1 });
    await office.delete(donationPath(second!.id));
    expect((await restoreDonation(office, first!.id)).status).toBe(200);
    expect(await restoreDonation(office, second!.id)).toMatchObject({
      status: 409,
      body: { donationId: first!.id },
    });
    // The undo of its import releases the transaction ID, which another import has used, too.
    await office.post(`/api/admin/donation-imports/${id}/undo`);
    await settled(office, id);
    expect((await restoreDonation(office, second!.id)).status).toBe(200);
    await expectVerified({ app, church });
  });

  it('is recorded again only by another import of the file if its import was undone', async () => {
    const id = await uploadBankFile(
      office,
      'V1,hannah@grace.test,31.00,2022-03-02,Cash',
      'V2,hannah@grace.test,32.00,2022-03-03,Cash',
    );
    await commit(office, id);
    const [first, second] = await listDonations(office, `importId=${id}&sort=amount`);
    await office.delete(donationPath(second!.id)); // by a user, before the undo
    await office.post(`/api/admin/donation-imports/${id}/undo`);
    await settled(office, id);
    for (const gift of [first, second])
      expect(await restoreDonation(office, gift!.id)).toMatchObject({
        status: 409,
        body: {
          message: 'This donation went with its import, which was undone. Import the file again.',
        },
      });
    expect(await listDonations(office, 'from=2022-03-01&to=2022-03-31&state=deleted')).toHaveLength(
      2,
    );
    expect((await readHistory(office, first!.id)).map(({ what }) => what)).toEqual([
      'imported',
      'import undone',
    ]);
    expect(await readSummary(office, 'from=2022-03-01&to=2022-03-31')).toMatchObject({
      records: 0,
    });
    const secondImportId = await uploadBankFile(
      office,
      'V1,hannah@grace.test,31.00,2022-03-02,Cash',
      'V2,hannah@grace.test,32.00,2022-03-03,Cash',
    );
    expect(await commit(office, secondImportId)).toMatchObject({ counts: { new: 2 } });
    expect(await readSummary(office, 'from=2022-03-01&to=2022-03-31')).toMatchObject({
      amount: '63.00',
      records: 2,
    });
    await expectVerified({ app, church });
  });

  it('is deleted by the undo of its import after it was restored', async () => {
    const id = await uploadBankFile(office, 'W1,hannah@grace.test,41.00,2022-06-02,Cash');
    await commit(office, id);
    const [first] = await listDonations(office, `importId=${id}`);
    await office.delete(donationPath(first!.id));
    await restoreDonation(office, first!.id);
    await office.post(`/api/admin/donation-imports/${id}/undo`);
    expect(await settled(office, id)).toMatchObject({ status: 'undone' });
    expect(await readSummary(office, 'from=2022-06-01&to=2022-06-30')).toMatchObject({
      amount: '0.00',
      records: 0,
    });
    expect((await readHistory(office, first!.id)).map(({ what }) => what)).toEqual([
      'imported',
      'voided',
      'restored',
      'import undone',
    ]);
    await expectVerified({ app, church });
  });
});
