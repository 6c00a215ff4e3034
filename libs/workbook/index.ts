/** Reading tables of any kind that people have: CSV, Excel and OpenDocument workbooks, and banks' OFX; by their bytes, within bounds. */
export {
  openTable,
  type Table,
  type TableChoices,
  type TableInspection,
  type TableKind,
} from './table.js';
