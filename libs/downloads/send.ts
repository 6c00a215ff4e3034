import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { FastifyReply } from 'fastify';
import type { TableFormat } from '#libs/contracts';
import { csvPieces } from './csv.js';
import type { Table } from './table.js';
import { xlsxBytes } from './xlsx.js';

const mediaTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Writes a table as a file to download, and returns its bytes for the answer. The table is read to
 * its end before the first byte is sent, so that a slow client keeps no transaction open and an
 * error becomes an error of the request. Memory stays bounded: the bytes are in a temporary file.
 * @throws the error of reading the rows, or of writing the file
 */
export async function sendTable(
  reply: FastifyReply,
  table: Table,
  format: TableFormat,
): Promise<Readable> {
  const fd = openNameless();
  try {
    const source = format === 'csv' ? Readable.from(csvPieces(table)) : xlsxBytes(table);
    await writeAll(fd, source);
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
  void reply
    .header('content-type', mediaTypes[format])
    .header('content-disposition', `attachment; filename="${table.name}.${format}"`);
  return fs.createReadStream('', { fd, start: 0 });
}

const write = promisify(fs.write);

async function writeAll(fd: number, source: AsyncIterable<string | Uint8Array>): Promise<void> {
  for await (const piece of source) {
    let remainingBytes = Buffer.from(piece);
    while (remainingBytes.length > 0)
      remainingBytes = remainingBytes.subarray((await write(fd, remainingBytes)).bytesWritten);
  }
}

/** Opens a temporary file that only this process can find: its name is deleted at once. */
function openNameless(): number {
  const name = path.join(os.tmpdir(), `church-connect-${randomUUID()}`);
  const fd = fs.openSync(name, 'wx+', 0o600);
  fs.rmSync(name);
  return fd;
}
