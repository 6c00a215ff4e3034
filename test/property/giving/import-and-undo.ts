import { expect } from '@jest/globals';
import type { ImportRow } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { rowDonationId } from '../../../src/giving/import/row-donation-id.js';
import type { TestApp } from '../../support/app.js';
import { commit, settled, template, upload } from '../../support/imports.js';
import { memberKey, pick, type ModeledChurch } from './modeled-church.js';
import { members, type RandomRow } from './random-commands.js';

/**
 * Imports a file, skips the rows that need review, and adds the others to the model.
 * @returns the id of the import
 */
export async function importRows(
  app: TestApp,
  church: ModeledChurch,
  rows: readonly RandomRow[],
): Promise<string> {
  const { book, imported } = church;
  const admin = app.as(church.email);
  const { body: draft } = await upload(admin, template(...(await linesOf(app, church, rows))));
  const path = `/api/admin/donation-imports/${draft.id}/rows`;
  const { body: held } = await admin.get<ImportRow[]>(`${path}?state=held`);
  if (held.length > 0)
    await admin.patch(path, { rows: held.map(({ row }) => row), action: 'setAside' });
  const { body: newRows } = await admin.get<ImportRow[]>(`${path}?state=new`);
  for (const { row } of newRows) {
    const { nth, cents, date, campaign } = rows[row - 2]!;
    const donationId = rowDonationId(draft.id, row);
    imported.add(donationId);
    book.gifts.set(donationId, {
      donor: memberKey(nth),
      cents,
      date,
      method: 'Cash',
      campaign: book.campaign(campaign),
    });
  }
  if (newRows.length > 0) expect((await commit(admin, draft.id)).status).toBe('committed');
  return draft.id;
}

async function linesOf(
  app: TestApp,
  { id }: ModeledChurch,
  rows: readonly RandomRow[],
): Promise<string[]> {
  const emails = await app.db.tenant(id, (tx) =>
    tx.sql<{ email: string; name: string }>(
      `select email, first_name || ' ' || last_name as name
         from app_user
        where organization_id = $1`,
      [id],
    ),
  );
  const emailOf = new Map(emails.map(({ email, name }) => [name, email]));
  return rows.map(
    ({ nth, cents, date, campaign }) =>
      `${emailOf.get(pick(members, nth)!)!},${toDecimal(cents)},Cash,${date},${campaign ?? ''},`,
  );
}

/** Undoes an import, which is refused if it recorded nothing. */
export async function undoImport(
  app: TestApp,
  { email, book, imported }: ModeledChurch,
  importId: string,
): Promise<void> {
  const admin = app.as(email);
  const { status } = await admin.post(`/api/admin/donation-imports/${importId}/undo`);
  expect(status).toBe(imported.size === 0 ? 409 : 202);
  if (imported.size === 0) return;
  expect((await settled(admin, importId)).status).toBe('undone');
  for (const donationId of imported) book.gifts.delete(donationId);
}
