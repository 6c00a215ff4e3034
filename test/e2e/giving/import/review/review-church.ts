import { expect } from '@jest/globals';
import type { TestApp } from '../../../../support/app.js';
import { importPath } from '../../../../support/imports.js';
import { createImportChurch, type ChangedDraft } from '../import-church.js';

/** The header of the bank's file, and the columns that the import reads. */
export const bankHeader = 'Giver,Given,When,Branch,For';
export const bankColumns = { email: 0, amount: 1, date: 2, campaign: 4 };

/** The header of the payments that Stripe exports. */
export const stripeHeader =
  'id,Created (UTC),Amount,Amount Refunded,Currency,Fee,Status,Customer Email,Description';

/** What `createReviewChurch` returns. */
export type ReviewChurch = Awaited<ReturnType<typeof createReviewChurch>>;

/**
 * Creates a church with a secretary and the members Hannah Brooks and Ruth Whitfield, and returns
 * it with functions that review drafts as the secretary.
 */
export async function createReviewChurch(app: TestApp) {
  const church = await createImportChurch(app);
  await church.addMember('hannah@x.test', 'Hannah', 'Brooks');
  await church.addMember('ruth@x.test', 'Ruth', 'Whitfield');
  return {
    ...church,
    /**
     * Uploads a file of the bank, maps its columns if they are not remembered from an earlier file,
     * and returns the id of the import.
     */
    uploadBankFile: async (...lines: string[]): Promise<string> => {
      const { body: draft } = await church.upload([bankHeader, ...lines, ''].join('\n'));
      if (draft.status !== 'ready') {
        const mapped = await church.mapColumns(draft.id, {
          columns: bankColumns,
          defaults: { paymentMethod: 'Check' },
          source: null,
        });
        expect(mapped.body.status).toBe('ready');
      }
      return draft.id;
    },
    /** Returns the number and the state of each row, such as `2 new`. */
    listStates: async (importId: string) =>
      (await church.readRows(importId)).map(({ row, state }) => `${row} ${state}`),
    /** Undoes the last change of rows. */
    undoChange: (importId: string, body?: object) =>
      church.secretary.post<ChangedDraft>(importPath(importId, '/rows/undo'), body),
  };
}
