import type { DonationImport } from '#libs/contracts';
import type { Answer, Client } from './app.js';
import { until } from './until.js';

/** Uploads text or bytes as a file and gives the answer. */
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

/** Waits until the import is at rest again. */
export function settled(client: Client, id: string): Promise<DonationImport> {
  return until(async () => {
    const { status, body } = await client.get<DonationImport>(`/api/admin/donation-imports/${id}`);
    // 503: too much is being done at this moment, as some tests want it
    return status !== 503 && body.status !== 'committing' && body.status !== 'undoing' && body;
  }, `the import ${id} did not come to rest`);
}

/** Commits and waits. */
export async function commit(client: Client, id: string): Promise<DonationImport> {
  const answer = await client.post(`/api/admin/donation-imports/${id}/commit`);
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
  return settled(client, id);
}

export const template = (...rows: string[]) =>
  ['email,amount,paymentmethod,date,campaign,notes', ...rows].join('\n');
