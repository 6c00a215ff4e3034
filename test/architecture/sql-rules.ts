import { code, within, type Sources } from './sources.js';
import { containsSql, tablesOfEntitiesIn, tablesWrittenIn } from './table-names.js';
import { filesThatRunForeignSql } from './unchecked-sql.js';

/** Finds the files whose SQL writes a table that is mapped to an entity. */
export function findWritesBesideEntities(sources: Sources): { file: string; table: string }[] {
  const files = code(sources).filter(
    (file) => within(file, 'src') && !within(file, 'src/migrations'),
  );
  const mapped = new Set(files.flatMap((file) => tablesOfEntitiesIn(sources.get(file)!)));
  return files.flatMap((file) =>
    tablesWrittenIn(file, sources.get(file)!)
      .filter((table) => mapped.has(table))
      .map((table) => ({ file, table })),
  );
}

/** Whether a file runs statements that are not declared. */
export const runsSql = (text: string): boolean => /\.sql(?:<|\()/.test(text);

/**
 * Finds the files that contain SQL, or run it without a declaration, outside of `*.sql.ts` files.
 * `libs/database` is left out, because it works before and below the migrated tables.
 */
export const findUncheckedSql = (sources: Sources): string[] =>
  code(sources)
    .filter((file) => within(file, 'src') || within(file, 'libs'))
    .filter((file) => !within(file, 'src/migrations') && !within(file, 'libs/database'))
    .filter((file) => !file.endsWith('.sql.ts'))
    .filter((file) => {
      const text = sources.get(file)!;
      const runsUnchecked = runsSql(text) && !filesThatRunForeignSql.includes(file);
      return runsUnchecked || containsSql(file, text);
    });
