import type { NamedGift } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { Draft } from './draft.js';
import { listOwnDonations } from './facts.sql.js';
import { listEarlierRows, listSameNumbers } from './numbers.sql.js';
import type { GiverMatch, RowFacts, SimilarFact } from './row-facts.js';
import type { UsualValues } from './unusual.js';

/** What the books and the file say about the draft as a whole. */
export interface FileFacts {
  hasNumbers: boolean;
  /** an earlier import of the same bytes */
  sameFile: string | null;
  /** the recorded gifts that rows may be */
  similar: Map<number, SimilarFact>;
  usual: UsualValues;
}

/** The numbers of the first and the last row of a part of a draft. */
export interface Range {
  from: number;
  until: number;
}

type FoundFacts = Partial<RowFacts>;

/**
 * Loads what the books and the rest of the file say about the rows of a range. Most rows have no
 * facts.
 */
export async function loadFacts(
  tx: Tx,
  { id: importId, source, hasRowPerFund, isOwn, numbers }: Draft,
  { hasNumbers, similar }: FileFacts,
  range: Range,
): Promise<Map<number, FoundFacts>> {
  const factsByRow = new Map<number, FoundFacts>();
  const add = (row: number, facts: FoundFacts) =>
    factsByRow.set(row, { ...factsByRow.get(row), ...facts });
  if (isOwn) {
    for (const { row, ...own } of await listOwnDonations(tx, { importId, ...range }))
      add(row, { own: toOwnDonation(own) });
  }
  if (hasNumbers) {
    const recorded = await listSameNumbers(tx, { importId, source, hasRowPerFund, ...range });
    for (const [row, gifts] of Map.groupBy(recorded, ({ row }) => row))
      add(row, { recorded: gifts.map(toRecordedGift), part: gifts[0]!.part });
    const areUnique = numbers === 'unique';
    const earlierRows = await listEarlierRows(tx, { importId, hasRowPerFund, areUnique, ...range });
    for (const { row, ...earlier } of earlierRows) add(row, { earlierRow: toEarlierRow(earlier) });
  }
  for (const [row, gift] of similar)
    if (row >= range.from && row <= range.until) add(row, { similar: gift });
  return factsByRow;
}

type Own = Omit<Awaited<ReturnType<typeof listOwnDonations>>[number], 'row'>;

const toOwnDonation = ({ donationId, version, amount }: Own): RowFacts['own'] => ({
  donationId,
  is: version === null ? 'deleted' : 'recorded',
  version: version ?? 0,
  amount: amount ?? 0n,
});

type SameNumber = Awaited<ReturnType<typeof listSameNumbers>>[number];

const toRecordedGift = (gift: SameNumber): RowFacts['recorded'][number] => ({
  donationId: gift.donationId,
  giver: toGiverMatch(gift),
  named: toNamed(gift),
  isSameDay: gift.isSameDay || !gift.isProjected,
  is: stateOf(gift),
  version: gift.version ?? 0,
  gross: gift.gross ?? 0n,
  refunded: gift.refunded,
  fund: gift.fund,
  isFundInFile: gift.isFundInFile,
});

/** Says whether the gift is being recorded by an import, is recorded, or is deleted. */
function stateOf({ isProjected, version }: SameNumber): RowFacts['recorded'][number]['is'] {
  if (!isProjected) return 'recording';
  return version === null ? 'deleted' : 'recorded';
}

/**
 * Compares the giver of a row with the giver of a recorded gift that has the same transaction
 * number. While the import of that gift is running, the gift is not projected and its giver is
 * unknown. The number alone then decides, so the result is `same`.
 */
function toGiverMatch({ isProjected, isSamePerson }: SameNumber): GiverMatch {
  if (!isProjected || isSamePerson) return 'same';
  return isSamePerson === null ? 'other' : 'maybe';
}

const toNamed = ({ giverName, giverKind, date }: SameNumber): NamedGift | null =>
  giverName === null || giverKind === null || date === null
    ? null
    : { giver: giverName, kind: giverKind, date };

type Earlier = Omit<Awaited<ReturnType<typeof listEarlierRows>>[number], 'row'>;

const toEarlierRow = (earlier: Earlier): RowFacts['earlierRow'] => ({
  row: earlier.first,
  gross: earlier.firstGross,
  refunded: earlier.firstRefunded,
  fund: earlier.firstFund,
  isSameGiver: earlier.isSameGiver,
});
