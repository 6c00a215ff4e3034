import type { TestApp } from '../../../../support/app.js';
import { template } from '../../../../support/imports.js';
import { createImportChurch } from '../import-church.js';

/** What `createTemplateChurch` returns. */
export type TemplateChurch = Awaited<ReturnType<typeof createTemplateChurch>>;

/**
 * Creates a church with the members Hannah Brooks and Ruth Whitfield, which imports files in the
 * format of the template.
 */
export async function createTemplateChurch(app: TestApp) {
  const church = await createImportChurch(app);
  const hannah = await church.addMember('hannah@x.test', 'Hannah', 'Brooks');
  await church.addMember('ruth@x.test', 'Ruth', 'Whitfield');
  return {
    ...church,
    /** the id of the member Hannah */
    hannah,
    /** Uploads the template with these rows, and returns the draft. */
    uploadTemplate: async (...rows: string[]) => (await church.upload(template(...rows))).body,
    /** Returns the number and the sum of all recorded gifts. */
    readSummary: async () => {
      const { body } = await church.secretary.get<{ amount: string; records: number }>(
        '/api/admin/donations/summary',
      );
      return body;
    },
  };
}
