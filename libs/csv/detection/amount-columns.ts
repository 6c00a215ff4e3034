import type { ImportMapping } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';

/** A column of amounts that could be further gifts. */
export interface AmountColumn {
  index: number;
  header: string;
  samples: string[];
}

/** Words in headings of amounts that are no gifts: balances, fees, taxes, refunds, rates and sums. */
const wordsOfOthers = new Set(
  `balance guthaben kontostand saldo saldi solde fee gebühr gebühren frais charge net tax steuer
   refund refunded gross brutto brut converted rate shipping handling insurance discount goal
   pledge pledged deductible`.split(/\s+/),
);

/** Whether a heading has such a word. "Net amount", "NetAmount" and "fees" do; "Cabinet fund" does not. */
const saysOther = (header: string): boolean =>
  header
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => wordsOfOthers.has(word) || wordsOfOthers.has(word.replace(/s$/, '')));

const sampleCount = 5;
/** How many of the filled cells have to be amounts with cents. */
const leastShare = 0.8;

/** Amounts with cents: nothing else looks like them, such as a year or a postal code. */
const centsOf = (text: string): bigint | null => {
  if (!/[.,]\d{2}\D*$/.test(text)) return null;
  const point = parseFileMoney(text);
  if (point.ok) return point.cents;
  const comma = parseFileMoney(text, 'comma');
  return comma.ok ? comma.cents : null;
};

interface AmountColumnObserver {
  see(cells: string[]): void;
  /** the columns whose values are amounts that the amount column does not repeat */
  columns(): AmountColumn[];
}

/** Watches the columns without a meaning for amounts, which must not be left out unasked. */
export function createAmountColumnObserver(
  header: readonly string[],
  columns: ImportMapping['columns'],
): AmountColumnObserver {
  const used = new Set(Object.values(columns));
  const watched = header.flatMap((name, index) =>
    used.has(index) || saysOther(name)
      ? []
      : [{ index, header: name, filled: 0, money: 0, others: 0, samples: new Set<string>() }],
  );
  return {
    see(cells) {
      const amount = centsOf((cells[columns.amount ?? -1] ?? '').trim());
      for (const column of watched) {
        const text = (cells[column.index] ?? '').trim();
        if (text === '' || text === '-') continue;
        column.filled++;
        const cents = centsOf(text);
        if (cents === null) continue;
        column.money++;
        if (cents === 0n || cents === amount) continue;
        column.others++;
        if (column.samples.size < sampleCount) column.samples.add(text);
      }
    },
    columns: () =>
      watched
        .filter(({ filled, money, others }) => others > 0 && money >= filled * leastShare)
        .map(({ index, header: name, samples }) => ({
          index,
          header: name,
          samples: [...samples],
        })),
  };
}
