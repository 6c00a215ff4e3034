import type { Donation, DonationChange, DonationImport } from '#libs/contracts';
import type { TestApp } from '../../../../support/app.js';
import { expectLinesToAddUp } from '../../../../support/control-total.js';
import { importPath } from '../../../../support/imports.js';
import { createImportChurch } from '../import-church.js';

/** The header of the payments that Stripe exports. */
export const stripeHeader = [
  'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount',
  'Converted Amount Refunded,Converted Currency,Description,Fee,Status,Customer Email,Transfer',
  'fund (metadata)',
].join(',');

/** Writes a row of the payments that Stripe exports, by default a gift of $100 by Hannah. */
export function writeCharge(
  id: string,
  {
    amount = '100.00',
    refunded = '0.00',
    status = 'Paid',
    email = 'hannah@x.test',
    fund = 'Missions',
    date = '2025-03-02 10:00:00',
    currency = 'usd',
  } = {},
): string {
  const amounts = `${amount},${refunded},${currency}`;
  return `${id},${date},${amounts},TRUE,${amounts},A gift,3.20,${status},${email},po_1,${fund}`;
}

/** The header of the donations that Planning Center exports. */
export const planningCenterHeader =
  'Donation ID,First Name,Last Name,Email,Received Date,Amount,Fund,Payment Method';

/** What `createTransactionChurch` returns. */
export type TransactionChurch = Awaited<ReturnType<typeof createTransactionChurch>>;

/**
 * Creates a church with a secretary and the members Hannah Brooks and Ruth Whitfield, and returns
 * it with functions that import files as the secretary.
 */
export async function createTransactionChurch(app: TestApp) {
  const church = await createImportChurch(app);
  const hannah = await church.addMember('hannah@x.test', 'Hannah', 'Brooks');
  await church.addMember('ruth@x.test', 'Ruth', 'Whitfield');
  const { secretary } = church;
  const upload = async (...lines: string[]): Promise<DonationImport> =>
    (await church.upload(`${lines.join('\n')}\n`)).body;
  const mapColumns = async (importId: string, mapping: object = {}): Promise<DonationImport> =>
    (await church.mapColumns(importId, mapping)).body;
  const listDonations = async (query = '') =>
    (await secretary.get<Donation[]>(`/api/admin/donations${query}`)).body;
  return {
    ...church,
    /** the id of the member Hannah */
    hannah,
    /** Uploads a file of these lines, and returns the draft. */
    upload,
    /** Answers the questions about the columns and words of a file, and returns the draft. */
    mapColumns,
    /** Uploads a file, and accepts all suggestions about its columns and words. */
    uploadDraft: async (...lines: string[]) => mapColumns((await upload(...lines)).id),
    /** Undoes an import, and waits until it is undone. */
    undoImport: async (importId: string) => {
      await secretary.post(importPath(importId, '/undo'));
      await church.waitUntilSettled(importId);
    },
    /** Returns the control total of an import, and expects that its lines add up. */
    readControlTotal: async (importId: string) =>
      expectLinesToAddUp(await church.readImport(importId)),
    listDonations,
    /** Returns the amount and the fund of each recorded gift, sorted by amount. */
    listGifts: async () =>
      (await listDonations('?sort=amount')).map(({ amount, campaign }) => `${amount} ${campaign}`),
    /** Returns the sum of all recorded gifts. */
    readTotal: async () =>
      (await secretary.get<{ amount: string }>('/api/admin/donations/summary')).body.amount,
    readHistory: async (donationId: string) =>
      (await secretary.get<DonationChange[]>(`/api/admin/donations/${donationId}/history`)).body,
  };
}
