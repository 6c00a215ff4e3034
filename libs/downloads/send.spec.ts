import fs from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { sendTable } from './send.js';

/** Creates a reply of which the test can read the headers. */
function fakeReply() {
  const headers: Record<string, string> = {};
  const reply = {
    header(name: string, value: string) {
      headers[name] = value;
      return reply;
    },
  };
  return { headers, reply: reply as unknown as FastifyReply };
}
/** Returns the number of open files, or 0 if the system does not list them. */
const openFiles = () =>
  fs.existsSync('/proc/self/fd') ? fs.readdirSync('/proc/self/fd').length : 0;
const columns = [{ header: 'Name' }];

it('sendTable sends a table with its name and type, and closes its temporary file', async () => {
  const before = openFiles();
  for (let n = 0; n < 20; n++) {
    const { reply, headers } = fakeReply();
    const table = { name: 'gifts', columns, rows: [['Hannah Brooks']] };
    expect(await text(await sendTable(reply, table, 'csv'))).toBe('Name\r\nHannah Brooks\r\n');
    expect(headers).toEqual({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="gifts.csv"',
    });
  }
  expect(openFiles()).toBeLessThan(before + 10);
});

it('sendTable fails with the error of the rows, and leaves no file open', async () => {
  const before = openFiles();
  function* rows(): Generator<string[]> {
    yield ['Hannah Brooks'];
    throw new Error('the database is away');
  }
  for (let n = 0; n < 20; n++) {
    const { reply, headers } = fakeReply();
    await expect(
      sendTable(reply, { name: 'gifts', columns, rows: rows() }, n % 2 ? 'csv' : 'xlsx'),
    ).rejects.toThrow('the database is away');
    expect(headers).toEqual({});
  }
  expect(openFiles()).toBeLessThan(before + 10);
});
