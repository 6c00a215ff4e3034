import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  makeChurch,
  testDatabase,
  type TestDatabase,
} from '../../test/support/database/database.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnreachable, type Tx } from './index.js';
import { until } from '../../test/support/until.js';

const add = `insert into campaign (organization_id, id, title, title_key)
             values ($1, gen_random_uuid(), $2, $2)`;

describe('a transaction', () => {
  let database: TestDatabase;
  let church: string;
  beforeAll(async () => {
    database = await testDatabase(3);
    church = await makeChurch(database.db);
  });
  afterAll(() => database.close());

  const tenant = <T>(work: (tx: Tx) => Promise<T>) => database.db.tenant(church, work);
  const titles = () =>
    tenant(async (tx) =>
      (
        await tx.sql<{ title: string }>('select title from campaign where organization_id = $1', [
          church,
        ])
      ).map(({ title }) => title),
    );

  it('shows sent statements to later statements, and commits them', async () => {
    await tenant(async (tx) => {
      tx.send(add, [church, 'sent']);
      expect(
        await tx.sql('select 1 from campaign where organization_id = $1 and title = $2', [
          church,
          'sent',
        ]),
      ).toHaveLength(1);
      tx.send(add, [church, 'sent last']);
    });
    expect(await titles()).toEqual(expect.arrayContaining(['sent', 'sent last']));
  });

  it('fails at its next statement if its connection was lost between two statements', async () => {
    const failing = tenant(async (tx) => {
      const [connection] = await tx.sql<{ pid: number }>('select pg_backend_pid() as pid');
      await database.asSuperuser(`select pg_terminate_backend(${connection!.pid})`);
      await sleep(200); // The connection is closed while no statement runs.
      await tx.sql('select 1');
    });
    const error: unknown = await failing.catch((reason: unknown) => reason);
    expect(isDatabaseUnreachable(error)).toBe(true);
    expect(await titles()).toEqual(expect.any(Array));
  });

  it('fails as unreachable if it begins after the database was closed', async () => {
    const closed = await testDatabase(1);
    await closed.close();
    const error: unknown = await closed.db
      .platform((tx) => tx.sql('select 1'))
      .catch((reason: unknown) => reason);
    expect(isDatabaseUnreachable(error)).toBe(true);
  });

  it('is rolled back if a sent statement fails, even after the work is done', async () => {
    let wasCalled = false;
    const failing = tenant(async (tx) => {
      tx.afterCommit(() => (wasCalled = true));
      await tx.sql(add, [church, 'before']);
      tx.send(add, [church, null]);
      tx.send(add, [church, 'after']);
      return 'done';
    });
    await expect(failing).rejects.toThrow('null value in column "title"');
    expect(wasCalled).toBe(false);
    expect(await titles()).not.toEqual(expect.arrayContaining(['before']));
    expect(await titles()).not.toEqual(expect.arrayContaining(['after']));
  });

  it('fails with the first error, not with the one of an aborted transaction', async () => {
    const failing = tenant(async (tx) => {
      tx.send(add, [church, null]);
      await tx.sql(add, [church, 'after']);
    });
    await expect(failing).rejects.toMatchObject({
      code: '23502',
      message: expect.stringContaining('null value in column "title"'),
    });
    expect(await titles()).not.toContain('after');
  });

  it('refuses statements of work that still runs after it has failed', async () => {
    let endedTx: Tx | undefined;
    const failing = tenant(async (tx) => {
      endedTx = tx;
      await tx.sql('select 1 / 0');
    });
    await expect(failing).rejects.toThrow('division by zero');
    await expect(endedTx!.sql(add, [church, 'too late'])).rejects.toThrow(
      'This transaction has ended.',
    );
    expect(await titles()).not.toContain('too late');
  });

  it('keeps only the changes before a checkpoint if it fails afterwards', async () => {
    const called: string[] = [];
    const failing = tenant(async (tx) => {
      tx.afterCommit(() => called.push('before'));
      tx.send(add, [church, 'before the checkpoint']);
      await tx.checkpoint();
      tx.afterCommit(() => called.push('after'));
      await tx.sql(add, [church, 'after the checkpoint']);
      throw new Error('the power went out');
    });
    await expect(failing).rejects.toThrow('the power went out');
    expect(called).toEqual(['before']);
    expect(await titles()).toContain('before the checkpoint');
    expect(await titles()).not.toContain('after the checkpoint');
  });

  it('sees the same state of the database in all statements after a snapshot', async () => {
    const countTwice = () =>
      tenant(async (tx) => {
        await tx.snapshot();
        const before = await tx.sql('select title from campaign');
        await database.db.separate(church, (other) =>
          other.sql(add, [church, `added while ${before.length} were there`]),
        );
        const after = await tx.sql('select title from campaign');
        return [before.length, after.length];
      });
    const [before, after] = await countTwice();
    expect(after).toBe(before);
    expect((await countTwice())[0]).toBe(before! + 1);
  });

  it('cannot write after a snapshot', async () => {
    const writing = tenant(async (tx) => {
      await tx.snapshot();
      await tx.sql(add, [church, 'after the snapshot']);
    });
    await expect(writing).rejects.toThrow('read-only transaction');
    expect(await titles()).not.toContain('after the snapshot');
  });

  it('does not pass a checkpoint if a statement sent before it has failed', async () => {
    let hasPassed = false;
    const failing = tenant(async (tx) => {
      tx.send(add, [church, null]);
      await tx.checkpoint();
      hasPassed = true;
    });
    await expect(failing).rejects.toThrow('null value');
    expect(hasPassed).toBe(false);
  });
});

describe('a typed query', () => {
  let database: TestDatabase;
  let church: string;
  beforeAll(async () => {
    database = await testDatabase(2);
    church = await makeChurch(database.db);
    const other = await makeChurch(database.db);
    for (const id of [church, other])
      await database.db.tenant(id, (tx) => tx.sql(add, [id, 'General Fund']));
  });
  afterAll(() => database.close());

  it('sees the rows of the church of its transaction, in camelCase', async () => {
    const rows = await database.db.tenant(church, (tx) =>
      tx.query.selectFrom('campaign').select(['organizationId', 'titleKey']).execute(),
    );
    expect(rows).toEqual([{ organizationId: church, titleKey: 'General Fund' }]);
  });

  it('sees earlier changes of its transaction', async () => {
    const rows = await database.db.tenant(church, async (tx) => {
      tx.send(add, [church, 'Roof']);
      return tx.query.selectFrom('campaign').select('title').orderBy('title').execute();
    });
    expect(rows).toEqual([{ title: 'General Fund' }, { title: 'Roof' }]);
  });

  it('is refused after the end of its transaction', async () => {
    const endedTx = await database.db.tenant(church, (tx) => Promise.resolve(tx));
    await expect(endedTx.query.selectFrom('campaign').selectAll().execute()).rejects.toThrow(
      'This transaction has ended.',
    );
  });
});

describe('a database that is closed', () => {
  it('closes its connections without a delay', async () => {
    const database = await testDatabase(4);
    const connected = async () =>
      (
        await database.asSuperuser(
          // PostgreSQL's own processes, such as a vacuum, may also be connected to the database.
          `select pid from pg_stat_activity
          where datname = $1 and pid <> pg_backend_pid() and backend_type = 'client backend'`,
          [database.name],
        )
      ).length;
    await Promise.all([makeChurch(database.db), makeChurch(database.db)]);
    expect(await connected()).toBe(2);
    await database.close();
    await until(async () => (await connected()) === 0); // PostgreSQL lists them a little longer.
  });

  it('waits for work that runs several transactions', async () => {
    const own = await testDatabase(2);
    const church = await makeChurch(own.db);
    const work = (async () => {
      for (let turn = 0; turn < 5; turn++)
        await own.db.tenant(church, (tx) => tx.sql('select pg_sleep(0.05)'));
      return 'done';
    })();
    const [result] = await Promise.all([work, own.close()]);
    expect(result).toBe('done');
  });
});

describe('SQL that a library has composed', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase(1); // All tests use the same connection.
  });
  afterAll(() => database.close());

  it('may be several statements and begin a transaction, and returns all rows', async () => {
    expect(
      await database.db.statements(
        `begin; set local lock_timeout = 1;
         select 1 as n; select n from (values (2), (3)) v (n); commit`,
      ),
    ).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await database.db.statements('select $1::int as n', [4])).toEqual([{ n: 4 }]);
  });

  it('leaves no open transaction if it fails, and sees no rows of churches', async () => {
    const church = await makeChurch(database.db);
    await database.db.tenant(church, (tx) => tx.sql(add, [church, 'roof']));
    await expect(
      database.db.statements(`begin; set local lock_timeout = '1234ms'; select 1 / 0; commit`),
    ).rejects.toThrow('division by zero');
    expect(await database.db.statements('show lock_timeout')).not.toEqual([
      { lock_timeout: '1234ms' },
    ]);
    expect(
      await database.db.statements(
        `select pg_current_xact_id_if_assigned() as open,
                (select count(*)::int from campaign) as seen`,
      ),
    ).toEqual([{ open: null, seen: 0 }]);
  });
});

describe('exclusive work', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase(4);
  });
  afterAll(() => database.close());

  it('runs once at a time for each name, and outside any transaction', async () => {
    const church = await makeChurch(database.db);
    let release = (): void => undefined;
    const first = database.db.exclusively(
      'one',
      () => new Promise<string>((resolve) => (release = () => resolve('done'))),
    );
    while ((await database.db.exclusively('one', () => Promise.resolve('mine'))) !== null)
      await new Promise((resolve) => setImmediate(resolve));
    expect(
      await database.db.exclusively('other', () =>
        database.db.tenant(church, (tx) => Promise.resolve(tx.organizationId)),
      ),
    ).toEqual({ value: church });
    release();
    expect(await first).toEqual({ value: 'done' });
    expect(await database.db.exclusively('one', () => Promise.resolve('mine'))).toEqual({
      value: 'mine',
    });
  });
});
