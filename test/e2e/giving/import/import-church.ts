import { randomBytes } from 'node:crypto';
import type { DonationImport, ErrorBody, ImportRow } from '#libs/contracts';
import { verifyChurch } from '../../../../src/giving/index.js';
import type { TestApp } from '../../../support/app.js';
import * as imports from '../../../support/imports.js';

const { importPath } = imports;

/** The answer to a change of a draft. */
export type ChangedDraft = DonationImport & ErrorBody;

/**
 * Creates a church with a secretary, and returns it with functions that import donations as the
 * secretary.
 */
export async function createImportChurch(app: TestApp) {
  const slug = `import-${randomBytes(4).toString('hex')}`;
  const id = await app.church(slug);
  await app.person(id, { email: `office@${slug}.test`, role: 'secretary' });
  const secretary = app.as(`office@${slug}.test`);
  return {
    /** the id of the church */
    id,
    secretary,
    /** Adds a member without an account, and returns the id. */
    addMember: async (email: string, firstName: string, lastName: string): Promise<string> =>
      (await app.person(id, { email, firstName, lastName, signsIn: false })).id,
    upload: (content: string | Uint8Array, name?: string) =>
      imports.upload(secretary, content, name),
    /** Answers the questions about the columns and words of a file, and returns the answer. */
    mapColumns: (importId: string, mapping: object = {}) =>
      secretary.put<ChangedDraft>(importPath(importId, '/mapping'), mapping),
    readImport: async (importId: string) =>
      (await secretary.get<DonationImport>(importPath(importId))).body,
    readRows: async (importId: string, query = '') =>
      (await secretary.get<ImportRow[]>(importPath(importId, `/rows${query}`))).body,
    /** Edits rows, or decides about them, and returns the answer. */
    repairRows: (importId: string, body: object) =>
      secretary.patch<ChangedDraft>(importPath(importId, '/rows'), body),
    /** Commits an import, and waits until it is committed. */
    commit: (importId: string) => imports.commit(secretary, importId),
    /** Waits until an import is neither committing nor undoing. */
    waitUntilSettled: (importId: string) => imports.settled(secretary, importId),
    /** Returns the differences between the events and the projections of the church. */
    findProblems: async () => (await verifyChurch(app.db, app.store, id)).problems,
  };
}
