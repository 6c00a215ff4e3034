import { importFields, type ImportField, type ImportMapping } from '#libs/contracts';
import { breeze } from './breeze.js';
import { cashApp } from './cash-app.js';
import { givelify } from './givelify.js';
import { givewp } from './givewp.js';
import { keysOf } from './header-keys.js';
import { ofx } from './ofx.js';
import { ownExport } from './own-export.js';
import { paypalGivingFund } from './paypal-giving-fund.js';
import { paypal } from './paypal.js';
import { planningCenter } from './planning-center.js';
import { pushpay } from './pushpay.js';
import type { Source } from './source.js';
import { stripeBalance } from './stripe-balance.js';
import { stripePayments } from './stripe-payments.js';
import { subsplash } from './subsplash.js';
import { tithely } from './tithely.js';
import { zeffy } from './zeffy.js';

export { findOtherReport } from './other-reports.js';
export type { Source } from './source.js';

/** The known giving services. If two fit equally well, the first one is chosen. */
export const sources: readonly Source[] = [
  ownExport,
  stripePayments,
  stripeBalance,
  paypalGivingFund,
  paypal,
  cashApp,
  zeffy,
  planningCenter,
  breeze,
  pushpay,
  subsplash,
  givelify,
  tithely,
  givewp,
  ofx,
];

export const sourceById = (id: string | null | undefined): Source | undefined =>
  sources.find((source) => source.id === id);

/**
 * Recognizes the source of a file by its header. Among the sources of which one set of signs is
 * complete, it is the source with the most columns in the file. The order of columns, missing
 * columns and unknown columns do not matter.
 */
export function recognize(header: readonly string[]): Source | null {
  const keys = new Set(header.flatMap(keysOf));
  const hasSign = (sign: string) =>
    sign.split(' ').every((either) => either.split('|').some((key) => keys.has(key)));
  const fitting = sources
    .filter(({ signs }) => signs.some(hasSign))
    .map((source) => ({ source, columns: columnsOf(source, header) }))
    .filter(({ columns }) => columns.amount !== undefined && columns.date !== undefined);
  const best = fitting.reduce<(typeof fitting)[number] | null>(
    (winner, source) =>
      winner && count(winner.columns) >= count(source.columns) ? winner : source,
    null,
  );
  return best?.source ?? null;
}

/** Whether the user is not asked about a column, because another column of the source says more. */
export function isRedundantColumn({ redundantHeaders = '' }: Source, header: string): boolean {
  const keys = new Set(keysOf(header));
  return redundantHeaders.split(' ').some((name) => keys.has(name));
}

const count = (columns: ImportMapping['columns']) => Object.keys(columns).length;

/** Finds the columns of a source's fields in a file. */
export function columnsOf(source: Source, header: readonly string[]): ImportMapping['columns'] {
  const columnByKey = new Map<string, number>();
  for (const [index, name] of header.entries())
    for (const key of keysOf(name)) if (!columnByKey.has(key)) columnByKey.set(key, index);
  const columns: Partial<Record<ImportField, number>> = {};
  const taken = new Set<number>();
  for (const field of importFields) {
    const index = source.columns[field]
      ?.split(' ')
      .map((key) => columnByKey.get(key))
      .find((columnIndex) => columnIndex !== undefined && !taken.has(columnIndex));
    if (index === undefined) continue;
    columns[field] = index;
    taken.add(index);
  }
  return columns;
}
