import type { Tx } from '#libs/database';
import type { TestApp } from '../app.js';

const counted = `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
  from pg_stat_xact_user_tables`;

/**
 * Runs work for a church and rolls it back.
 * @returns how many rows PostgreSQL has read from tables and indexes
 */
export async function rowsRead(
  { db }: TestApp,
  church: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  const rollBack = new Error('rolled back by the test');
  let read = 0;
  await db
    .tenant(church, async (tx) => {
      const [before] = await tx.sql<{ rows: number }>(counted);
      await work(tx);
      const [after] = await tx.sql<{ rows: number }>(counted);
      read = after!.rows - before!.rows;
      throw rollBack;
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error;
    });
  return read;
}
