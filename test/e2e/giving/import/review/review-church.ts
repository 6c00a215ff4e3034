import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import type { DonationImport, ErrorBody, ImportRow } from '#libs/contracts';
import type { TestApp } from '../../../../support/app.js';
import * as imports from '../../../../support/imports.js';

/** The header of the bank's file: the import reads all columns except the branch. */
export const bankHeader = 'Giver,Given,When,Branch,For';
export const bankColumns = { email: 0, amount: 1, date: 2, campaign: 4 };

/** The header of the payments that Stripe exports. */
export const stripeHeader =
  'id,Created (UTC),Amount,Amount Refunded,Currency,Fee,Status,Customer Email,Description';

/** The answer to a change of a draft. */
export type ChangedDraft = DonationImport & ErrorBody;

/** What `createReviewChurch` returns. */
export type ReviewChurch = Awaited<ReturnType<typeof createReviewChurch>>;

/**
 * Creates a church with a secretary and the members Hannah Brooks and Ruth Whitfield, and returns
 * it with functions that review drafts as the secretary.
 */
export async function createReviewChurch(app: TestApp) {
  const slug = `review-${randomBytes(4).toString('hex')}`;
  const id = await app.church(slug);
  await app.person(id, { email: `office@${slug}.test`, role: 'secretary' });
  const addMember = (email: string, firstName: string, lastName: string) =>
    app.person(id, { email, firstName, lastName, signsIn: false });
  await addMember('hannah@x.test', 'Hannah', 'Brooks');
  await addMember('ruth@x.test', 'Ruth', 'Whitfield');
  const secretary = app.as(`office@${slug}.test`);

  const upload = (content: string | Uint8Array, name?: string) =>
    imports.upload(secretary, content, name);
  const mapColumns = (importId: string, mapping: object) =>
    secretary.put<ChangedDraft>(imports.importPath(importId, '/mapping'), mapping);
  const readRows = async (importId: string, query = '') =>
    (await secretary.get<ImportRow[]>(imports.importPath(importId, `/rows${query}`))).body;
  return {
    /** the id of the church */
    id,
    secretary,
    upload,
    mapColumns,
    readRows,
    /**
     * Uploads a file of the bank, maps its columns if they are not remembered from an earlier file,
     * and returns the id of the import.
     */
    uploadBankFile: async (...lines: string[]): Promise<string> => {
      const { body: draft } = await upload([bankHeader, ...lines, ''].join('\n'));
      if (draft.status !== 'ready') {
        const mapped = await mapColumns(draft.id, {
          columns: bankColumns,
          defaults: { paymentMethod: 'Check' },
          source: null,
        });
        expect(mapped.body.status).toBe('ready');
      }
      return draft.id;
    },
    readImport: async (importId: string) =>
      (await secretary.get<DonationImport>(imports.importPath(importId))).body,
    /** Returns the number and the state of each row, such as `2 new`. */
    listStates: async (importId: string) =>
      (await readRows(importId)).map(({ row, state }) => `${row} ${state}`),
    /** Edits rows, or decides about them. */
    repairRows: (importId: string, body: object) =>
      secretary.patch<ChangedDraft>(imports.importPath(importId, '/rows'), body),
    /** Undoes the last change of rows. */
    undoChange: (importId: string, body?: object) =>
      secretary.post<ChangedDraft>(imports.importPath(importId, '/rows/undo'), body),
    /** Commits an import, and waits until it is committed. */
    commit: (importId: string) => imports.commit(secretary, importId),
  };
}
