import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { Books, projected } from '../../test/support/books.js';
import { testDatabase } from '../../test/support/database/database.js';
import type { DonationFacts } from './donation/donation.js';
import type { GivingEvent } from './events.js';
import type { FundraiserFacts } from './fundraiser/fundraiser.js';

const database = await testDatabase();
let books: Books;
let hannah: string;
let caleb: string;
let general: string;
let roof: string;
let gift: DonationFacts;

afterAll(() => database.close());
beforeEach(async () => {
  books = await Books.of(database);
  [hannah, caleb, general, roof] = [
    await books.donor('Hannah'),
    await books.donor('Caleb'),
    await books.campaign('General Fund'),
    await books.campaign('Roof'),
  ];
  gift = {
    donorId: hannah,
    amount: 2_500,
    currency: 'USD',
    date: '2025-12-31',
    paymentMethod: 'Cash',
    campaignId: general,
    fundraiserId: null,
  };
});

/** Every fact is delivered a second time; nothing may move. */
async function deliveredAgain(): Promise<void> {
  const before = await books.everything();
  const journal = await books.texts(
    'select number || hash::text as text from journal where organization_id = $1 order by number',
  );
  await database.db.tenant(books.church, (tx) => books.projector.deliver(tx, books.lastUnit()));
  expect(await books.everything()).toEqual(before);
  expect(
    await books.texts(
      'select number || hash::text as text from journal where organization_id = $1 order by number',
    ),
  ).toEqual(journal);
}

async function corrected(
  donationId: string,
  before: DonationFacts,
  changes: Partial<DonationFacts>,
  textChanged = false,
): Promise<DonationFacts> {
  const after = { ...before, ...changes };
  await books.happened(
    'donation',
    donationId,
    [{ type: 'DonationCorrected', data: { donationId, before, after, textChanged } }],
    caleb,
  );
  await deliveredAgain();
  return after;
}

const versions = (donationId: string) =>
  database.db.tenant(books.church, (tx) =>
    tx.sql<{
      version: number;
      state: string;
      from: bigint;
      to: bigint | null;
      amount: bigint;
      by: string | null;
      event_id: string;
      text_event_id: string;
    }>(
      `select version, state, from_journal as from, to_journal as to, amount, changed_by as by, event_id, text_event_id from donation_version
        where organization_id = $1 and donation_id = $2 order by version`,
      [books.church, donationId],
    ),
  );
/** Opens a fundraiser. */
async function opened(campaignId: string | null, startDate: string, id = newId()): Promise<string> {
  const facts = { goal: 100, startDate, endDate: null, isActive: true, campaignId };
  await books.happened('fundraiser', id, [
    { type: 'FundraiserOpened', data: { fundraiserId: id, opening: 0, ...facts } },
  ]);
  return id;
}

/** Changes a fundraiser that starts on the first day of 2025. */
async function changed(
  fundraiserId: string,
  changes: Partial<FundraiserFacts>,
  campaignId = general,
): Promise<void> {
  const before = {
    goal: 100,
    startDate: '2025-01-01',
    endDate: null,
    isActive: true,
    campaignId,
  };
  await books.happened('fundraiser', fundraiserId, [
    {
      type: 'FundraiserChanged',
      data: { fundraiserId, before, after: { ...before, ...changes }, textChanged: false },
    },
  ]);
}

const nothing = { ledger: [], campaigns: [], months: [], fundraisers: [] };

describe('the donations projection', () => {
  it('DonationRecorded: opens the first version and adds to every total', async () => {
    const fundraiserId = await opened(roof, '2025-12-31');
    const donationId = await books.recorded({ ...gift, campaignId: roof });
    await deliveredAgain();
    expect(await books.shown()).toEqual({
      ledger: [{ donor: 'Hannah', year: 2025, total: 2_500n, count: 1 }],
      campaigns: [{ campaign: 'Roof', year: 2025, total: 2_500n, count: 1 }],
      months: [{ month: '2025-12', method: 'Cash', total: 2_500n, count: 1 }],
      fundraisers: [{ id: fundraiserId, donor: 'Hannah', total: 2_500n, count: 1 }],
    });
    expect(await versions(donationId)).toMatchObject([
      { version: 1, state: 'given', from: 2n, to: null, amount: 2_500n, by: null },
    ]);
  });

  it('DonationRecorded: adds to a total that is there', async () => {
    await books.recorded(gift);
    await books.recorded({ ...gift, amount: 1, paymentMethod: 'Zeffy' });
    await deliveredAgain();
    const { ledger, months } = await books.shown();
    expect(ledger).toEqual([{ donor: 'Hannah', year: 2025, total: 2_501n, count: 2 }]);
    expect(months).toEqual([
      { month: '2025-12', method: 'Cash', total: 2_500n, count: 1 },
      { month: '2025-12', method: 'Zeffy', total: 1n, count: 1 },
    ]);
  });

  it('DonationCorrected, amount: closes the version and opens the next, by whom', async () => {
    const donationId = await books.recorded(gift);
    await corrected(donationId, gift, { amount: 9_900 });
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Hannah', year: 2025, total: 9_900n, count: 1 },
    ]);
    const [first, second] = await versions(donationId);
    expect(first).toMatchObject({ version: 1, from: 1n, to: 2n, amount: 2_500n, by: null });
    expect(second).toMatchObject({
      version: 2,
      state: 'given',
      from: 2n,
      to: null,
      amount: 9_900n,
      by: caleb,
      text_event_id: first!.event_id,
    });
  });

  it('DonationCorrected, texts: reads them from the new event', async () => {
    const donationId = await books.recorded(gift);
    await corrected(donationId, gift, {}, true);
    const [, second] = await versions(donationId);
    expect(second!.text_event_id).toBe(second!.event_id);
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Hannah', year: 2025, total: 2_500n, count: 1 },
    ]);
  });

  it('DonationCorrected, donor: moves it, and leaves no empty row behind', async () => {
    const donationId = await books.recorded(gift);
    await corrected(donationId, gift, { donorId: caleb });
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Caleb', year: 2025, total: 2_500n, count: 1 },
    ]);
  });

  it('DonationCorrected, date: moves it to another year and month', async () => {
    const donationId = await books.recorded(gift);
    await books.recorded({ ...gift, amount: 100 });
    await corrected(donationId, gift, { date: '2026-01-01' });
    expect(await books.shown()).toMatchObject({
      ledger: [
        { year: 2025, total: 100n, count: 1 },
        { year: 2026, total: 2_500n, count: 1 },
      ],
      campaigns: [
        { year: 2025, total: 100n },
        { year: 2026, total: 2_500n },
      ],
      months: [
        { month: '2025-12', total: 100n },
        { month: '2026-01', total: 2_500n },
      ],
    });
  });

  it('DonationCorrected, method and campaign: moves both, and the fundraiser follows', async () => {
    await opened(general, '2025-01-01');
    const other = await opened(roof, '2025-01-01');
    const donationId = await books.recorded(gift);
    const now = await corrected(donationId, gift, { paymentMethod: 'Zeffy', campaignId: roof });
    expect(await books.shown()).toMatchObject({
      campaigns: [{ campaign: 'Roof', total: 2_500n }],
      months: [{ method: 'Zeffy', total: 2_500n }],
      fundraisers: [{ id: other, donor: 'Hannah', total: 2_500n, count: 1 }],
    });
    await corrected(donationId, now, { campaignId: await books.campaign('Missions') });
    expect((await books.shown()).fundraisers).toEqual([]);
  });

  it('DonationCorrected, date: leaves the fundraiser if it had not started', async () => {
    const fundraiserId = await opened(general, '2025-12-31');
    const donationId = await books.recorded(gift);
    expect((await books.shown()).fundraisers).toMatchObject([{ id: fundraiserId }]);
    const now = await corrected(donationId, gift, { date: '2025-12-30' });
    expect((await books.shown()).fundraisers).toEqual([]);
    await corrected(donationId, now, { date: '2026-01-01' });
    expect((await books.shown()).fundraisers).toMatchObject([{ id: fundraiserId, count: 1 }]);
  });

  it('DonationVoided: closes it with a version that never was open, and empties the totals', async () => {
    await opened(general, '2025-01-01');
    const donationId = await books.recorded(gift);
    await books.happened(
      'donation',
      donationId,
      [{ type: 'DonationVoided', data: { donationId, before: gift } }],
      caleb,
    );
    await deliveredAgain();
    expect(await books.shown()).toEqual(nothing);
    expect(await versions(donationId)).toMatchObject([
      { version: 1, state: 'given', from: 2n, to: 3n },
      { version: 2, state: 'voided', from: 3n, to: 3n, by: caleb },
    ]);
  });

  it('DonationRecorded in an import: all come at once under the number of the marker', async () => {
    const gifts = [gift, { ...gift, donorId: caleb, amount: 100 }];
    const { donations } = await books.imported(gifts);
    await deliveredAgain();
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Caleb', year: 2025, total: 100n, count: 1 },
      { donor: 'Hannah', year: 2025, total: 2_500n, count: 1 },
    ]);
    for (const id of donations)
      expect(await versions(id)).toMatchObject([{ version: 1, from: 1n, to: null }]);
    expect(
      await books.texts('select number::text as text from journal where organization_id = $1'),
    ).toEqual(['1']);
  });

  it('rows of an import without their marker, and a marker without rows, are refused: nothing is written', async () => {
    const importId = newId();
    const rows = [1, 2].map((): GivingEvent => ({
      type: 'DonationRecorded',
      data: { donationId: newId(), gift, importId },
    }));
    await expect(books.happened('import', importId, rows)).rejects.toThrow(
      'An import comes as a whole.',
    );
    const marker: GivingEvent = {
      type: 'DonationImportCommitted',
      data: { importId, donations: 2, amount: 5_000 },
    };
    await expect(books.happened('import', importId, [marker])).rejects.toThrow(
      'An import comes as a whole.',
    );
    expect(
      await books.texts('select id::text as text from event where organization_id = $1'),
    ).toEqual([]);
    expect(await books.shown()).toEqual(nothing);
  });

  it('DonationImportUndone: voids what stands of the import, also what was corrected, and nothing else', async () => {
    const { importId, donations } = await books.imported([
      gift,
      { ...gift, amount: 200 },
      { ...gift, amount: 300 },
    ]);
    await books.recorded({ ...gift, donorId: caleb, amount: 7 });
    await corrected(donations[0]!, gift, { donorId: caleb, date: '2024-01-01' });
    await books.happened('donation', donations[1]!, [
      {
        type: 'DonationVoided',
        data: { donationId: donations[1]!, before: { ...gift, amount: 200 } },
      },
    ]);
    await books.happened(
      'import',
      importId,
      [{ type: 'DonationImportUndone', data: { importId, donations: 2, amount: 2_800 } }],
      caleb,
    );
    await deliveredAgain();
    expect((await books.shown()).ledger).toEqual([
      { donor: 'Caleb', year: 2025, total: 7n, count: 1 },
    ]);
    expect((await versions(donations[0]!)).map(({ state }) => state)).toEqual([
      'given',
      'given',
      'voided',
    ]);
    expect((await versions(donations[1]!)).map(({ state }) => state)).toEqual(['given', 'voided']);
    expect((await versions(donations[2]!)).map(({ state }) => state)).toEqual(['given', 'voided']);
    expect((await books.verify()).problems).toEqual([]);
  });
});

describe('the journal', () => {
  it('never goes back in time, though the clock of a store elsewhere did', async () => {
    const [first] = await books.happened('pledge', newId(), [
      {
        type: 'PledgeMade',
        data: { pledgeId: newId(), userId: hannah, year: 2025, amount: 100, frequency: 'Weekly' },
      },
    ]);
    const pledgeId = newId();
    const data = JSON.stringify({
      pledgeId,
      userId: hannah,
      year: 2026,
      amount: 100,
      frequency: 'Weekly',
    });
    const early = {
      ...first!,
      id: newId(),
      stream: `${books.church}.pledge-${pledgeId}`,
      position: first!.position + 10n,
      recordedAt: '2001-01-01T00:00:00.000Z',
      data,
    };
    const batches = (async function* () {
      yield await Promise.resolve([early]);
    })();
    await database.db.tenant(books.church, (tx) =>
      books.projector.deliver(tx, { position: early.position, batches }),
    );
    const times = await books.texts(
      `select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as text from journal where organization_id = $1 order by number`,
    );
    expect(times).toEqual([first!.recordedAt, first!.recordedAt]);
  });
});

describe('the pledges projection', () => {
  const made = { userId: newId(), year: 2026, amount: 120_000, frequency: 'Monthly' } as const;
  const pledges = () =>
    database.db.tenant(books.church, (tx) =>
      tx.sql(
        'select user_id, year, amount, frequency, version, text_event_id, created_at = updated_at as fresh from pledge where organization_id = $1',
        [books.church],
      ),
    );

  it('PledgeMade: makes the row', async () => {
    const pledgeId = newId();
    const [event] = await books.happened('pledge', pledgeId, [
      { type: 'PledgeMade', data: { pledgeId, ...made } },
    ]);
    await deliveredAgain();
    expect(await pledges()).toEqual([
      {
        user_id: made.userId,
        year: 2026,
        amount: 120_000n,
        frequency: 'Monthly',
        version: 1,
        text_event_id: event!.id,
        fresh: true,
      },
    ]);
  });

  it('PledgeChanged: changes amount, frequency and, where they changed, whence its notes are read', async () => {
    const pledgeId = newId();
    const [first] = await books.happened('pledge', pledgeId, [
      { type: 'PledgeMade', data: { pledgeId, ...made } },
    ]);
    const before = { amount: 120_000, frequency: 'Monthly' } as const;
    const after = { amount: 100, frequency: 'Weekly' } as const;
    await books.happened('pledge', pledgeId, [
      { type: 'PledgeChanged', data: { pledgeId, before, after, textChanged: false } },
    ]);
    await deliveredAgain();
    expect(await pledges()).toMatchObject([
      { amount: 100n, frequency: 'Weekly', version: 2, text_event_id: first!.id },
    ]);
    const [third] = await books.happened('pledge', pledgeId, [
      { type: 'PledgeChanged', data: { pledgeId, before: after, after, textChanged: true } },
    ]);
    await deliveredAgain();
    expect(await pledges()).toMatchObject([{ amount: 100n, version: 3, text_event_id: third!.id }]);
  });
});

describe('the fundraisers projection', () => {
  const facts: FundraiserFacts = {
    goal: 500_000,
    startDate: '2025-01-01',
    endDate: null,
    isActive: true,
    campaignId: null,
  };
  const fundraisers = () =>
    database.db.tenant(books.church, (tx) =>
      tx.sql(
        'select goal, opening, start_date, end_date, is_active, is_removed, version from fundraiser where organization_id = $1',
        [books.church],
      ),
    );

  it('FundraiserOpened, FundraiserChanged, FundraiserRemoved', async () => {
    const fundraiserId = newId();
    await books.happened('fundraiser', fundraiserId, [
      { type: 'FundraiserOpened', data: { fundraiserId, opening: 250, ...facts } },
    ]);
    await deliveredAgain();
    const shown = {
      goal: 500_000n,
      opening: 250n,
      start_date: '2025-01-01',
      end_date: null,
      is_active: true,
      is_removed: false,
      version: 1,
    };
    expect(await fundraisers()).toEqual([shown]);
    const after: FundraiserFacts = {
      goal: 100,
      startDate: '2025-02-01',
      endDate: '2025-12-31',
      isActive: false,
      campaignId: null,
    };
    await books.happened('fundraiser', fundraiserId, [
      {
        type: 'FundraiserChanged',
        data: { fundraiserId, before: facts, after, textChanged: false },
      },
    ]);
    await deliveredAgain();
    const shownThen = {
      ...shown,
      goal: 100n,
      start_date: '2025-02-01',
      end_date: '2025-12-31',
      is_active: false,
      version: 2,
    };
    expect(await fundraisers()).toEqual([shownThen]);
    await books.happened('fundraiser', fundraiserId, [
      { type: 'FundraiserRemoved', data: { fundraiserId } },
    ]);
    await deliveredAgain();
    expect(await fundraisers()).toEqual([{ ...shownThen, is_removed: true, version: 3 }]);
  });
});

describe('a rebuild', () => {
  /** A bit of everything. */
  async function somethingOfAll(): Promise<void> {
    const pledgeId = newId();
    const fundraiserId = await opened(general, '2025-01-01');
    await books.happened('pledge', pledgeId, [
      {
        type: 'PledgeMade',
        data: { pledgeId, userId: hannah, year: 2025, amount: 100, frequency: 'Weekly' },
      },
    ]);
    const first = await books.recorded(gift);
    const { importId, donations } = await books.imported([gift, { ...gift, donorId: caleb }]);
    await corrected(donations[1]!, { ...gift, donorId: caleb }, { date: '2024-02-29' }, true);
    await changed(fundraiserId, { startDate: '2024-01-01' });
    await changed(await opened(general, '2025-06-15'), { startDate: '2026-01-01' });
    await books.imported([{ ...gift, donorId: caleb, paymentMethod: 'Zeffy' }]);
    await corrected(first, gift, { donorId: caleb, campaignId: roof });
    await books.happened('import', importId, [
      { type: 'DonationImportUndone', data: { importId, donations: 2, amount: 5_000 } },
    ]);
    const gone = await books.recorded({ ...gift, amount: 5 });
    await books.happened('donation', gone, [
      { type: 'DonationVoided', data: { donationId: gone, before: gift } },
    ]);
  }
  const builds = () =>
    books.texts(`select distinct build || ' ' || t as text from (
    ${Object.values(projected)
      .flat()
      .map((table) => `select build, '${table}' as t from ${table} where organization_id = $1`)
      .join(' union all ')}) b order by 1`);

  it.each(Object.keys(projected))(
    'of %s is what was live, byte for byte, and leaves the journal alone',
    async (name) => {
      await somethingOfAll();
      const live = await books.everything();
      const journal = await books.texts(
        'select j::text as text from journal j where organization_id = $1 order by number',
      );
      const progress: string[] = [];
      await books.projector.rebuild(books.church, [name], ({ done, total }) =>
        progress.push(`${done}/${total}`),
      );
      expect(await books.everything()).toEqual(live);
      expect(Object.values(live).flat().length).toBeGreaterThan(10);
      expect(
        await books.texts(
          'select j::text as text from journal j where organization_id = $1 order by number',
        ),
      ).toEqual(journal);
      const [{ position }] = (await database.db.tenant(books.church, (tx) =>
        tx.sql<{ position: bigint }>('select position from event_head where organization_id = $1', [
          books.church,
        ]),
      )) as [{ position: bigint }];
      expect(progress.at(-1)).toBe(`${position}/${position}`);
      for (const line of await builds())
        expect(line).toBe(
          projected[name]!.includes(line.split(' ')[1]!)
            ? line.replace(/^\d+/, '2')
            : line.replace(/^\d+/, '1'),
        );
      expect((await books.verify()).problems).toEqual([]);
    },
  );

  it('that was cut off leaves nothing behind once the next one is through', async () => {
    await somethingOfAll();
    const live = await books.everything();
    let batches = 0;
    await expect(
      books.projector.rebuild(books.church, ['donations'], () => {
        if (batches++ === 0) throw new Error('the power went out');
      }),
    ).rejects.toThrow('the power went out');
    expect(await books.everything()).toEqual(live);
    await books.projector.rebuild(books.church, ['donations']);
    expect(await books.everything()).toEqual(live);
    expect((await builds()).filter((line) => line.endsWith('ledger'))).toEqual(['3 ledger']);
  });

  it('of something unknown is refused with the names that there are', async () => {
    await expect(books.projector.rebuild(books.church, ['ledgers'])).rejects.toThrow(
      'There is no projection "ledgers". There are: donations, pledges, fundraisers',
    );
  });

  it('of an empty church is empty', async () => {
    await books.projector.rebuild(books.church, books.projector.names);
    expect(Object.values(await books.everything()).flat()).toEqual([]);
    await books.recorded(gift);
    expect((await books.verify()).problems).toEqual([]);
  });

  it('misses nothing that is recorded, corrected, voided and imported while it runs', async () => {
    await somethingOfAll();
    let isRebuilding = true;
    const work = async (worker: number) => {
      for (let n = 0; isRebuilding || n < 10; n++) {
        const facts = {
          ...gift,
          amount: 100 * worker + n + 1,
          date: `202${n % 5}-0${(n % 9) + 1}-15`,
        };
        const id = await books.recorded(facts);
        const after = { ...facts, donorId: caleb, amount: facts.amount + 1 };
        await books.happened('donation', id, [
          {
            type: 'DonationCorrected',
            data: { donationId: id, before: facts, after, textChanged: false },
          },
        ]);
        if (n % 3 === 0)
          await books.happened('donation', id, [
            { type: 'DonationVoided', data: { donationId: id, before: after } },
          ]);
        if (n % 4 === 0) await books.imported([facts, facts]);
      }
    };
    const workers = [1, 2, 3].map(work);
    try {
      for (let round = 0; round < 3; round++)
        await books.projector.rebuild(books.church, books.projector.names);
    } finally {
      isRebuilding = false;
    }
    await Promise.all(workers);
    expect((await books.verify()).problems).toEqual([]);
    const live = await books.everything();
    await books.projector.rebuild(books.church, books.projector.names);
    expect(await books.everything()).toEqual(live);
  });
});
