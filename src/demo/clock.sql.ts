import { statement, t } from '#libs/database';

/** Sets the moment by which the books of the transaction go; an empty text for the server's clock. */
export const setClock = statement({
  parameters: { at: t.text },
  columns: { setConfig: t.text },
  sql: `select set_config('app.clock', :at, true)`,
});
