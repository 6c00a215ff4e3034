import type { DonationImport } from '#libs/contracts';
import { classifyDraft } from '../../src/giving/import/classification/classify-draft.js';
import { toDraft } from '../../src/giving/import/review/drafts.js';
import { findImportRecord } from '../../src/giving/import/review/import.query.js';
import type { Answer, Client, TestApp } from './app.js';
import { until } from './until.js';

/** Uploads text or bytes as a file, and returns the answer. */
export async function upload(
  client: Client,
  content: string | Uint8Array,
  name = 'gifts.csv',
): Promise<Answer<DonationImport>> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const body = new Uint8Array(await request.arrayBuffer());
  return client.send<DonationImport>('POST', '/api/admin/donation-imports', body, {
    'content-type': request.headers.get('content-type')!,
  });
}

/** Waits until the import is neither committing nor undoing. */
export function settled(client: Client, id: string): Promise<DonationImport> {
  return until(async () => {
    const { status, body } = await client.get<DonationImport>(`/api/admin/donation-imports/${id}`);
    // The answer is 503 while the server is busy, which some tests cause.
    return status !== 503 && body.status !== 'committing' && body.status !== 'undoing' && body;
  }, `the import ${id} did not come to rest`);
}

/** Commits an import and waits for the end. */
export async function commit(client: Client, id: string): Promise<DonationImport> {
  const answer = await client.post(`/api/admin/donation-imports/${id}/commit`);
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
  return settled(client, id);
}

export const template = (...rows: string[]) =>
  ['email,amount,paymentmethod,date,campaign,notes', ...rows].join('\n');

const verdictOfRows = `select row, state, reason, problem, matching_donation, matching_row,
  matching_giver, matching_kind, matching_date,
         matching_changed_by, matching_changed_on, proposed_action, proposed_amount,
         proposed_for_version
  from donation_import_row where organization_id = $1 and import_id = $2 order by row`;

/**
 * Returns the stored verdicts of a draft, and the verdicts that follow from its facts and
 * decisions. Stores the latter.
 */
export async function verdictsOf(
  app: TestApp,
  church: string,
  id: string,
): Promise<{ stored: unknown[]; derived: unknown[] }> {
  return app.db.tenant(church, async (tx) => {
    const draft = toDraft((await findImportRecord(tx, id))!);
    const stored = await tx.sql(verdictOfRows, [church, id]);
    await tx.sql(
      `update donation_import_row
          set state = 'new', reason = null, problem = null, matching_donation = null, matching_row
          = null,
              matching_giver = null, matching_kind = null, matching_date = null,
              matching_changed_by = null,
              matching_changed_on = null, proposed_action = null,
              proposed_amount = null, proposed_for_version = null
        where organization_id = $1 and import_id = $2`,
      [church, id],
    );
    await classifyDraft(tx, draft);
    return { stored, derived: await tx.sql(verdictOfRows, [church, id]) };
  });
}

/** Returns the path of an import in the API, or a path below it, such as `/rows`. */
export const importPath = (importId: string, subpath = ''): string =>
  `/api/admin/donation-imports/${importId}${subpath}`;
