import { afterAll, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import type { Database } from '#libs/database';
import { Books } from '../../../test/support/books.js';
import { testDatabase } from '../../../test/support/database/database.js';
import { streamOf } from '../events.js';
import { convertFundraisers, findRenames, type OldFundraiserFacts } from './convert.js';

const database = await testDatabase();
afterAll(() => database.close());

describe('campaigns of fundraisers that an earlier version renamed', () => {
  const fundraiser = (fundraiserId: string, title: string) => ({
    fundraiserId,
    title,
    titleKey: title.toLowerCase(),
  });
  const facts: OldFundraiserFacts = {
    fundraisers: [fundraiser('f', 'New roof')],
    recorded: [{ fundraiserId: 'f', campaignId: 'c', titleKey: 'roof' }],
    usedTitles: [],
  };

  it('get the title of the fundraiser', () => {
    expect(findRenames(facts)).toEqual([
      { campaignId: 'c', title: 'New roof', newKey: 'new roof', oldKey: 'roof' },
    ]);
  });

  it.each<[reason: string, changes: Partial<OldFundraiserFacts>]>([
    ['a campaign has the new title', { usedTitles: ['new roof'] }],
    [
      'a fundraiser has the old title',
      { fundraisers: [fundraiser('f', 'New roof'), fundraiser('g', 'Roof')] },
    ],
    ['no donation was recorded for the fundraiser', { recorded: [] }],
    [
      'it is the General Fund',
      { recorded: [{ fundraiserId: 'f', campaignId: 'c', titleKey: 'general fund' }] },
    ],
  ])('keep their title if %s', (_reason, changes) => {
    expect(findRenames({ ...facts, ...changes })).toEqual([]);
  });

  it('get the title of the first fundraiser if several fundraisers had the campaign', () => {
    const fundraisers = [fundraiser('f', 'New roof'), fundraiser('g', 'Tower')];
    const recorded = [...facts.recorded, { fundraiserId: 'g', campaignId: 'c', titleKey: 'roof' }];
    expect(findRenames({ ...facts, fundraisers, recorded })).toEqual([
      { campaignId: 'c', title: 'New roof', newKey: 'new roof', oldKey: 'roof' },
    ]);
  });
});

describe('the fundraisers of an earlier version', () => {
  it('are converted once: they get campaigns, and count donations by date', async () => {
    const books = await Books.of(database);
    const hannah = await books.donor('Hannah');
    const roof = await books.campaign('Roof');
    const run = (sql: string, ...values: unknown[]) =>
      database.db.tenant(books.church, (tx) => tx.sql(sql, [books.church, ...values]));
    const openAsOldVersion = async (title: string, startDate: string, isActive: boolean) => {
      const id = newId();
      const opened = {
        fundraiserId: id,
        opening: 0,
        goal: 100,
        startDate,
        endDate: null,
        isActive,
      };
      await database.db.tenant(books.church, () =>
        books.store.append(books.church, streamOf(books.church, 'fundraiser', id), -1, [
          {
            id: newId(),
            type: 'FundraiserOpened',
            version: 1,
            data: JSON.stringify(opened),
            metadata: JSON.stringify({ actor: null, correlation: 'test', cause: 'test' }),
          },
        ]),
      );
      await run(
        `insert into fundraiser_text (
           organization_id, fundraiser_id, title, title_key, description, is_active)
         values ($1, $2, $3, lower($3), '', $4)`,
        id,
        title,
        isActive,
      );
      return id;
    };
    // The earlier version has renamed the first fundraiser from "Roof" to "New roof".
    const renamed = await openAsOldVersion('New roof', '2025-01-01', true);
    const tower = await openAsOldVersion('Tower', '2025-01-01', false);
    const gift = {
      donorId: hannah,
      amount: 2_500,
      currency: 'USD' as const,
      date: '2025-06-15',
      paymentMethod: 'Cash' as const,
      campaignId: roof,
      fundraiserId: renamed,
    };
    await books.recorded(gift);
    await books.recorded({ ...gift, date: '2024-12-31' });
    await books.recorded({ ...gift, fundraiserId: null });
    await run(
      `insert into fundraiser_gift (organization_id, build, fundraiser_id, donor_id, total, count)
       values ($1, 1, $2, $3, 5000, 2)`,
      renamed,
      hannah,
    );
    expect((await books.verify()).problems).not.toEqual([]);

    // The migration leaves this table empty.
    await run('delete from fundraiser_period where organization_id = $1');
    await convertFundraisers(database.db);

    expect((await books.verify()).problems).toEqual([]);
    expect((await books.shown()).fundraisers).toMatchObject([
      { id: renamed, total: 5_000n, count: 2 },
    ]);
    const texts = await books.texts(
      `select c.title || ': ' || coalesce(a.title_key, '') as text from campaign c
         left join campaign_alias a on a.organization_id = $1 and a.campaign_id = c.id
        where c.organization_id = $1 order by 1`,
    );
    expect(texts).toEqual(['New roof: roof', 'Tower: ']);
    const live = await books.everything();
    await books.projector.rebuild(books.church, ['donations']);
    expect(await books.everything()).toEqual(live);
    expect(live.fundraiser_period).toHaveLength(2);
    expect(live.fundraiser_period!.join(' ')).toContain(tower);

    await run('delete from fundraiser_gift where organization_id = $1');
    let reads = 0;
    const counted = Object.create(database.db) as Database;
    counted.platform = (work) => {
      reads++;
      return database.db.platform(work);
    };
    await convertFundraisers(counted);
    expect(reads).toBe(1);
    expect((await books.shown()).fundraisers).toEqual([]);
  });
});
