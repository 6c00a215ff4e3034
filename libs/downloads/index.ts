/** Tables that users download, as CSV files or Excel workbooks. */
export type { Cell, Column, ColumnKind, Table } from './table.js';
export { sendTable } from './send.js';
