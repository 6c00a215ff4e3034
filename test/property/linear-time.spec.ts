import { describe, expect, it } from '@jest/globals';
import { loginRequest } from '#libs/contracts';
import { parseDate } from '#libs/calendar';
import {
  createFooterFinder,
  inspect,
  inspectRecords,
  meaningOf,
  repairText,
  createReader,
  readRow,
} from '#libs/csv';
import { isKnownVersion, parse, readCursor } from '#libs/http';
import { splitAnswer } from '#libs/mail';
import { parseFileMoney } from '#libs/money';
import { readRule } from '#libs/recurrence';
import { readItems } from '../../src/content/imports/read-file.js';
import { calendarText, withoutXmlControls } from '../../src/content/plain-text.js';
import { recognize } from '../../src/giving/import/sources/index.js';
import { readEmail } from '../../libs/mail/inbound.js';
import { readHeader } from '../../libs/mail/email-header.js';
import { escaped, ods, readTable, sheetData, xlsx } from '../../libs/workbook/support.js';
import { shapeOf } from '../../libs/workbook/values.js';
import { sampleOf } from '../support/generated.js';
import { maxGrowth, measureGrowth, repeated } from './growth.js';

/**
 * Texts on which regular expressions backtrack: spaces, opening signs, and beginnings of matches.
 */
const pieces = [
  ' ', '\t', '\n', '\r', ' \n', '(', ')', '[', '<', '>', '<br ', '</p', '"', "'", '""', ',', ', ',
  ';', '|',
  '.', '-', '+', '$', '0', '1', '1,', '1 ', '000 ', '1.1.', ':', '0:', '@', 'a', 'a@', 'a.', '=',
  '==', '&amp',
  '\\', '_', '*', '\u203c', '\u00c3', '\u00e9', '\u0301', 'count ', 'total ', 'From: ', '> ', 'T',
  'Z', 'BYDAY=', 'FREQ=DAILY;',
  '=?utf-8?Q?a?= ', '=?utf-8?Q?', '=?iso-2022-jp?B?GyRC?=', 'a:\r\n', 'a:\n', '\t\r\n',
  'List-Id: x\r\n', 'On ',
  '\u{1f600}',
]; // prettier-ignore
/**
 * Short texts before and after the repeated piece, which lead into a loop of an expression or make
 * it fail after the loop.
 */
const frames: [string, string][] = [
  ['', ''],
  ['', '\u0001x'],
  ['count', 'x'],
  ['On ', ' wrote:'],
  ['<rss><channel><item><title>Hope</title><description>', '</description></item></channel></rss>'],
];

const bytesOf = (text: string) => Buffer.from(text, 'utf8');
const templateHeader = ['email', 'amount', 'paymentmethod', 'date', 'campaign', 'notes'];
const templateReader = createReader({
  columns: { email: 0, amount: 1, paymentMethod: 2, date: 3, campaign: 4, notes: 5 },
  dateStyle: 'ymd',
  decimalStyle: 'point',
  encoding: 'utf-8',
});
const mapping = { columns: { amount: 0, name: 1 }, encoding: 'utf-8' } as const;

/** All functions that read texts from outside. An error is a valid result. */
const readers: Record<string, (text: string) => unknown> = {
  'the meaning of a header': (text) => meaningOf(text),
  'the service of a header': (text) => recognize([text, 'amount', 'date']),
  'a header of a donation file': (text) =>
    inspect(bytesOf(`"${text.replaceAll('"', '')}",amount,date\nx,1.00,2025-01-01\n`), true),
  'cells of a donation file': (text) =>
    inspectRecords(
      [
        { row: 1, cells: templateHeader },
        { row: 2, cells: Array.from({ length: 6 }, () => text) },
      ],
      true,
    ),
  'a donation file': (text) => inspect(bytesOf(text), true),
  'the end of a donation file': (text) =>
    createFooterFinder(['amount', 'name'], mapping.columns)([text, text]),
  'a row of the template': (text) =>
    readRow(
      Array.from({ length: 6 }, () => text),
      templateReader,
      { template: true, columns: 6 },
    ),
  'a mended cell': (text) => repairText(text),
  'an amount': (text) => [parseFileMoney(text), parseFileMoney(text, 'comma')],
  'a day': (text) => [parseDate(text, 'mdy'), parseDate(text, 'ymd')],
  'a number format': (text) => shapeOf(200, text),
  'a list or feed of content': (text) => readItems('sermons', bytesOf(text), 'America/Chicago'),
  'an answer to an email': (text) => splitAnswer(text),
  'an answer to a known email': (text) => splitAnswer(`> ${text}\n${text}`, [text, `a ${text}`]),
  'the sender of an email': (text) => readHeader(Buffer.from(`From: ${text}\r\n\r\n`)),
  'the subject of an email': (text) => readHeader(Buffer.from(`Subject: ${text}\r\n\r\n`)),
  'the recipients of an email': (text) => readHeader(Buffer.from(`To: ${text}\r\n\r\n`)),
  'the lines of a header': (text) => readHeader(Buffer.from(text)),
  'a rule of repetition': (text) => readRule(text, 'America/Chicago'),
  'a text for a calendar': (text) => calendarText(text),
  'a text for a podcast': (text) => withoutXmlControls(text),
  'If-None-Match': (text) => isKnownVersion(text, '"x"'),
  'a cursor': (text) => readCursor(text, ['uuid']),
  'an email address at sign-in': (text) => parse(loginRequest, { email: text, password: text }),
};

/**
 * The readers of whole files. A call takes milliseconds, so `npm test` tries fewer texts with them.
 */
const fileReaders: Record<string, (text: string) => unknown> = {
  'an email': (text) => readEmail(Buffer.from(`From: <a@b.test>\r\nTo: c@d.test\r\n\r\n${text}`)),
  'the header of an email': (text) => readEmail(Buffer.from(`Subject: ${text}\r\n\r\nHello`)),
  'an email in HTML': (text) =>
    readEmail(Buffer.from(`Content-Type: text/html\r\n\r\n<p>${text}</p>`)),
  'a workbook': (text) =>
    readTable(
      xlsx({
        sheets: {
          Gifts: sheetData([
            ['Amount', text],
            [text, 5],
          ]),
        },
      }),
    ),
  'the number formats of a workbook': (text) =>
    readTable(
      xlsx({
        sheets: { Gifts: sheetData([['Amount'], [5]]) },
        styles:
          `<numFmts><numFmt numFmtId="200" formatCode="${escaped(text)}"/></numFmts>` +
          '<cellXfs><xf numFmtId="200"/></cellXfs>',
      }),
    ),
  'an OpenDocument spreadsheet': (text) =>
    readTable(
      ods(
        '<table:table><table:table-row><table:table-cell>' +
          `<text:p>${escaped(text)}</text:p>` +
          '</table:table-cell></table:table-row></table:table>',
      ),
    ),
  'a bank file': (text) =>
    readTable(`OFXHEADER:100\n\n<OFX><STMTTRN><NAME>${text}</NAME></STMTTRN></OFX>`),
};
const piecesForFiles = sampleOf(pieces, 4);
const piecesForTexts = sampleOf(pieces, 14);

describe('the time for a text from outside is linear in its length for', () => {
  const all = [
    ...Object.entries(readers).map(([name, reader]) => ({
      name,
      reader,
      tried: piecesForTexts,
    })),
    ...Object.entries(fileReaders).map(([name, reader]) => ({
      name,
      reader,
      tried: piecesForFiles,
    })),
  ];
  it.each(all)('$name', async ({ reader, tried }) => {
    const slow: string[] = [];
    for (const piece of tried) {
      for (const [before, after] of frames) {
        const growth = await measureGrowth(reader, repeated(piece, before, after));
        if (growth > maxGrowth)
          slow.push(`${JSON.stringify([before, piece, after])}: ${growth.toFixed(1)}`);
      }
    }
    expect(slow).toEqual([]);
  });
});
