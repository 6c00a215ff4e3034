import { randomBytes } from 'node:crypto';
import type { Donation, DonationImport, ImportRow } from '#libs/contracts';
import type { TestApp } from '../../../../support/app.js';
import * as imports from '../../../../support/imports.js';

/** The part of a mapping that gives all gifts of a file the payment method Cash. */
export const cashDefaults = { defaults: { paymentMethod: 'Cash' } };

/** Joins the lines of a text file. */
export const joinLines = (...lines: string[]): string => `${lines.join('\n')}\n`;

/** Returns the kinds of the questions about a file. */
export const listQuestionKinds = ({ questions }: DonationImport) =>
  questions.map(({ kind }) => kind);

/** Returns the question of a kind, or undefined if the program does not ask it. */
export const findQuestion = ({ questions }: DonationImport, kind: string) =>
  questions.find((question) => question.kind === kind);

/** What `createReadingChurch` returns. */
export type ReadingChurch = Awaited<ReturnType<typeof createReadingChurch>>;

/**
 * Creates a church in New York with a secretary and the members Hannah Brooks and José Núñez, and
 * returns it with functions that import files as the secretary.
 */
export async function createReadingChurch(app: TestApp) {
  const slug = `reading-${randomBytes(4).toString('hex')}`;
  const id = await app.church(slug);
  await app.db.tenant(id, (tx) =>
    tx.sql(`update organization set time_zone = 'America/New_York' where id = $1`, [id]),
  );
  await app.person(id, { email: `office@${slug}.test`, role: 'secretary' });
  const addMember = (email: string, firstName: string, lastName: string) =>
    app.person(id, { email, firstName, lastName, signsIn: false });
  await addMember('hannah@x.test', 'Hannah', 'Brooks');
  await addMember('jose@x.test', 'José', 'Núñez');
  const secretary = app.as(`office@${slug}.test`);
  return {
    /** the id of the church */
    id,
    secretary,
    /** Uploads a file, and returns the answer. */
    upload: (content: string | Uint8Array, name?: string) =>
      imports.upload(secretary, content, name),
    /** Commits an import, and waits until it is committed. */
    commit: (importId: string) => imports.commit(secretary, importId),
    mapColumns: async (importId: string, mapping: object = {}) =>
      (
        await secretary.put<DonationImport>(
          `/api/admin/donation-imports/${importId}/mapping`,
          mapping,
        )
      ).body,
    repairRows: async (importId: string, body: object) =>
      (await secretary.patch<DonationImport>(`/api/admin/donation-imports/${importId}/rows`, body))
        .body,
    readRows: async (importId: string, query = '') =>
      (await secretary.get<ImportRow[]>(`/api/admin/donation-imports/${importId}/rows${query}`))
        .body,
    /** Returns the donor, the amount and the date of each recorded gift. */
    listGifts: async () =>
      (await secretary.get<Donation[]>('/api/admin/donations?sort=date')).body.map(
        ({ donorName, amount, date }) => [donorName, amount, date],
      ),
  };
}
