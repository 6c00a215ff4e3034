import { statement, t } from '#libs/database';

/**
 * Sets for the rest of the transaction whether the planner may join row by row (`on` or `off`). It
 * takes a draft that was written in the same transaction for a single row, and such joins would
 * then take quadratic time.
 */
export const setRowByRowJoins = statement({
  parameters: { setting: t.textOf<'on' | 'off'>() },
  columns: { setConfig: t.text },
  sql: `select set_config('enable_nestloop', :setting, true)`,
});
