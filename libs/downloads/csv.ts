import { byteOrderMark, csvLine } from '#libs/csv-writer';
import { rowsOf, type Table } from './table.js';

/** Characters that are collected before they are written. */
const pieceLength = 64 * 1024;

/** Yields the text of a table as a CSV file with a byte order mark, in pieces. */
export async function* csvPieces(table: Table): AsyncGenerator<string> {
  let piece = byteOrderMark + csvLine(table.columns.map(({ header }) => header));
  for await (const cells of rowsOf(table)) {
    piece += csvLine(cells);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
