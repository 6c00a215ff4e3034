import { afterAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  memberMethods,
  paymentMethods,
  type Fundraiser,
  type ImportRow,
  type Ledger,
  type Pledge,
} from '#libs/contracts';
import { Projector, Refused } from '#libs/event-sourcing';
import { toDecimal } from '#libs/money';
import {
  CorrectDonation,
  givingProjections,
  Journal,
  MakePledge,
  OpenFundraiser,
  RecordDonation,
  RestoreDonation,
  VoidDonation,
  verifyChurch,
} from '../../src/giving/index.js';
import {
  ChangeFundraiser,
  RemoveFundraiser,
} from '../../src/giving/fundraiser/fundraiser.handlers.js';
import { ChangePledge } from '../../src/giving/pledge/pledge.handlers.js';
import { rowDonationId } from '../../src/giving/import/row-donation-id.js';
import { startApp } from '../support/app.js';
import { commit, settled, template, upload } from '../support/imports.js';
import { PaperBook, type Entry } from './books.js';

/**
 * The number of random commands; 10^6 with PROPERTY_COMMANDS=1000000. It is lower on EventStoreDB,
 * where each waits until it is shown. A failure prints its seed: PROPERTY_SEED.
 */
const total = Number(
  process.env.PROPERTY_COMMANDS ??
    (process.env.TEST_EVENT_STORE === 'eventstoredb' ? 1_500 : 10_000),
);
const seed =
  process.env.PROPERTY_SEED === undefined ? undefined : Number(process.env.PROPERTY_SEED);
const inOneRun = Math.min(total, 500);
const inOneTransaction = 100;

const members = ['Hannah Brooks', 'Caleb Moreno', 'Ruth Ames', 'Ezra Pound', 'Ada Byron'];
/** Spellings of the same names count as the same guest. */
const guests = [
  'Ann Lee',
  'ann  lee',
  'ＡＮＮ Lee',
  'Bo Li',
  'BO LI',
  'Hannah Brooks',
  "O'Neil Łukasz",
  'Zoë Äpfel',
];
const campaigns = [
  null,
  'General Fund',
  'general  fund',
  'Roof',
  'ROOF',
  'Missions',
  'Choir robes',
  'Организация',
];

const cents = fc.oneof(
  fc.bigInt({ min: 1n, max: 100_000n }),
  fc.constantFrom(1n, 10n, 9_999_999_999n),
);
const date = fc
  .tuple(
    fc.integer({ min: 2023, max: 2026 }),
    fc.constantFrom('-01-01', '-12-31', '-02-28', '-06-15', '-10-09'),
  )
  .map(([year, day]) => `${year}${day}`);
const nth = fc.nat({ max: 1_000_000 });
const title = fc.constantFrom('Roof', 'roof', 'Missions', 'Choir robes', 'General Fund', 'Tower');
const church = fc.constantFrom(0, 1);
const command = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant('member' as const),
      church,
      nth,
      cents,
      date,
      method: fc.constantFrom(...memberMethods),
      campaign: fc.constantFrom(...campaigns),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('guest' as const),
      church,
      name: fc.constantFrom(...guests),
      cents,
      date,
      method: fc.constantFrom(...paymentMethods),
      campaign: fc.constantFrom(...campaigns),
    }),
  },
  {
    weight: 18,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      church,
      nth,
      changes: fc.record(
        {
          cents,
          date,
          method: fc.constantFrom(...paymentMethods),
          campaign: fc.constantFrom(...campaigns),
          member: nth,
          guest: fc.constantFrom('', ...guests),
          notes: fc.constantFrom(null, 'thanks', 'again'),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('void' as const), church, nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), church, nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pledge' as const),
      church,
      nth,
      year: fc.integer({ min: 2023, max: 2026 }),
      cents: fc.bigInt({ min: 100n, max: 10_000_000n }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change pledge' as const),
      church,
      nth,
      cents: fc.bigInt({ min: 100n, max: 10_000_000n }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      church,
      title,
      startDate: date,
      cents,
      isActive: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change fundraiser' as const),
      church,
      nth,
      isActive: fc.option(fc.boolean(), { nil: undefined }),
      title: fc.option(title, { nil: undefined }),
      startDate: fc.option(date, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), church, nth }) },
);
type RandomCommand = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

const importedRow = fc.record({ nth, cents, date, campaign: fc.constantFrom(...campaigns) });
type RandomRow = typeof importedRow extends fc.Arbitrary<infer Value> ? Value : never;

interface Parish {
  id: string;
  admin: string;
  email: string;
  users: string[];
  book: PaperBook;
  voided: Map<string, Entry>;
  imported: Set<string>;
}

const app = await startApp();
afterAll(() => app.close());
const projector = new Projector(app.db, app.store, new Journal(), givingProjections);

let made = 0;
async function newParish(): Promise<Parish> {
  const slug = `p${made++}`;
  const id = await app.church(slug);
  const admin = await app.person(id, { email: `admin@${slug}.test`, role: 'admin' });
  const users: string[] = [];
  for (const name of members) {
    const [firstName, lastName] = name.split(' ');
    users.push(
      (
        await app.person(id, {
          email: `${firstName!}@${slug}.test`,
          firstName,
          lastName,
          signsIn: false,
        })
      ).id,
    );
  }
  return {
    id,
    admin: admin.id,
    email: admin.email,
    users,
    book: new PaperBook(),
    voided: new Map(),
    imported: new Set(),
  };
}

const nameKey = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
const pick = <T>(values: readonly T[], at: number): T | undefined =>
  values[at % Math.max(values.length, 1)];
const isMember = (donor: string) => donor.startsWith('member ');
const memberKey = (nthMember: number) => `member ${nameKey(pick(members, nthMember)!)}`;
const guestKey = (name: string) =>
  name === '' ? 'unidentified unidentified giver' : `guest ${nameKey(name)}`;
const namesOf = (name: string) => {
  const [first = '', ...last] = name.split(' ');
  return { guestFirstName: first, guestLastName: last.join(' ') };
};

/** Does it to the real books and to the paper one, and expects both to say the same. */
async function act(parish: Parish, random: RandomCommand): Promise<void> {
  const { book, id: organizationId } = parish;
  const by = { organizationId, id: parish.admin };
  switch (random.do) {
    case 'member':
    case 'guest': {
      const facts = { amount: random.cents, date: random.date, campaign: random.campaign };
      const body =
        random.do === 'member'
          ? { ...facts, paymentMethod: random.method, userId: pick(parish.users, random.nth)! }
          : { ...facts, paymentMethod: random.method, ...namesOf(random.name) };
      const donation = await app.run(new RecordDonation(by, body));
      const donor = random.do === 'member' ? memberKey(random.nth) : guestKey(random.name);
      book.gifts.set(donation.id, {
        donor,
        cents: random.cents,
        date: random.date,
        method: random.method,
        campaign: book.campaign(random.campaign),
      });
      return;
    }
    case 'correct': {
      const donationId = pick([...book.gifts.keys()], random.nth);
      if (donationId === undefined) return;
      const before = book.gifts.get(donationId)!;
      const after = correctedOnPaper(book, before, random.changes);
      const { cents: amount, method, member, guest, ...rest } = random.changes;
      const body = {
        ...rest,
        ...(amount === undefined ? {} : { amount }),
        ...(method === undefined ? {} : { paymentMethod: method }),
        ...(guest === undefined
          ? member === undefined
            ? {}
            : { userId: pick(parish.users, member)! }
          : namesOf(guest)),
      };
      const outcome = await outcomeOf(() =>
        app.run(new CorrectDonation(by, donationId, body, null)),
      );
      expect(outcome).toBe(after === null ? 'invalid' : 'done');
      if (after) book.gifts.set(donationId, after);
      return;
    }
    case 'void': {
      const donationId = pick([...book.gifts.keys()], random.nth);
      if (donationId === undefined) return;
      await app.run(new VoidDonation(by, donationId, 'a mistake', null));
      parish.voided.set(donationId, book.gifts.get(donationId)!);
      book.gifts.delete(donationId);
      expect(await outcomeOf(() => app.run(new VoidDonation(by, donationId, null, null)))).toBe(
        'not-found',
      );
      return;
    }
    case 'restore': {
      // restoring a row of an import takes a transaction of its own
      const restorable = [...parish.voided.keys()].filter((one) => !parish.imported.has(one));
      const donationId = pick(restorable, random.nth);
      if (donationId === undefined) return;
      await app.run(new RestoreDonation(by, donationId, null, null));
      book.gifts.set(donationId, parish.voided.get(donationId)!);
      parish.voided.delete(donationId);
      expect(await outcomeOf(() => app.run(new RestoreDonation(by, donationId, null, null)))).toBe(
        'conflict',
      );
      return;
    }
    case 'pledge': {
      const userId = pick(parish.users, random.nth)!;
      const known = book.pledges.has(`${userId} ${random.year}`);
      const outcome = await outcomeOf(() =>
        app.run(
          new MakePledge(
            { organizationId, id: userId },
            { amount: random.cents, year: random.year, frequency: 'Monthly' },
          ),
        ),
      );
      expect(outcome).toBe(known ? 'conflict' : 'done');
      if (!known) book.pledges.set(`${userId} ${random.year}`, random.cents);
      return;
    }
    case 'change pledge': {
      const key = pick([...book.pledges.keys()], random.nth);
      if (key === undefined) return;
      const [userId, year] = key.split(' ') as [string, string];
      const [row] = await app.db.tenant(organizationId, (tx) =>
        tx.sql<{ id: string }>(
          'select id from pledge where organization_id = $1 and user_id = $2 and year = $3',
          [organizationId, userId, year],
        ),
      );
      await app.run(
        new ChangePledge({ organizationId, id: userId }, row!.id, { amount: random.cents }),
      );
      book.pledges.set(key, random.cents);
      return;
    }
    case 'open': {
      const body = {
        title: random.title,
        description: 'What it is for',
        goal: 100_000n,
        current: random.cents,
        startDate: random.startDate,
        isActive: random.isActive,
      };
      const { title: named, startDate, isActive, cents: opening } = random;
      const fundraiser = book.openFundraiser({ title: named, startDate, isActive, opening });
      let id = '';
      const outcome = await outcomeOf(async () => {
        ({ id } = await app.run(new OpenFundraiser(by, body)));
      });
      expect(outcome).toBe(fundraiser === null ? 'conflict' : 'done');
      if (fundraiser) book.fundraisers.set(id, fundraiser);
      return;
    }
    case 'change fundraiser': {
      const standing = [...book.fundraisers].filter(([, { isRemoved }]) => !isRemoved);
      const [id] = pick(standing, random.nth) ?? [];
      if (id === undefined) return;
      const changes = {
        ...(random.isActive === undefined ? {} : { isActive: random.isActive }),
        ...(random.title === undefined ? {} : { title: random.title }),
        ...(random.startDate === undefined ? {} : { startDate: random.startDate }),
      };
      const after = book.changeFundraiser(id, changes);
      expect(await outcomeOf(() => app.run(new ChangeFundraiser(by, id, changes)))).toBe(
        after === null ? 'conflict' : 'done',
      );
      if (after) book.fundraisers.set(id, after);
      return;
    }
    case 'remove': {
      const standing = [...book.fundraisers].filter(([, { isRemoved }]) => !isRemoved);
      const [id, fundraiser] = pick(standing, random.nth) ?? [];
      if (id === undefined || fundraiser === undefined) return;
      await app.run(new RemoveFundraiser(by, id));
      book.fundraisers.set(id, { ...fundraiser, isRemoved: true, isActive: false });
      return;
    }
    default:
      return random satisfies never;
  }
}

/** Imports a file into the real books, and writes the rows that it records into the paper one. */
async function importRows(
  { id, email, book, imported }: Parish,
  rows: RandomRow[],
): Promise<string> {
  const admin = app.as(email);
  const emails = await app.db.tenant(id, (tx) =>
    tx.sql<{ email: string; name: string }>(
      `select email, first_name || ' ' || last_name as name
         from app_user
        where organization_id = $1`,
      [id],
    ),
  );
  const emailOf = new Map(emails.map(({ email: address, name }) => [name, address]));
  const lines = rows.map(
    ({ nth: member, cents: amount, date: day, campaign }) =>
      `${emailOf.get(pick(members, member)!)!},${toDecimal(amount)},Cash,${day},${campaign ?? ''},`,
  );
  const { body: draft } = await upload(admin, template(...lines));
  const path = `/api/admin/donation-imports/${draft.id}/rows`;
  const { body: held } = await admin.get<ImportRow[]>(`${path}?state=held`);
  if (held.length > 0)
    await admin.patch(path, { rows: held.map(({ row }) => row), action: 'setAside' });
  const { body: listed } = await admin.get<ImportRow[]>(`${path}?state=new`);
  for (const { row } of listed) {
    const { nth: member, cents: amount, date: day, campaign } = rows[row - 2]!;
    imported.add(rowDonationId(draft.id, row));
    book.gifts.set(rowDonationId(draft.id, row), {
      donor: memberKey(member),
      cents: amount,
      date: day,
      method: 'Cash',
      campaign: book.campaign(campaign),
    });
  }
  if (listed.length > 0) expect((await commit(admin, draft.id)).status).toBe('committed');
  return draft.id;
}

async function undo({ email, book, imported }: Parish, importId: string): Promise<void> {
  const admin = app.as(email);
  const { status } = await admin.post(`/api/admin/donation-imports/${importId}/undo`);
  expect(status).toBe(imported.size === 0 ? 409 : 202);
  if (imported.size === 0) return;
  expect((await settled(admin, importId)).status).toBe('undone');
  for (const donationId of imported) book.gifts.delete(donationId);
}

/** Null: the rules refuse it. */
function correctedOnPaper(
  book: PaperBook,
  before: Entry,
  changes: (RandomCommand & { do: 'correct' })['changes'],
): Entry | null {
  const after = { ...before };
  if (changes.guest !== undefined && !isMember(before.donor)) after.donor = guestKey(changes.guest);
  else if (
    changes.guest === undefined &&
    changes.member !== undefined &&
    memberKey(changes.member) !== before.donor
  ) {
    if (before.donor.startsWith('guest ')) return null;
    after.donor = memberKey(changes.member);
  }
  if (changes.method !== undefined) after.method = changes.method;
  if (changes.cents !== undefined) after.cents = changes.cents;
  if (changes.date !== undefined) after.date = changes.date;
  if (changes.campaign !== undefined) after.campaign = book.campaign(changes.campaign);
  return after;
}

async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

it(
  `each total is the sum of its donations after ${total} random commands in several churches`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: inOneRun, maxLength: inOneRun }),
        fc.array(importedRow, { minLength: 5, maxLength: 15 }),
        async (commands, rows) => {
          const parishes = [await newParish(), await newParish()];
          const imports = new Map<Parish, string>();
          for (let at = 0; at < commands.length; at += inOneTransaction) {
            const batch = commands.slice(at, at + inOneTransaction);
            await Promise.all(
              parishes.map((parish, index) =>
                app.db.tenant(parish.id, async () => {
                  for (const one of batch) if (one.church === index) await act(parish, one);
                }),
              ),
            );
            if (at === 0)
              for (const parish of parishes) imports.set(parish, await importRows(parish, rows));
          }
          for (const parish of parishes) {
            await compare(parish);
            await undo(parish, imports.get(parish)!);
            await projector.rebuild(parish.id, ['donations']);
            await compare(parish);
          }
        },
      ),
      {
        numRuns: Math.ceil(total / inOneRun),
        endOnFailure: true,
        ...(seed === undefined ? {} : { seed }),
      },
    );
  },
  Math.max(600_000, total * 30),
);

async function compare({ id, email, book, users }: Parish): Promise<void> {
  const ask = async (sql: string) => {
    const rows = await app.db.tenant(id, (tx) =>
      tx.sql<{ key: string; total: bigint; count: number }>(sql, [id]),
    );
    return Object.fromEntries(
      rows.map(({ key, total: amount, count }) => [key, `${amount} in ${count}`]),
    );
  };
  const current = `build = (
    select build from projection where organization_id = $1 and name = 'donations')`;
  const shown = await app.db.tenant(id, (tx) =>
    tx.sql<Omit<Entry, 'campaign'> & { id: string; campaign: string }>(
      `select donation_id as id, o.kind || ' ' || o.name_key as donor, amount as cents, date,
              payment_method as method, c.title_key as campaign
         from donation_version v
         join donor o on o.organization_id = $1 and o.id = v.donor_id
         join campaign c on c.organization_id = $1 and c.id = v.campaign_id
        where v.organization_id = $1 and v.${current} and to_journal is null`,
      [id],
    ),
  );
  expect(
    Object.fromEntries(shown.map(({ id: donationId, ...gift }) => [donationId, gift])),
  ).toEqual(
    Object.fromEntries(
      [...book.gifts].map(([donationId, gift]) => [
        donationId,
        { ...gift, campaign: book.titles[gift.campaign]! },
      ]),
    ),
  );

  const donorOf = 'join donor o on o.organization_id = $1 and o.id = t.donor_id';
  expect(
    await ask(
      `select o.kind || ' ' || o.name_key || ' ' || year as key, total, count
         from ledger t ${donorOf}
        where t.organization_id = $1 and ${current}`,
    ),
  ).toEqual(book.totals((gift) => `${gift.donor} ${gift.date.slice(0, 4)}`));
  expect(
    await ask(
      `select title_key || ' ' || year as key, total, count
         from campaign_total t
         join campaign c on c.organization_id = $1 and c.id = t.campaign_id
        where t.organization_id = $1 and ${current}`,
    ),
  ).toEqual(book.totals((gift) => `${book.titles[gift.campaign]!} ${gift.date.slice(0, 4)}`));
  expect(
    await ask(
      `select to_char(month, 'YYYY-MM ') || payment_method as key, total, count
         from month_total
        where organization_id = $1 and ${current}`,
    ),
  ).toEqual(book.totals((gift) => `${gift.date.slice(0, 7)} ${gift.method}`));
  expect(
    await ask(
      `select fundraiser_id || ' ' || o.kind || ' ' || o.name_key as key, total, count
         from fundraiser_gift t ${donorOf}
        where t.organization_id = $1 and ${current}`,
    ),
  ).toEqual(
    book.totals((gift) => {
      const fundraiser = book.fundraiserOf(gift);
      return fundraiser && `${fundraiser} ${gift.donor}`;
    }),
  );

  const sum = [...book.gifts.values()].reduce((amount, gift) => amount + gift.cents, 0n);
  const report = await verifyChurch(app.db, app.store, id);
  expect(report.problems).toEqual([]);
  expect(report).toMatchObject({ donations: book.gifts.size, amount: sum });

  const admin = app.as(email);
  const { body: ledger } = await admin.get<Ledger>('/api/admin/church-ledger?limit=1');
  const donors = new Set([...book.gifts.values()].map(({ donor }) => donor)).size;
  const rows = new Set(
    [...book.gifts.values()].map(({ donor, date }) => `${donor} ${date.slice(0, 4)}`),
  ).size;
  expect(ledger.totals).toEqual({
    amount: toDecimal(sum),
    donations: book.gifts.size,
    donors,
    rows,
  });
  const { body: fundraisers } = await admin.get<Fundraiser[]>('/api/fundraisers');
  const raised = [...book.fundraisers]
    .filter(([, { isRemoved }]) => !isRemoved)
    .map(([fundraiserId, { opening }]) => {
      const gifts = [...book.gifts.values()].filter(
        (gift) => book.fundraiserOf(gift) === fundraiserId,
      );
      return [
        fundraiserId,
        toDecimal(gifts.reduce((amount, gift) => amount + gift.cents, opening)),
      ];
    });
  expect(
    Object.fromEntries(fundraisers.map((fundraiser) => [fundraiser.id, fundraiser.current])),
  ).toEqual(Object.fromEntries(raised));
  for (const [key, amount] of book.pledges) {
    const [userId, year] = key.split(' ') as [string, string];
    const given = [...book.gifts.values()].filter(
      (gift) => gift.donor === memberKey(users.indexOf(userId)) && gift.date.startsWith(year),
    );
    const { body: pledge } = await admin.get<Pledge>(`/api/pledges/user/${userId}/year/${year}`);
    expect(pledge).toMatchObject({
      amount: toDecimal(amount),
      currentAmount: toDecimal(given.reduce((all, gift) => all + gift.cents, 0n)),
    });
  }
}
