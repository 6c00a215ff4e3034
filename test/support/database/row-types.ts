import fs from 'node:fs';
import path from 'node:path';
import { generate, PostgresDialect } from 'kysely-codegen';
import type { DatabaseCopy } from './postgres.js';

/** The file with the types of all rows, which `npm run row-types` writes. */
export const rowTypesFile = path.resolve(
  import.meta.dirname,
  '../../../libs/database/tables.generated.ts',
);

/**
 * TypeScript types that belong to the conversions of `typeParsers` in `libs/database/database.ts`.
 */
const typeMapping = {
  int8: 'bigint',
  date: 'string',
  timestamp: 'string',
  timestamptz: 'Date',
};

/** Generates the types of all rows in the tables of the program. @returns TypeScript source text */
export async function generateRowTypes(database: DatabaseCopy): Promise<string> {
  const dialect = new PostgresDialect();
  const db = await dialect.introspector.connect({
    connectionString: database.ownerUrl,
    dialect,
  });
  try {
    return await generate({
      camelCase: true,
      db,
      dialect,
      includePattern: 'public.*',
      excludePattern: 'public.schema_migration',
      outFile: null,
      typeMapping,
      typeOnlyImports: true,
    });
  } finally {
    await db.destroy();
  }
}

export const readRowTypes = (): string => fs.readFileSync(rowTypesFile, 'utf8');

export const writeRowTypes = (source: string): void => fs.writeFileSync(rowTypesFile, source);
