import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  makeChurch,
  testDatabase,
  type TestDatabase,
} from '../../test/support/database/database.js';
import { statement, t } from './index.js';

const addCampaign = statement({
  parameters: { id: t.uuid, title: t.text },
  sql: `
    insert into campaign (organization_id, id, title, title_key)
    values (:church, :id, :title, :title)`,
});

const findCampaigns = statement({
  parameters: { title: t.text },
  columns: { organizationId: t.uuid, titleKey: t.text },
  sql: `
    select organization_id, title_key
      from campaign
     where title = :title and organization_id = :church`,
  isPrepared: true,
});

const readDocument = statement({
  parameters: { document: t.jsonb<string[]>(), none: t.nullable(t.jsonb<string[]>()) },
  columns: { document: t.jsonb<string[]>(), isNull: t.boolean },
  sql: 'select :document::jsonb as document, :none::jsonb is null as is_null',
});

const id = '00000000-0000-4000-8000-000000000001';

describe('a statement', () => {
  let database: TestDatabase;
  let church: string;
  beforeAll(async () => {
    database = await testDatabase(1);
    church = await makeChurch(database.db);
  });
  afterAll(() => database.close());

  it('gets named parameters and the church, and returns rows in camelCase', async () => {
    const rows = await database.db.tenant(church, async (tx) => {
      addCampaign.send(tx, { title: 'Roof', id });
      return findCampaigns(tx, { title: 'Roof' });
    });
    expect(rows).toEqual([{ organizationId: church, titleKey: 'Roof' }]);
  });

  it('can return the number of rows that it has changed', async () => {
    const other = await makeChurch(database.db);
    const count = await database.db.tenant(other, (tx) =>
      addCampaign.count(tx, { title: 'Roof', id }),
    );
    expect(count).toBe(1);
  });

  it('serializes JSON, but not null', async () => {
    const rows = await database.db.platform((tx) =>
      readDocument(tx, { document: ['a', 'b'], none: null }),
    );
    expect(rows).toEqual([{ document: ['a', 'b'], isNull: true }]);
  });

  it('is parsed once on a connection if it is prepared', async () => {
    const [row] = await database.db.tenant(church, async (tx) => {
      await findCampaigns(tx, { title: 'Roof' });
      await findCampaigns(tx, { title: 'Roof' });
      return tx.sql<{ runs: number }>(
        `select (generic_plans + custom_plans)::int as runs
           from pg_prepared_statements
          where statement like '%title_key%'`,
      );
    });
    expect(row!.runs).toBeGreaterThanOrEqual(2);
  });

  it('is refused after the end of its transaction', async () => {
    const endedTx = await database.db.tenant(church, (tx) => Promise.resolve(tx));
    await expect(findCampaigns(endedTx, { title: 'Roof' })).rejects.toThrow(
      'This transaction has ended.',
    );
  });

  it('is refused if it names a parameter without a type', () => {
    expect(() => statement({ sql: 'select :title' })).toThrow('Parameters without a type: title');
  });

  it('is refused if it does not use a declared parameter', () => {
    expect(() => statement({ parameters: { title: t.text }, sql: 'select 1' })).toThrow(
      'Parameters that are not used: title',
    );
  });

  it('leaves colons in strings, comments and casts as they are', () => {
    const { text } = statement({
      parameters: { day: t.date },
      sql: `select 'at :day', :day::date -- of :day`,
    });
    expect(text).toBe(`select 'at :day', $1::date -- of :day`);
  });
});
