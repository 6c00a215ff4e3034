import { statement, t } from '#libs/database';

/**
 * Sets the time at which the transaction records donations. An empty text means the server's clock.
 */
export const setClock = statement({
  parameters: { at: t.text },
  columns: { setConfig: t.text },
  sql: `select set_config('app.clock', :at, true)`,
});
