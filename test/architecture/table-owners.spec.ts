import { describe, expect, it } from '@jest/globals';
import { migrations } from '../../src/migrations/index.js';
import { tableOwners } from './table-owners.js';

type Constructor = new (driver: never, config: never) => { up(): unknown; getQueries(): unknown[] };

/**
 * @returns the names of the tables that the migrations create and do not drop, in alphabetical
 *   order
 */
async function tablesOfMigrations(): Promise<string[]> {
  // MikroORM creates this table and stores the names of the applied migrations in it.
  const tables = new Set(['schema_migration']);
  for (const migration of migrations) {
    const instance = new (migration.class as unknown as Constructor)(
      undefined as never,
      undefined as never,
    );
    await instance.up();
    for (const statement of instance.getQueries()) applyStatement(tables, String(statement));
  }
  return [...tables].sort();
}

function applyStatement(tables: Set<string>, statement: string): void {
  for (const [, name] of statement.matchAll(
    /\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/gi,
  ))
    tables.add(name!);
  for (const [, name] of statement.matchAll(/\bdrop table (?:if exists )?(\w+)/gi))
    tables.delete(name!);
  for (const [, from, to] of statement.matchAll(/\balter table (\w+) rename to (\w+)/gi)) {
    tables.delete(from!);
    tables.add(to!);
  }
}

describe('the list of table owners', () => {
  it('contains exactly the tables that the migrations create', async () => {
    expect(Object.keys(tableOwners).sort()).toEqual(await tablesOfMigrations());
  });
});
