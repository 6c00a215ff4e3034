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
    const [one, other] = [await church('searched'), await church('searched-too')];
    const donor = randomUUID();
    const user = randomUUID();
    await database.db.tenant(one, async (tx) => {
      await tx.sql(
        `insert into donor (organization_id, id, kind, name, name_key)
         values ($1, $2, 'guest', 'Zoë Núñez', 'zoë núñez')`,
        [one, donor],
      );
      await tx.sql(
        `insert into app_user (organization_id, id, email, first_name, last_name)
         values ($1, $2, 'zoe@x.test', 'Zoë', 'Núñez')`,
        [one, user],
      );
    });
    const search = async (tx: Tx): Promise<unknown[]> => [
      ...(await tx.sql(`select find_donors(array['%nunez%', '%zoe%'])`)),
      ...(await tx.sql(`select find_users(array['% nunez%'])`)),
      ...(await tx.sql('select search_key from donor_search')),
      ...(await tx.sql('select search_key from user_search')),
    ];
    expect(await database.db.tenant(one, search)).toEqual([
      { find_donors: donor },
      { find_users: user },
      { search_key: ' zoe nunez\n ' },
      { search_key: ' zoe nunez\n zoe@x.test' },
    ]);
    expect(await database.db.tenant(other, search)).toEqual([]);
    expect(await database.db.platform(search)).toEqual([]);
  });

  it('shows no row to a transaction without a church, and refuses rows of others', async () => {
    const [one, other] = [await church('one'), await church('other')];
    await database.db.tenant(one, (tx) =>
      tx.sql(
        `insert into campaign (organization_id, id, title, title_key)
          values ($1, gen_random_uuid(), 't', 't')`,
        [one],
      ),
    );
    expect(await database.db.platform((tx) => tx.sql('select 1 from campaign'))).toEqual([]);
    expect(await database.db.tenant(other, (tx) => tx.sql('select 1 from campaign'))).toEqual([]);
    await expect(
      database.db.tenant(other, (tx) =>
        tx.sql(
          `insert into campaign (organization_id, id, title, title_key)
            values ($1, gen_random_uuid(), 'u', 'u')`,
          [one],
        ),
      ),
    ).rejects.toThrow('row-level security');
    await database.db.tenant(other, (tx) => tx.sql(`update campaign set title = 'mine'`));
    await database.db.tenant(other, (tx) => tx.sql('delete from campaign'));
    expect(
      await database.db.tenant(one, (tx) =>
        tx.sql<{ title: string }>('select title from campaign'),
      ),
    ).toEqual([{ title: 't' }]);
    await expect(
      database.db.tenant(one, () => database.db.tenant(other, () => Promise.resolve(1))),
    ).rejects.toThrow('A transaction of one church cannot reach another church.');
  });

  it('lets a transaction of the platform change all of its churches or none', async () => {
    const { db } = database;
    const [one, other] = [await church('visited'), await church('visited-too')];
    const add = (id: string) =>
      db.tenant(id, (tx) =>
        tx.sql(
          `insert into campaign (organization_id, id, title, title_key)
            values ($1, gen_random_uuid(), 't', gen_random_uuid()::text)`,
          [id],
        ),
      );
    const seen = (id: string) =>
      db.tenant(id, (tx) =>
        tx.sql<{ church: string }>('select organization_id as church from campaign'),
      );
    const none = (tx: Tx) => tx.sql('select 1 from campaign');
    const after: number[] = [];
    const visit = () =>
      db.platform(async (tx) => {
        await add(one);
        expect(await none(tx)).toEqual([]);
        await add(other);
        expect([await seen(one), await seen(other), await none(tx)]).toEqual([
          [{ church: one }],
          [{ church: other }],
          [],
        ]);
        await db.tenant(one, (inner) => {
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
    expect([await seen(one), await seen(other), after]).toEqual([[], [], []]);
    await visit();
    expect([await seen(one), await seen(other), after]).toEqual([
      [{ church: one }],
      [{ church: other }],
      [1],
    ]);
    // Two churches at once, a church within another one, and a return to the platform are refused.
    await expect(db.platform(() => Promise.all([add(one), add(other)]))).rejects.toThrow(
      'one church after the other',
    );
    await expect(db.platform(() => db.tenant(one, () => add(other)))).rejects.toThrow(
      'cannot reach another church',
    );
    await expect(db.platform(() => db.tenant(one, () => db.platform(none)))).rejects.toThrow(
      'cannot wait for one of the platform',
    );
    // A failed statement rolls back the changes of all churches, even if its error is caught.
    await expect(
      db.platform(async (tx) => {
        await add(one);
        await db.tenant(other, (inner) => inner.sql('select 1 / 0')).catch(() => undefined);
        await none(tx);
      }),
    ).rejects.toThrow('aborted');
    expect([await seen(one), await seen(other)]).toEqual([[{ church: one }], [{ church: other }]]);
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
