import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  defineEntity,
  p,
  type EntityMetadata,
  type EntityProperty,
  type EntitySchema,
} from '@mikro-orm/core';
import { Database } from '#libs/database';
import { entities } from '../../src/ops/database.js';
import { copyDatabase, type DatabaseCopy } from '../support/database/postgres.js';

interface Column {
  name: string;
  /** the name of the type in PostgreSQL */
  type: string;
  isNullable: boolean;
  /** whether PostgreSQL fills the column if an insert leaves it out */
  isFilled: boolean;
}

const columnsSql = `
  select attname as name,
         format_type(atttypid, null) as type,
         not attnotnull as "isNullable",
         atthasdef or attidentity <> '' as "isFilled"
    from pg_attribute
   where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`;

/** For each TypeScript type, the PostgreSQL types whose values the driver returns as that type. */
const columnTypes: Record<string, readonly string[]> = {
  string: ['uuid', 'text', 'date', 'timestamp without time zone'],
  boolean: ['boolean'],
  number: ['smallint', 'integer', 'double precision'],
  bigint: ['bigint'],
  Date: ['timestamp with time zone'],
  'string[]': ['text[]', 'uuid[]'],
  any: ['jsonb'],
  Buffer: ['bytea'],
};

/** Compares an entity with its table. @returns a sentence for each difference */
function compareEntity(entity: EntityMetadata, columns: readonly Column[]): string[] {
  if (columns.length === 0) return [`there is no table ${entity.tableName}`];
  const mapped = new Map(
    entity.props.map((property) => [property.fieldNames[0]!, property] as const),
  );
  const differences = [...mapped].flatMap(([name, property]) =>
    compareProperty(
      property,
      columns.find((column) => column.name === name),
    ),
  );
  const unfilled = columns.filter(
    ({ name, isNullable, isFilled }) => !isNullable && !isFilled && !mapped.has(name),
  );
  return [...differences, ...unfilled.map(({ name }) => `no property fills the column ${name}`)];
}

function compareProperty(property: EntityProperty, column: Column | undefined): string[] {
  if (!column) return [`there is no column for ${property.name}`];
  const types = columnTypes[property.runtimeType] ?? [];
  const differences: string[] = [];
  if (!types.includes(column.type))
    differences.push(`${property.name} is ${property.runtimeType}, its column ${column.type}`);
  if (column.isNullable !== (property.nullable ?? false))
    differences.push(
      `only ${column.isNullable ? 'the column' : 'the property'} of ${property.name} may be null`,
    );
  return differences;
}

let database: DatabaseCopy;
beforeAll(async () => {
  database = await copyDatabase();
});

/** @returns the differences of each entity that has any, by the name of its table */
async function compareAll(schemas: EntitySchema[]): Promise<Record<string, string[]>> {
  const db = await Database.connect(database.appUrl, schemas, 1);
  const differencesByTable: Record<string, string[]> = {};
  for (const entity of db.orm.getMetadata().getAll().values()) {
    const columns = await database.asSuperuser<Column & Record<string, unknown>>(columnsSql, [
      entity.tableName,
    ]);
    const differences = compareEntity(entity, columns);
    if (differences.length > 0) differencesByTable[entity.tableName] = differences;
  }
  await db.close();
  return differencesByTable;
}

describe('the entities', () => {
  it('agree with the migrated tables', async () => {
    expect(await compareAll(entities)).toEqual({});
  });
});

describe('an entity', () => {
  const campaign = {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    title: p.string(),
    titleKey: p.string(),
  };
  const differencesOf = async (tableName: string, properties: Record<string, unknown>) =>
    (
      await compareAll([
        defineEntity({ name: 'MadeUp', tableName, properties: properties as typeof campaign }),
      ])
    )[tableName];

  it.each([
    ['a table that does not exist', 'campaigns', campaign, ['there is no table campaigns']],
    [
      'a column that does not exist',
      'campaign',
      { ...campaign, heading: p.string() },
      ['there is no column for heading'],
    ],
    [
      'another type',
      'campaign',
      { ...campaign, title: p.integer() },
      ['title is number, its column text'],
    ],
    [
      'a column that is never null',
      'campaign',
      { ...campaign, title: p.string().nullable() },
      ['only the property of title may be null'],
    ],
    [
      'a column that nothing fills',
      'campaign',
      { organizationId: campaign.organizationId, id: campaign.id, title: campaign.title },
      ['no property fills the column title_key'],
    ],
  ])('with %s is reported', async (_, table, properties, differences) => {
    expect(await differencesOf(table, properties)).toEqual(differences);
  });
});
