import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { csvPieces } from './csv.js';
import type { Table } from './table.js';

const columns = [{ header: 'Name' }, { header: 'Amount', kind: 'amount' as const }];
const bytesOf = async (table: Partial<Table>) =>
  Buffer.concat(
    await Readable.from(csvPieces({ name: 'a', columns, rows: [], ...table }))
      .map((piece: string) => Buffer.from(piece))
      .toArray(),
  );

describe('a CSV file', () => {
  it('begins with a byte order mark', async () => {
    expect((await bytesOf({})).subarray(0, 4).toString('hex')).toBe('efbbbf4e');
  });

  it('has rows of the same length, and the total in the first cell of the last one', async () => {
    let total = 0;
    function* rows() {
      for (const amount of ['1.00', '2.00']) {
        total += Number(amount);
        yield ['=x', amount];
      }
    }
    const file = await bytesOf({ rows: rows(), closing: () => `Total ${total}.00` });
    expect(file.toString('utf8').slice(1)).toBe(
      "Name,Amount\r\n'=x,1.00\r\n'=x,2.00\r\nTotal 3.00,\r\n",
    );
  });

  it('is refused if a row lacks cells', async () => {
    await expect(bytesOf({ rows: [['Hannah Brooks']] })).rejects.toThrow('1 cells for 2 columns');
  });

  it('contains all rows of a long table in their order', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`Hannah ${index}`, '1.00']);
    const file = await text(Readable.from(csvPieces({ name: 'a', columns, rows })));
    expect(file.split('\r\n').slice(1, -1)).toEqual(rows.map((cells) => cells.join(',')));
  });
});
