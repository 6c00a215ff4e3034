import { expect } from '@jest/globals';
import type { DonationImport } from '#libs/contracts';
import { verifyChurch } from '../../../src/giving/index.js';
import type { Client } from '../app.js';
import type { TestChurch } from '../church.js';
import { upload } from '../imports.js';

const columns = { transactionId: 0, email: 1, amount: 2, date: 3, paymentMethod: 4 };
const header = 'Transaction ID,Giver email,Gross,Given on,Payment Method';

/** Uploads rows of a bank's file and sets the mapping, and returns the id of the import. */
export async function uploadBankFile(staff: Client, ...rows: string[]): Promise<string> {
  const { body } = await upload(staff, [header, ...rows].join('\n'));
  if (body.status === 'needs_mapping')
    await staff.put(`/api/admin/donation-imports/${body.id}/mapping`, { columns });
  return body.id;
}

/** Returns an import as the list of imports shows it. */
export const readImport = async (staff: Client, id: string): Promise<DonationImport> =>
  (await staff.get<DonationImport>(`/api/admin/donation-imports/${id}`)).body;

/** Checks that the journal and all projections of the church agree with its events. */
export async function expectVerified({
  app,
  church,
}: Pick<TestChurch, 'app' | 'church'>): Promise<void> {
  expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
}
