import { beforeAll, describe, expect, it } from '@jest/globals';
import { copyDatabase } from '../support/database/postgres.js';
import { generateRowTypes, readRowTypes, writeRowTypes } from '../support/database/row-types.js';

/** `npm run row-types` sets this variable. */
const isUpdate = process.env.UPDATE_ROW_TYPES === '1';

describe('libs/database/tables.generated.ts', () => {
  let generated: string;
  beforeAll(async () => {
    generated = await generateRowTypes(await copyDatabase());
    if (isUpdate) writeRowTypes(generated);
  });

  it('has the types of the migrated tables (after a migration, run npm run row-types)', () => {
    expect(readRowTypes()).toBe(generated);
  });
});
