import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Tx } from '#libs/database';
import { testDatabase, type TestDatabase } from '../support/database/database.js';

describe('the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it('searches in only one church, although the search functions run as the owner', async () => {
    const [first, second] = [await church('searched'), await church('searched-too')];
    const donor = randomUUID();
    const user = randomUUID();
    await database.db.tenant(first, async (tx) => {
      await tx.sql(
        `insert into donor (organization_id, id, kind, name, name_key)
         values ($1, $2, 'guest', 'Zoë Núñez', 'zoë núñez')`,
        [first, donor],
      );
      await tx.sql(
        `insert into app_user (organization_id, id, email, first_name, last_name)
         values ($1, $2, 'zoe@x.test', 'Zoë', 'Núñez')`,
        [first, user],
      );
    });
    const search = async (tx: Tx): Promise<unknown[]> => [
      ...(await tx.sql(`select find_donors(array['%nunez%', '%zoe%'])`)),
      ...(await tx.sql(`select find_users(array['% nunez%'])`)),
      ...(await tx.sql('select search_key from donor_search')),
      ...(await tx.sql('select search_key from user_search')),
    ];
    expect(await database.db.tenant(first, search)).toEqual([
      { find_donors: donor },
      { find_users: user },
      { search_key: ' zoe nunez\n ' },
      { search_key: ' zoe nunez\n zoe@x.test' },
    ]);
    expect(await database.db.tenant(second, search)).toEqual([]);
    expect(await database.db.platform(search)).toEqual([]);
  });

  it('shows no row to a transaction without a church, and refuses rows of others', async () => {
    const [first, second] = [await church('one'), await church('other')];
    await database.db.tenant(first, (tx) =>
      tx.sql(
        `insert into campaign (organization_id, id, title, title_key)
          values ($1, gen_random_uuid(), 't', 't')`,
        [first],
      ),
    );
    expect(await database.db.platform((tx) => tx.sql('select 1 from campaign'))).toEqual([]);
    expect(await database.db.tenant(second, (tx) => tx.sql('select 1 from campaign'))).toEqual([]);
    await expect(
      database.db.tenant(second, (tx) =>
        tx.sql(
          `insert into campaign (organization_id, id, title, title_key)
            values ($1, gen_random_uuid(), 'u', 'u')`,
          [first],
        ),
      ),
    ).rejects.toThrow('row-level security');
    await database.db.tenant(second, (tx) => tx.sql(`update campaign set title = 'mine'`));
    await database.db.tenant(second, (tx) => tx.sql('delete from campaign'));
    expect(
      await database.db.tenant(first, (tx) =>
        tx.sql<{ title: string }>('select title from campaign'),
      ),
    ).toEqual([{ title: 't' }]);
    await expect(
      database.db.tenant(first, () => database.db.tenant(second, () => Promise.resolve(1))),
    ).rejects.toThrow('A transaction of one church cannot reach another church.');
  });

  it('lets a transaction of the platform change all of its churches or none', async () => {
    const { db } = database;
    const [first, second] = [await church('visited'), await church('visited-too')];
    const add = (id: string) =>
      db.tenant(id, (tx) =>
        tx.sql(
          `insert into campaign (organization_id, id, title, title_key)
            values ($1, gen_random_uuid(), 't', gen_random_uuid()::text)`,
          [id],
        ),
      );
    const listCampaigns = (id: string) =>
      db.tenant(id, (tx) =>
        tx.sql<{ church: string }>('select organization_id as church from campaign'),
      );
    const listWithoutChurch = (tx: Tx) => tx.sql('select 1 from campaign');
    const after: number[] = [];
    const visit = () =>
      db.platform(async (tx) => {
        await add(first);
        expect(await listWithoutChurch(tx)).toEqual([]);
        await add(second);
        expect([
          await listCampaigns(first),
          await listCampaigns(second),
          await listWithoutChurch(tx),
        ]).toEqual([[{ church: first }], [{ church: second }], []]);
        await db.tenant(first, (inner) => {
          inner.afterCommit(() => after.push(1));
          return Promise.resolve();
        });
      });
    await expect(
      db.platform(async () => {
        await visit();
        throw new Error('at the end');
      }),
    ).rejects.toThrow('at the end');
    expect([await listCampaigns(first), await listCampaigns(second), after]).toEqual([[], [], []]);
    await visit();
    expect([await listCampaigns(first), await listCampaigns(second), after]).toEqual([
      [{ church: first }],
      [{ church: second }],
      [1],
    ]);
    // Two churches at once, a church within another one, and a return to the platform are refused.
    await expect(db.platform(() => Promise.all([add(first), add(second)]))).rejects.toThrow(
      'one church after the other',
    );
    await expect(db.platform(() => db.tenant(first, () => add(second)))).rejects.toThrow(
      'cannot reach another church',
    );
    await expect(
      db.platform(() => db.tenant(first, () => db.platform(listWithoutChurch))),
    ).rejects.toThrow('cannot wait for one of the platform');
    // A failed statement rolls back the changes of all churches, even if its error is caught.
    await expect(
      db.platform(async (tx) => {
        await add(first);
        await db.tenant(second, (inner) => inner.sql('select 1 / 0')).catch(() => undefined);
        await listWithoutChurch(tx);
      }),
    ).rejects.toThrow('aborted');
    expect([await listCampaigns(first), await listCampaigns(second)]).toEqual([
      [{ church: first }],
      [{ church: second }],
    ]);
  });

  const church = async (slug: string) => {
    const [row] = await database.asSuperuser<{ id: string }>(
      `insert into organization (id, name, slug, subdomain) values (gen_random_uuid(), $1, $1, $1)
        returning id`,
      [slug],
    );
    return row!.id;
  };
});
