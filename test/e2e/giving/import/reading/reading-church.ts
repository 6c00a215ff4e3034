import type { Donation, DonationImport } from '#libs/contracts';
import type { TestApp } from '../../../../support/app.js';
import { createImportChurch } from '../import-church.js';

/** The part of a mapping that gives all gifts of a file the payment method Cash. */
export const cashDefaults = { defaults: { paymentMethod: 'Cash' } };

/** Joins the lines of a text file. */
export const joinLines = (...lines: string[]): string => `${lines.join('\n')}\n`;

/** Returns the kinds of the questions about a file. */
export const listQuestionKinds = ({ questions }: DonationImport) =>
  questions.map(({ kind }) => kind);

/** Returns the question of a kind, or undefined if the draft does not have it. */
export const findQuestion = ({ questions }: DonationImport, kind: string) =>
  questions.find((question) => question.kind === kind);

/** What `createReadingChurch` returns. */
export type ReadingChurch = Awaited<ReturnType<typeof createReadingChurch>>;

/**
 * Creates a church in New York with a secretary and the members Hannah Brooks and José Núñez, and
 * returns it with functions that import files as the secretary.
 */
export async function createReadingChurch(app: TestApp) {
  const church = await createImportChurch(app);
  await app.db.tenant(church.id, (tx) =>
    tx.sql(`update organization set time_zone = 'America/New_York' where id = $1`, [church.id]),
  );
  await church.addMember('hannah@x.test', 'Hannah', 'Brooks');
  await church.addMember('jose@x.test', 'José', 'Núñez');
  return {
    ...church,
    /** Answers the questions about the columns and words of a file, and returns the draft. */
    mapColumns: async (importId: string, mapping: object = {}): Promise<DonationImport> =>
      (await church.mapColumns(importId, mapping)).body,
    /** Edits rows, or decides about them, and returns the draft. */
    repairRows: async (importId: string, body: object): Promise<DonationImport> =>
      (await church.repairRows(importId, body)).body,
    /** Returns the donor, the amount and the date of each recorded gift. */
    listGifts: async () =>
      (await church.secretary.get<Donation[]>('/api/admin/donations?sort=date')).body.map(
        ({ donorName, amount, date }) => [donorName, amount, date],
      ),
  };
}
