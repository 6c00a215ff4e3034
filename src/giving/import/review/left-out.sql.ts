import type { RowState } from '#libs/contracts';
import { statement, t, type RowOf } from '#libs/database';
import { describedColumns, describedSql } from '../classification/stored-verdict.js';
import type { Values } from '../reading/read-row.js';

const leftOutColumns = {
  ...describedColumns,
  /** of rows of an import from before the migration 0034 */
  message: t.nullable(t.text),
  record: t.nullable(t.json<string[]>()),
  editedValues: t.nullable(t.json<Values>()),
};
export type LeftOutRow = RowOf<typeof leftOutColumns>;

/** Lists the rows of an import that have certain states. */
export const listRowsByState = statement({
  parameters: { importId: t.uuid, states: t.array(t.textOf<RowState>()) },
  columns: leftOutColumns,
  sql: `
    select ${describedSql}, r.message, r.record, r.edited_values
      from donation_import_row r
     where r.organization_id = :church and r.import_id = :importId and r.state = any(:states)
     order by r.row`,
});
