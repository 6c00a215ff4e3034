import fs from 'node:fs';
import type {
  Donation,
  DonationImport,
  ImportGiver,
  ImportMapping,
  ImportRow,
} from '#libs/contracts';
import { everyPage, type Client, type TestApp } from '../app.js';
import { commit, upload } from '../imports.js';

const folder = new URL('../../e2e/giving/import/cases/', import.meta.url);

export const caseFile = (name: string): string => fs.readFileSync(new URL(name, folder), 'utf8');

let churches = 0;

/** Creates a new church, and the secretary who imports its files. */
export async function churchWithStaff(app: TestApp): Promise<{ church: string; staff: Client }> {
  const slug = `case-${++churches}`;
  const church = await app.church(slug);
  await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  return { church, staff: app.as(`office@${slug}.test`) };
}

/**
 * The result of an import in which all suggestions were accepted and unknown givers made guests.
 */
export interface Outcome {
  id: string;
  /** as it was after the questions, before anything was skipped */
  draft: DonationImport;
  /** the questions that were answered by accepting what was suggested */
  questions: DonationImport['questions'];
  /** the rows that need review, with their sentences */
  held: ImportRow[];
  rejected: ImportRow[];
}

/**
 * Imports a file as a user in a hurry would: accepts every suggestion, makes unknown givers guests,
 * skips what needs review or has errors, and commits.
 */
export async function importInHurry(
  client: Client,
  content: string | Uint8Array,
  mapping: Partial<ImportMapping> = {},
  name = 'gifts.csv',
): Promise<Outcome> {
  const { body: uploaded } = await upload(client, content, name);
  const path = `/api/admin/donation-imports/${uploaded.id}`;
  const questions = uploaded.questions.filter(
    ({ kind, words }) => kind !== 'words' || (words ?? []).some(({ answer }) => answer === null),
  );
  let draft = uploaded;
  const saveMapping = async (choice: Partial<ImportMapping>) => {
    draft = (await client.put<DonationImport>(`${path}/mapping`, choice)).body;
  };
  if (draft.status === 'needs_mapping' || Object.keys(mapping).length > 0)
    await saveMapping(mapping);
  const isMethodOpen = draft.questions.some(({ kind }) => kind === 'paymentMethod');
  if (isMethodOpen) await saveMapping({ defaults: { paymentMethod: 'Other' } });
  if (draft.status !== 'ready') throw new Error(JSON.stringify(draft.questions));
  await answerGivers(client, path);
  const rowsIn = (state: string) => everyPage<ImportRow>(client, `${path}/rows?state=${state}`);
  const [held, rejected] = [await rowsIn('held'), await rowsIn('rejected')];
  draft = (await client.get<DonationImport>(path)).body;
  for (const state of ['held', 'rejected'] as const)
    if (draft.counts[state] > 0) await client.patch(`${path}/rows`, { state, action: 'setAside' });
  if (draft.counts.new > 0) await commit(client, uploaded.id);
  return { id: uploaded.id, draft, questions, held, rejected };
}

async function answerGivers(client: Client, path: string): Promise<void> {
  const givers = await everyPage<ImportGiver>(client, `${path}/givers?open=true`);
  for (const { key, candidates } of givers) {
    const [first] = candidates;
    const answer =
      first === undefined
        ? { answer: 'guest' }
        : { answer: first.kind === 'member' ? 'member' : 'guest', donorId: first.id };
    await client.patch(`${path}/givers`, { givers: [key], ...answer });
  }
}

/**
 * Returns the recorded gifts in the form "2026-01-04 Ada Quill, General Fund: 50.00", ordered by
 * day and giver.
 */
export async function booksOf(client: Client): Promise<string[]> {
  const donations = await everyPage<Donation>(client, '/api/admin/donations?limit=1000');
  return donations
    .map(({ date, donorName, campaign, amount }) => `${date} ${donorName}, ${campaign}: ${amount}`)
    .sort();
}

/** Returns the recorded gift of a giver. */
export async function giftOf(client: Client, giver: string): Promise<Donation> {
  const donations = await everyPage<Donation>(client, '/api/admin/donations?limit=1000');
  const donation = donations.find(({ donorName }) => donorName === giver);
  if (!donation) throw new Error(`No gift of ${giver}.`);
  return donation;
}
