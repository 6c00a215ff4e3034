import { hash } from 'node:crypto';

/** Rows that repeat, in the same order, rows further up. Row numbers as a spreadsheet counts. */
export interface RepeatedBlock {
  first: number;
  last: number;
  /** The first of the rows that are repeated. */
  original: number;
}

/** Rows that repeat one after the other, below which a repetition may be chance. */
const leastRows = 3;
const mostBlocks = 100;

interface BlockObserver {
  /** @param row its number in the file; rows are seen in their order */
  see(row: number, cells: readonly string[]): void;
  blocks(): RepeatedBlock[];
}

/**
 * Finds rows that stand in a file twice, such as a report that was pasted below itself. Two gifts
 * of one giver on one day are not meant, and no fund that all givers gave to: a block has at least
 * three rows, and so has what stands between its beginning and that of the original.
 */
export function createBlockObserver(): BlockObserver {
  /** The numbers and digests of the rows in their order. */
  const rows: { numbers: number[]; digests: number[] } = { numbers: [], digests: [] };
  const firstOf = new Map<number, number>();
  const found: RepeatedBlock[] = [];
  let run: { start: number; distance: number } | null = null;

  const finish = () => {
    if (run && found.length < mostBlocks) {
      const { start, distance } = run;
      const length = rows.numbers.length - start;
      if (length >= leastRows && distance >= leastRows)
        found.push({
          first: rows.numbers[start]!,
          last: rows.numbers.at(-1)!,
          original: rows.numbers[start - distance]!,
        });
    }
    run = null;
  };

  return {
    see(row, cells) {
      const digest = digestOf(cells);
      const index = rows.numbers.length;
      const goesOn = run !== null && rows.digests[index - run.distance] === digest;
      if (!goesOn) {
        finish();
        const original = firstOf.get(digest);
        if (original !== undefined) run = { start: index, distance: index - original };
      }
      rows.numbers.push(row);
      rows.digests.push(digest);
      if (!firstOf.has(digest)) firstOf.set(digest, index);
    },
    blocks() {
      finish();
      return found;
    },
  };
}

/** 48 bits of a digest: two different rows of one file practically never have the same. */
const digestOf = (cells: readonly string[]): number =>
  hash('sha1', JSON.stringify(cells), 'buffer').readUIntBE(0, 6);
