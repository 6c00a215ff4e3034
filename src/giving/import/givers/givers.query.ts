import type { z } from 'zod';
import type { importGiversQuery, ImportGiver } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { readCursor } from '#libs/http';
import { toDecimal } from '#libs/money';
import { nameOfNameless } from '../../donor/donors.js';
import { candidatesFor } from './candidates.js';
import { noGiverKey } from './givers.js';
import { listGivers } from './givers.query.sql.js';

/** Lists the givers of a draft, each once, in the order of their names. */
export async function importGivers(
  tx: Tx,
  importId: string,
  { open, limit, cursor }: z.output<typeof importGiversQuery>,
): Promise<{ givers: ImportGiver[]; next: unknown[] | null }> {
  const [after = null] = readCursor(cursor, ['text']) ?? [];
  const page = { after, open: open ?? null, limit: limit + 1 };
  const giverRows = await listGivers(tx, { importId, ...page });
  const pageRows = giverRows.slice(0, limit);
  const candidates = await candidatesFor(
    tx,
    importId,
    pageRows
      .filter(({ key }) => key !== noGiverKey)
      .map((row) => ({ ...row, name: row.name ?? '' })),
  );
  return {
    givers: pageRows.map(
      ({ key, name, email, rows, amount, open, donorId, donorName, donorKind }) => ({
        key,
        name: name ?? '',
        email,
        rows,
        amount: toDecimal(amount),
        donor: donorId
          ? {
              id: donorId,
              name: donorName ?? (name || nameOfNameless(email ?? '')),
              kind: donorKind ?? 'guest',
            }
          : null,
        candidates: (candidates.get(key) ?? []).filter(({ id }) => id !== donorId),
        open,
      }),
    ),
    next: giverRows.length > limit ? [pageRows.at(-1)!.key] : null,
  };
}
