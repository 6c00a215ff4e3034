/** Reads donation files of any bank or giving service. */
export {
  cellTooLong,
  CsvError,
  type CsvErrorKind,
  noHeader,
  recordTooLong,
  tooManyColumns,
} from './messages.js';
export { issueMessage, rowMessage, wordText, type NameRow } from './row/row-messages.js';
export { inspect, inspectRecords, type Choices, type Inspection } from './inspect.js';
export { cellText } from './cell-text.js';
export { decode, type Encoding } from './encoding.js';
export {
  maxCell,
  maxColumns,
  maxRecord,
  readRows,
  type FileRow,
  type ReadOptions,
} from './records.js';
export { repairText, repairRows } from './repair-text.js';
export { createFooterFinder, type FooterFinder } from './footer.js';
export { withoutGift } from './row/row-kind.js';
export {
  createDecidingObserver,
  decidingKind,
  isCovered,
  placeColumns,
  wordsByHeader,
  type DecidingColumn,
} from './detection/deciding-columns.js';
export { createAmountColumnObserver, type AmountColumn } from './detection/amount-columns.js';
export {
  canBeDivided,
  suggestFundColumns,
  type FundColumnsOffer,
} from './detection/suggest-fund-columns.js';
export {
  asRowOfFile,
  createRowDivider,
  createRowNames,
  firstPartOf,
  mappingOfParts,
  widthOfParts,
} from './fund-columns.js';
export { createNumberObserver, type DamagedNumbers } from './detection/numbers.js';
export { createConversionObserver, type ConvertedDates } from './detection/converted-dates.js';
export { createBlockObserver, type RepeatedBlock } from './detection/repeated-blocks.js';
export { createGroupReader } from './detection/groups.js';
export { firstNameFirst } from './detection/names.js';
export { createTextObserver, headerZone, type Zones } from './day.js';
export { createObserver, type Answered, type Observer, type Styles } from './observer.js';
export type { CellCounts } from './row/cell-count.js';
export { withWholeAmount } from './row/divided-amount.js';
export { amountInFile, valuesOf } from './row/row-figures.js';
export { createReader, readRow, readValues } from './row/row.js';
export {
  type Reader,
  type DonationDraft,
  type RowContext,
  type RowFigures,
  type RowKind,
  type RowReading,
  type RowSays,
  type Understood,
} from './row/row-reading.js';
export { isOwnCurrency, wordKey, type Words } from './words.js';
export { ask, type MovedColumn } from './messages.js';
export { fingerprint, headerKey, maxHeader, meaningOf, withoutRemarks } from './header.js';
