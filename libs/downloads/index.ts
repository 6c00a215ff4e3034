/** Tables that users download, as CSV files or Excel workbooks. */
export type { Cell, Column, ColumnKind, Table } from './table.js';
export { sendTable, type TableFormat } from './send.js';
