import { statement, t } from '#libs/database';

/** Sends a message on a channel after the commit. */
export const notify = statement({
  parameters: { channel: t.text, message: t.text },
  columns: { pgNotify: t.nothing },
  sql: 'select pg_notify(:channel, :message)',
});
