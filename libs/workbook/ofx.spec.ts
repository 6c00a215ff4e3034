import { describe, expect, it, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { readTable } from './support.js';

const header =
  'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\n' +
  'CHARSET:1252\r\nCOMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n';
const statement = (account: string, ...transactions: string[]) =>
  '<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS>' +
  `<CURDEF>USD<BANKACCTFROM><BANKID>123<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>` +
  `<BANKTRANLIST><DTSTART>20250301<DTEND>20250331${transactions.join('')}</BANKTRANLIST>` +
  '<LEDGERBAL><BALAMT>999.00<DTASOF>20250331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1>';
const gift =
  '<STMTTRN><TRNTYPE>CREDIT\r\n<DTPOSTED>20250302140500.000[-5:EST]\r\n<TRNAMT>+25.00\r\n' +
  '<FITID>F1\r\n<CHECKNUM>101\r\n<NAME>Jane &amp; Joe Doe\r\n<MEMO>tithe</STMTTRN>';
const fee = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20250303<TRNAMT>-3.50<FITID>F2<NAME>Fee';
const rowsOf = async (content: string | Uint8Array) =>
  (await readTable(content)).rows.map(({ row, cells }) => [row, ...cells]);

describe('a bank file', () => {
  it('is read in the old form, in which tags of values are not closed', async () => {
    const table = await readTable(`${header}<OFX>${statement('000123456789', gift, fee)}</OFX>`);
    expect(table).toMatchObject({
      kind: 'ofx',
      inspection: {
        headerRow: 1,
        mapping: { columns: { date: 0, amount: 1, name: 3, notes: 4, transactionId: 5 } },
      },
    });
    expect(table.rows).toEqual([
      {
        row: 2,
        cells: [
          '2025-03-02 14:05:00 -05:00',
          '+25.00',
          'CREDIT',
          'Jane & Joe Doe',
          'tithe',
          'F1',
          '101',
          'USD',
          'CHECKING …6789',
        ],
      },
      {
        row: 3,
        cells: ['2025-03-03', '-3.50', 'DEBIT', 'Fee', '', 'F2', '', 'USD', 'CHECKING …6789'],
      },
    ]);
  });

  it('is read if it is OFX 2 (XML), with several accounts and a foreign currency', async () => {
    const modern =
      '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n';
    const foreign =
      '<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20250302</DTPOSTED><TRNAMT>9.00</TRNAMT>' +
      '<FITID>F3</FITID><PAYEE><NAME>José</NAME></PAYEE><CURRENCY><CURRATE>1.1</CURRATE>' +
      '<CURSYM>EUR</CURSYM></CURRENCY></STMTTRN>';
    const converted =
      '<STMTTRN><DTPOSTED>20250302</DTPOSTED><TRNAMT>9.90</TRNAMT><FITID>F4</FITID>' +
      '<ORIGCURRENCY><CURSYM>EUR</CURSYM></ORIGCURRENCY><BANKACCTTO><ACCTID>555</ACCTID>' +
      '</BANKACCTTO></STMTTRN>';
    expect(
      (
        await rowsOf(
          `${modern}<OFX>${statement('0001', foreign)}${statement('0002', converted)}</OFX>`,
        )
      ).map((row) => [row[0], row[2], row[4], row[6], row[8], row[9]]),
    ).toEqual([
      [2, '9.00', 'José', 'F3', 'EUR', 'CHECKING 0001'],
      [3, '9.90', '', 'F4', 'USD', 'CHECKING 0002'],
    ]);
  });

  test.each([
    ['20250302', '2025-03-02'],
    ['20250302000000', '2025-03-02'],
    ['20250302000000.000[0:GMT]', '2025-03-02'],
    ['20250302120000', '2025-03-02 12:00:00'],
    ['20260101043000[0:GMT]', '2026-01-01 04:30:00 +00:00'],
    ['20250302140500[+5.30:IST]', '2025-03-02 14:05:00 +05:30'],
    ['20250302140500[-3.5:NST]', '2025-03-02 14:05:00 -03:30'],
    ['soon', 'soon'],
  ])('has the date of a transaction posted at %s: %j', async (posted, text) => {
    const transaction = `<STMTTRN><DTPOSTED>${posted}<TRNAMT>1.00<FITID>F<NAME>Jane</STMTTRN>`;
    const [row] = await rowsOf(`${header}<OFX>${statement('1', transaction)}</OFX>`);
    expect(row![1]).toBe(text);
  });

  it('is read in the encodings that banks use', async () => {
    const text = `${header}<OFX>${statement('1', gift.replace('Jane', 'José'))}</OFX>`;
    expect((await rowsOf(iconv.encode(text, 'windows-1252')))[0]![4]).toBe('José & Joe Doe');
    expect((await rowsOf(text))[0]![4]).toBe('José & Joe Doe');
  });

  test.each([
    [`${header}<OFX>${statement('1')}</OFX>`, 'This bank file lists no transactions.'],
    [
      '<?xml version="1.0"?><?OFX OFXHEADER="200"?><!DOCTYPE OFX [<!ENTITY a "b">]><OFX></OFX>',
      /^This file contains a document type definition/,
    ],
    [`${header}<OFX><STMTTRN><NAME>${'x'.repeat(200_000)}`, /^One cell of this file is too long/],
  ])('is refused with a message, example %#', async (text, message) => {
    await expect(readTable(text)).rejects.toThrow(message);
  });

  it('may contain entities; undefined entities are not replaced', async () => {
    expect(
      (
        await rowsOf(
          `${header}<OFX>${statement('1', gift.replace('tithe', '&lt;b&gt; &xxe; &#65;'))}</OFX>`,
        )
      )[0]![5],
    ).toBe('<b> &xxe; &#65;');
  });

  it('may have a hundred thousand transactions', async () => {
    const many = Array.from(
      { length: 100_000 },
      (_, n) => `<STMTTRN><DTPOSTED>20250302<TRNAMT>${n}.00<FITID>F${n}<NAME>Jane\n`,
    );
    const rows = await rowsOf(`${header}<OFX>${statement('1', ...many)}</OFX>`);
    expect(rows).toHaveLength(100_000);
    expect(
      rows.every(
        ([row, , amount, , , , id], n) => row === n + 2 && amount === `${n}.00` && id === `F${n}`,
      ),
    ).toBe(true);
  });
});
