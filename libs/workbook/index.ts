/**
 * Reads tables of several kinds within limits: CSV files, Excel and OpenDocument workbooks, and OFX
 * files of banks. The kind of a file follows from its bytes.
 */
export {
  openTable,
  type Table,
  type TableChoices,
  type TableInspection,
  type TableKind,
} from './table.js';
