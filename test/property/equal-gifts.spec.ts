import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Donation, ImportRow } from '#libs/contracts';
import { everyPage, startApp, type Client, type TestApp } from '../support/app.js';
import { isWhole } from '../support/generated.js';
import { importInHurry } from '../support/giving-files/import-cases.js';
import {
  dateOf,
  emailOf,
  fileOf,
  gifts,
  monthOf,
  numberings,
  step,
  type Gift,
  type Numbering,
} from './gift-histories.js';

let app: TestApp;
let serial = 0;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/**
 * The numbers of rows and of questions in all files, and in files without anomalies (`plain`):
 * their numbers are unique, and no user has changed their gifts by hand.
 */
const questionCounts = { all: { rows: 0, questions: 0 }, plain: { rows: 0, questions: 0 } };

interface History {
  church: string;
  staff: Client;
  truth: Gift[];
  /** the gifts that a user has recorded by hand or deleted */
  byHand: Set<string>;
  /** the donations that a user has deleted, by the ids of their gifts */
  deleted: Map<string, string>;
  /** whether a user has recorded, changed or deleted a gift by hand, or a guest became a member */
  isTouched: boolean;
}

/**
 * Returns the facts by which a user who records gifts by hand can distinguish them. If two gifts
 * have the same facts, only the number of recorded donations can be checked.
 */
const factsOf = ({ giver, day, amount }: Gift) => `${giver} ${day} ${amount}`;

function factsById(truth: readonly Gift[]): (id: string | null | undefined) => string {
  const facts = new Map(truth.map((gift) => [gift.id, factsOf(gift)]));
  return (id) => facts.get(id ?? '') ?? `no gift ${id}`;
}

/** Expects that no gift is recorded more often than it was given. */
async function expectNoneDoubled({ staff, truth }: History): Promise<void> {
  const factsOfId = factsById(truth);
  const givenByFacts = Map.groupBy(truth, factsOf);
  const recorded = Map.groupBy(await ledgerOf(staff), ({ notes }) => factsOfId(notes));
  for (const [facts, donations] of recorded) {
    const times = givenByFacts.get(facts)?.length ?? 0;
    const excess = donations.slice(times).map(({ notes }) => notes);
    expect({ facts, excess }).toEqual({ facts, excess: [] });
  }
}

const ledgerOf = (staff: Client) => everyPage<Donation>(staff, '/api/admin/donations?limit=1000');

/** Returns the gifts of which fewer are recorded than were given. */
async function missingIn(staff: Client, truth: readonly Gift[]): Promise<Gift[]> {
  const factsOfId = factsById(truth);
  const recorded = Map.groupBy(await ledgerOf(staff), ({ notes }) => factsOfId(notes));
  const givenByFacts = Map.groupBy(truth, factsOf);
  return truth.filter((gift) => {
    const facts = factsOf(gift);
    return (recorded.get(facts)?.length ?? 0) < givenByFacts.get(facts)!.length;
  });
}

async function recordByHand({ staff, truth, byHand }: History, which: number, daysLater: number) {
  const missing = (await missingIn(staff, truth)).filter(({ id }) => !byHand.has(id));
  const gift = missing[which % Math.max(1, missing.length)];
  if (!gift) return;
  const [guestFirstName, guestLastName] = gift.giver.split(' ');
  byHand.add(gift.id);
  await staff.post('/api/donations', {
    guestFirstName,
    guestLastName,
    guestEmail: emailOf(gift.giver),
    amount: `${gift.amount}.00`,
    date: dateOf(gift.day + daysLater),
    paymentMethod: 'Check',
    notes: gift.id,
  });
}

async function changeByHand(
  { staff, deleted }: History,
  which: number,
  change: 'amount' | 'date' | 'delete',
) {
  const ledger = await ledgerOf(staff);
  const donation = ledger[which % Math.max(1, ledger.length)];
  if (!donation) return;
  const path = `/api/admin/donations/${donation.id}`;
  if (change === 'delete') {
    deleted.set(donation.notes!, donation.id);
    await staff.delete(path);
  } else
    await staff.patch(path, change === 'amount' ? { amount: '33.00' } : { date: '2025-11-11' });
}

/** Restores a deleted donation, unless its gift was recorded again since. */
async function restore({ staff, truth, deleted }: History, which: number) {
  const missing = new Set((await missingIn(staff, truth)).map(({ id }) => id));
  const restorable = [...deleted].filter(([gift]) => missing.has(gift));
  const [gift, donationId] = restorable[which % Math.max(1, restorable.length)] ?? [];
  if (gift === undefined) return;
  await staff.post(`/api/admin/donations/${donationId!}/restore`, {});
  deleted.delete(gift);
}

/** Makes a giver a member with the email address of the recorded donations. */
async function join({ church }: History, giver: string) {
  const [firstName = '', lastName = ''] = giver.split(' ');
  await app.person(church, { email: emailOf(giver), firstName, lastName, signsIn: false });
}

/**
 * Imports some months, and checks that each row was recorded, was a duplicate of its own gift, or
 * caused a question.
 */
async function importMonths(
  history: History,
  numbering: Numbering,
  from: number,
  months: number,
  salt: number,
) {
  const { staff, truth, deleted } = history;
  const inFile = truth.filter((gift) => monthOf(gift) >= from && monthOf(gift) < from + months);
  if (inFile.length === 0) return;
  const before = new Map((await ledgerOf(staff)).map((donation) => [donation.id, donation.notes]));
  const { id, draft } = await importInHurry(staff, fileOf(inFile, numbering, salt));
  const isPlain = numbering === 'unique' && !history.isTouched;
  const counted = isPlain ? [questionCounts.all, questionCounts.plain] : [questionCounts.all];
  for (const sums of counted) {
    sums.rows += draft.counts.total;
    sums.questions += draft.counts.held;
  }
  const duplicates = await everyPage<ImportRow>(
    staff,
    `/api/admin/donation-imports/${id}/rows?state=duplicate`,
  );
  const factsOfId = factsById(truth);
  const deletedFacts = [...deleted.keys()].map(factsOfId);
  for (const { row, like: recordedGift } of duplicates) {
    const facts = factsOf(inFile[row - 2]!);
    // A duplicate of a deleted gift does not name the donation.
    if (recordedGift) expect(factsOfId(before.get(recordedGift.donationId))).toBe(facts);
    else expect(deletedFacts).toContain(facts);
  }
}

it('imports of random histories record no gift twice and skip none without asking', async () => {
  await fc.assert(
    fc.asyncProperty(
      gifts,
      fc.constantFrom(...(Object.keys(numberings) as Numbering[])),
      fc.array(step, { minLength: 3, maxLength: 9 }),
      async (truth, numbering, steps) => {
        const slug = `equal-${++serial}`;
        const church = await app.church(slug);
        await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
        const staff = app.as(`office@${slug}.test`);
        const history: History = {
          church,
          staff,
          truth,
          byHand: new Set(),
          deleted: new Map(),
          isTouched: false,
        };
        const members = new Set<string>();
        for (const [stepIndex, action] of steps.entries()) {
          if (action.do === 'record') await recordByHand(history, action.which, action.later);
          if (action.do === 'correct') await changeByHand(history, action.which, action.what);
          if (action.do === 'delete') await changeByHand(history, action.which, 'delete');
          if (action.do === 'restore') await restore(history, action.which);
          if (action.do === 'join' && !members.has(action.giver)) {
            members.add(action.giver);
            await join(history, action.giver);
          }
          if (action.do !== 'import') history.isTouched = true;
          else
            await importMonths(
              history,
              // In every second file, a spreadsheet program has removed the leading zeros.
              numbering === 'padded' && stepIndex % 2 === 1 ? 'stripped' : numbering,
              action.from,
              action.months,
              stepIndex,
            );
          await expectNoneDoubled(history);
        }
      },
    ),
    { numRuns: isWhole ? 100 : 12, endOnFailure: true },
  );
  const { all, plain } = questionCounts;
  console.info(
    `${all.questions} questions about ${all.rows} rows; ` +
      `${plain.questions} about ${plain.rows} rows of files without anomalies.`,
  );
  expect(plain.questions * 100).toBeLessThanOrEqual(plain.rows);
});
