import { randomBytes } from 'node:crypto';
import type { Donation, DonationChange, DonationImport, ImportRow } from '#libs/contracts';
import { verifyChurch } from '../../../../../src/giving/index.js';
import type { TestApp } from '../../../../support/app.js';
import { expectLinesToAddUp } from '../../../../support/control-total.js';
import * as imports from '../../../../support/imports.js';

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

/** Joins the lines of a text file. */
export const joinLines = (...lines: string[]): string => `${lines.join('\n')}\n`;

/** What `createTransactionChurch` returns. */
export type TransactionChurch = Awaited<ReturnType<typeof createTransactionChurch>>;

/**
 * Creates a church with a secretary and the members Hannah Brooks and Ruth Whitfield, and returns
 * it with functions that import files as the secretary.
 */
export async function createTransactionChurch(app: TestApp) {
  const slug = `transactions-${randomBytes(4).toString('hex')}`;
  const id = await app.church(slug);
  await app.person(id, { email: `office@${slug}.test`, role: 'secretary' });
  const addMember = async (email: string, firstName: string, lastName: string) =>
    (await app.person(id, { email, firstName, lastName, signsIn: false })).id;
  const hannah = await addMember('hannah@x.test', 'Hannah', 'Brooks');
  await addMember('ruth@x.test', 'Ruth', 'Whitfield');
  const secretary = app.as(`office@${slug}.test`);

  const upload = async (...lines: string[]) =>
    (await imports.upload(secretary, joinLines(...lines))).body;
  const mapColumns = async (importId: string, mapping: object = {}) =>
    (await secretary.put<DonationImport>(imports.importPath(importId, '/mapping'), mapping)).body;
  const readImport = async (importId: string) =>
    (await secretary.get<DonationImport>(imports.importPath(importId))).body;
  const listDonations = async (query = '') =>
    (await secretary.get<Donation[]>(`/api/admin/donations${query}`)).body;
  return {
    secretary,
    /** the id of the member Hannah */
    hannah,
    /** Uploads a file of these lines, and returns the draft. */
    upload,
    mapColumns,
    /** Uploads a file, and accepts all suggestions about its columns and words. */
    uploadDraft: async (...lines: string[]) => mapColumns((await upload(...lines)).id),
    readImport,
    readRows: async (importId: string, query = '') =>
      (await secretary.get<ImportRow[]>(imports.importPath(importId, `/rows${query}`))).body,
    /** Edits rows, or decides about them. */
    repairRows: (importId: string, body: object) =>
      secretary.patch<DonationImport>(imports.importPath(importId, '/rows'), body),
    /** Commits an import, and waits until it is committed. */
    commit: (importId: string) => imports.commit(secretary, importId),
    /** Undoes an import, and waits until it is undone. */
    undoImport: async (importId: string) => {
      await secretary.post(imports.importPath(importId, '/undo'));
      await imports.settled(secretary, importId);
    },
    /** Waits until an import is neither committing nor undoing. */
    waitUntilSettled: (importId: string) => imports.settled(secretary, importId),
    /** Returns the control total of an import, and expects that its lines add up. */
    readControlTotal: async (importId: string) => expectLinesToAddUp(await readImport(importId)),
    listDonations,
    /** Returns the amount and the fund of each recorded gift, sorted by amount. */
    listGifts: async () =>
      (await listDonations('?sort=amount')).map(({ amount, campaign }) => `${amount} ${campaign}`),
    /** Returns the sum of all recorded gifts. */
    readTotal: async () =>
      (await secretary.get<{ amount: string }>('/api/admin/donations/summary')).body.amount,
    readHistory: async (donationId: string) =>
      (await secretary.get<DonationChange[]>(`/api/admin/donations/${donationId}/history`)).body,
    /** Returns the differences between the events and the projections of the church. */
    findProblems: async () => (await verifyChurch(app.db, app.store, id)).problems,
  };
}
