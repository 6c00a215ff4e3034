import { expect } from '@jest/globals';
import { Refused } from '#libs/event-sourcing';
import {
  CorrectDonation,
  MakePledge,
  OpenFundraiser,
  RecordDonation,
  RestoreDonation,
  VoidDonation,
} from '../../../src/giving/index.js';
import {
  ChangeFundraiser,
  RemoveFundraiser,
} from '../../../src/giving/fundraiser/fundraiser.handlers.js';
import { ChangePledge } from '../../../src/giving/pledge/pledge.handlers.js';
import type { TestApp } from '../../support/app.js';
import { guestKey, memberKey, pick, type ModeledChurch } from './modeled-church.js';
import type { Entry, PaperBook, PaperFundraiser } from './paper-book.js';
import type { RandomCommand } from './random-commands.js';

type Of<Kind extends RandomCommand['do']> = Extract<RandomCommand, { do: Kind }>;
type Run<Kind extends RandomCommand['do']> = (
  app: TestApp,
  church: ModeledChurch,
  random: Of<Kind>,
) => Promise<void>;

/**
 * Sends a random command to the program, does the same in the model, and expects that the program
 * refuses it exactly if the model does. Must run in a transaction of the church.
 */
export async function runCommand(
  app: TestApp,
  church: ModeledChurch,
  random: RandomCommand,
): Promise<void> {
  const run = runs[random.do] as Run<RandomCommand['do']>;
  await run(app, church, random);
}

const runs: { [Kind in RandomCommand['do']]: Run<Kind> } = {
  member: async (app, church, random) => {
    const donor = { userId: pick(church.users, random.nth)! };
    await record(app, church, random, donor, memberKey(random.nth));
  },
  guest: (app, church, random) =>
    record(app, church, random, namesOf(random.name), guestKey(random.name)),
  correct,
  void: deleteDonation,
  restore,
  pledge,
  'change pledge': changePledge,
  open: openFundraiser,
  'change fundraiser': changeFundraiser,
  remove: removeFundraiser,
};

const adminOf = ({ id, admin }: ModeledChurch) => ({ organizationId: id, id: admin });

const namesOf = (name: string) => {
  const [first = '', ...last] = name.split(' ');
  return { guestFirstName: first, guestLastName: last.join(' ') };
};

async function record(
  app: TestApp,
  church: ModeledChurch,
  { cents, date, method, campaign }: Of<'member'> | Of<'guest'>,
  donor: { userId: string } | ReturnType<typeof namesOf>,
  donorKey: string,
): Promise<void> {
  const { book } = church;
  const body = { amount: cents, date, campaign, paymentMethod: method, ...donor };
  const { id } = await app.run(new RecordDonation(adminOf(church), body));
  const entry = { donor: donorKey, cents, date, method, campaign: book.campaign(campaign) };
  book.gifts.set(id, entry);
}

async function correct(
  app: TestApp,
  church: ModeledChurch,
  { nth, changes }: Of<'correct'>,
): Promise<void> {
  const { book, users } = church;
  const donationId = pick([...book.gifts.keys()], nth);
  if (donationId === undefined) return;
  const after = correctedEntry(book, book.gifts.get(donationId)!, changes);
  const { cents, method, member, guest, ...rest } = changes;
  const body = {
    ...rest,
    ...(cents === undefined ? {} : { amount: cents }),
    ...(method === undefined ? {} : { paymentMethod: method }),
    ...(guest === undefined && member !== undefined ? { userId: pick(users, member)! } : {}),
    ...(guest === undefined ? {} : namesOf(guest)),
  };
  const correction = new CorrectDonation(adminOf(church), donationId, body, null);
  expect(await outcomeOf(() => app.run(correction))).toBe(after === null ? 'invalid' : 'done');
  if (after) book.gifts.set(donationId, after);
}

/** Returns a gift after a correction; null if the rules refuse it. */
function correctedEntry(
  book: PaperBook,
  before: Entry,
  { guest, member, method, cents, date, campaign }: Of<'correct'>['changes'],
): Entry | null {
  const after = { ...before };
  const isMember = before.donor.startsWith('member ');
  const isGuest = before.donor.startsWith('guest ');
  if (guest !== undefined && !isMember) after.donor = guestKey(guest);
  if (guest === undefined && member !== undefined && memberKey(member) !== before.donor) {
    if (isGuest) return null;
    after.donor = memberKey(member);
  }
  if (method !== undefined) after.method = method;
  if (cents !== undefined) after.cents = cents;
  if (date !== undefined) after.date = date;
  if (campaign !== undefined) after.campaign = book.campaign(campaign);
  return after;
}

async function deleteDonation(
  app: TestApp,
  church: ModeledChurch,
  { nth }: Of<'void'>,
): Promise<void> {
  const { book, voided } = church;
  const donationId = pick([...book.gifts.keys()], nth);
  if (donationId === undefined) return;
  const admin = adminOf(church);
  await app.run(new VoidDonation(admin, donationId, 'a mistake', null));
  voided.set(donationId, book.gifts.get(donationId)!);
  book.gifts.delete(donationId);
  const secondVoid = new VoidDonation(admin, donationId, null, null);
  expect(await outcomeOf(() => app.run(secondVoid))).toBe('not-found');
}

async function restore(app: TestApp, church: ModeledChurch, { nth }: Of<'restore'>): Promise<void> {
  const { book, voided, imported } = church;
  // `RestoreDonation` restores a row of an import outside of the transaction of its caller, so only
  // other donations are restored here.
  const restorable = [...voided.keys()].filter((id) => !imported.has(id));
  const donationId = pick(restorable, nth);
  if (donationId === undefined) return;
  const restoration = new RestoreDonation(adminOf(church), donationId, null, null);
  await app.run(restoration);
  book.gifts.set(donationId, voided.get(donationId)!);
  voided.delete(donationId);
  expect(await outcomeOf(() => app.run(restoration))).toBe('conflict');
}

async function pledge(
  app: TestApp,
  { id: organizationId, book, users }: ModeledChurch,
  { nth, year, cents }: Of<'pledge'>,
): Promise<void> {
  const userId = pick(users, nth)!;
  const isKnown = book.pledges.has(`${userId} ${year}`);
  const facts = { amount: cents, year, frequency: 'Monthly' as const };
  const outcome = await outcomeOf(() =>
    app.run(new MakePledge({ organizationId, id: userId }, facts)),
  );
  expect(outcome).toBe(isKnown ? 'conflict' : 'done');
  if (!isKnown) book.pledges.set(`${userId} ${year}`, cents);
}

async function changePledge(
  app: TestApp,
  { id: organizationId, book }: ModeledChurch,
  { nth, cents }: Of<'change pledge'>,
): Promise<void> {
  const key = pick([...book.pledges.keys()], nth);
  if (key === undefined) return;
  const [userId, year] = key.split(' ') as [string, string];
  const [row] = await app.db.tenant(organizationId, (tx) =>
    tx.sql<{ id: string }>(
      'select id from pledge where organization_id = $1 and user_id = $2 and year = $3',
      [organizationId, userId, year],
    ),
  );
  await app.run(new ChangePledge({ organizationId, id: userId }, row!.id, { amount: cents }));
  book.pledges.set(key, cents);
}

async function openFundraiser(
  app: TestApp,
  church: ModeledChurch,
  { title, startDate, cents, isActive }: Of<'open'>,
): Promise<void> {
  const { book } = church;
  const facts = { title, startDate, isActive, current: cents };
  const body = { ...facts, description: 'What it is for', goal: 100_000n };
  const fundraiser = book.openFundraiser({ title, startDate, isActive, opening: cents });
  let id = '';
  const outcome = await outcomeOf(async () => {
    ({ id } = await app.run(new OpenFundraiser(adminOf(church), body)));
  });
  expect(outcome).toBe(fundraiser === null ? 'conflict' : 'done');
  if (fundraiser) book.fundraisers.set(id, fundraiser);
}

async function changeFundraiser(
  app: TestApp,
  church: ModeledChurch,
  { nth, isActive, title, startDate }: Of<'change fundraiser'>,
): Promise<void> {
  const [id] = existingFundraiser(church, nth) ?? [];
  if (id === undefined) return;
  const changes = {
    ...(isActive === undefined ? {} : { isActive }),
    ...(title === undefined ? {} : { title }),
    ...(startDate === undefined ? {} : { startDate }),
  };
  const after = church.book.changeFundraiser(id, changes);
  const change = new ChangeFundraiser(adminOf(church), id, changes);
  expect(await outcomeOf(() => app.run(change))).toBe(after === null ? 'conflict' : 'done');
  if (after) church.book.fundraisers.set(id, after);
}

async function removeFundraiser(
  app: TestApp,
  church: ModeledChurch,
  { nth }: Of<'remove'>,
): Promise<void> {
  const [id, fundraiser] = existingFundraiser(church, nth) ?? [];
  if (id === undefined || fundraiser === undefined) return;
  await app.run(new RemoveFundraiser(adminOf(church), id));
  church.book.fundraisers.set(id, { ...fundraiser, isRemoved: true, isActive: false });
}

const existingFundraiser = (
  { book }: ModeledChurch,
  nth: number,
): [string, PaperFundraiser] | undefined =>
  pick(
    [...book.fundraisers].filter(([, { isRemoved }]) => !isRemoved),
    nth,
  );

async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}
