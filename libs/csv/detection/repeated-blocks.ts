import { hash } from 'node:crypto';

/** Rows that repeat rows further up in the same order. Row numbers are those of spreadsheets. */
export interface RepeatedBlock {
  first: number;
  last: number;
  /** The first of the rows that are repeated. */
  original: number;
}

/** Minimum number of rows of a block. Fewer may repeat by chance. */
const minBlockRows = 3;

interface BlockObserver {
  /** @param row its number in the file; rows are seen in their order */
  see(row: number, cells: readonly string[]): void;
  blocks(): RepeatedBlock[];
}

/**
 * Finds rows that a file contains twice, such as a report that was pasted below itself. A block has
 * at least three rows, and begins at least three rows after the original. Otherwise two equal
 * gifts, or givers who take turns, would count as a repetition.
 */
export function createBlockObserver(): BlockObserver {
  /** The numbers and digests of the rows in their order. */
  const rows: { numbers: number[]; digests: number[] } = { numbers: [], digests: [] };
  const firstOf = new Map<number, number>();
  const blocks: RepeatedBlock[] = [];
  let run: { start: number; distance: number } | null = null;

  const finish = () => {
    if (run) {
      const { start, distance } = run;
      const length = rows.numbers.length - start;
      if (length >= minBlockRows && distance >= minBlockRows)
        blocks.push({
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
      const continuesRun = run !== null && rows.digests[index - run.distance] === digest;
      if (!continuesRun) {
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
      return blocks;
    },
  };
}

/** Returns 48 bits of a digest, which are practically never equal for different rows of a file. */
const digestOf = (cells: readonly string[]): number =>
  hash('sha1', JSON.stringify(cells), 'buffer').readUIntBE(0, 6);
