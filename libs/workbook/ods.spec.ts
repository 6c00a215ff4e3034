import { describe, expect, it, test } from '@jest/globals';
import { ods, readTable } from './support.js';

const cell = (text: string, attributes = 'office:value-type="string"') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const table = (name: string, ...rows: string[]) =>
  `<table:table table:name="${name}">${rows.join('')}</table:table>`;
const header = row(cell('Name'), cell('Amount'), cell('Date'));
const gifts = row(
  cell('Jane'),
  '<table:table-cell office:value-type="float" office:value="25.5"><text:p>25,50 ' +
    '$</text:p></table:table-cell>',
  '<table:table-cell office:value-type="date" ' +
    'office:date-value="2025-03-02"><text:p>02.03.25</text:p></table:table-cell>',
);

describe('an OpenDocument spreadsheet', () => {
  test.each([
    [
      '<table:table-cell office:value-type="float" ' +
        'office:value="0.30000000000000004"><text:p>0,30</text:p></table:table-cell>',
      '0.3',
    ],
    [
      '<table:table-cell office:value-type="currency" office:currency="USD" ' +
        'office:value="25"><text:p>$25.00</text:p></table:table-cell>',
      '25',
    ],
    [
      '<table:table-cell office:value-type="currency" office:currency="EUR" ' +
        'office:value="25"><text:p>25 €</text:p></table:table-cell>',
      '25 EUR',
    ],
    [
      '<table:table-cell office:value-type="date" ' +
        'office:date-value="2025-12-31T23:30:00.5"><text:p>New Year</text:p></table:table-cell>',
      '2025-12-31 23:30:00',
    ],
    [
      '<table:table-cell office:value-type="time" ' +
        'office:time-value="PT14H05M00S"><text:p>2:05</text:p></table:table-cell>',
      '14:05:00',
    ],
    [
      '<table:table-cell office:value-type="boolean" ' +
        'office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>',
      'TRUE',
    ],
    [
      '<table:table-cell office:value-type="float" office:value="41.3" ' +
        'table:formula="of:=SUM([.A1:.A2])"><text:p>41.3</text:p></table:table-cell>',
      '41.3',
    ],
    [
      '<table:table-cell><text:p>two<text:s text:c="2"/>blanks</text:p><text:p>a ' +
        '<text:span>line</text:span><text:tab/>more</text:p></table:table-cell>',
      'two  blanks\na line\tmore',
    ],
    [
      '<table:table-cell><office:annotation><text:p>a ' +
        'remark</text:p></office:annotation><text:p>Jane</text:p></table:table-cell>',
      'Jane',
    ],
    [
      '<table:table-cell office:value-type="string" ' +
        'office:string-value="Jane"><text:p/></table:table-cell>',
      'Jane',
    ],
  ])('has the text of the cell %s: %j', async (xml, text) => {
    const { kind, rows } = await readTable(ods(table('A', header, row(xml))), { headerRow: 1 });
    expect(kind).toBe('ods');
    expect(rows).toEqual([{ row: 2, cells: [text, '', ''] }]);
  });

  it('may have repeated rows and cells, of which blank ones are ignored', async () => {
    const readResult = await readTable(
      ods(
        table(
          'A',
          header,
          gifts,
          '<table:table-row table:number-rows-repeated="3"><table:table-cell ' +
            'table:number-columns-repeated="16384"/></table:table-row>',
          `<table:table-row table:number-rows-repeated="2">${cell('Joe')}<table:table-cell ` +
            'office:value-type="float" office:value="1" ' +
            'table:number-columns-repeated="2"/><table:table-cell ' +
            'table:number-columns-repeated="16381"/></table:table-row>',
          '<table:table-row table:number-rows-repeated="1048569"><table:table-cell ' +
            'table:number-columns-repeated="16384"/></table:table-row>',
        ),
      ),
    );
    expect(readResult.rows).toEqual([
      { row: 2, cells: ['Jane', '25.5', '2025-03-02'] },
      { row: 6, cells: ['Joe', '1', '1'] },
      { row: 7, cells: ['Joe', '1', '1'] },
    ]);
  });

  it('offers its own sheets with rows, but no sheets of linked files', async () => {
    const readResult = await readTable(
      ods(
        table('Notes', row(cell('hello'), cell('there')), row(cell('a'), cell('b'))) +
          table('Gifts', header, gifts) +
          table('Empty') +
          table("'file:///etc/passwd'#$Sheet1", header, gifts),
      ),
    );
    expect(readResult).toMatchObject({
      sheets: ['Notes', 'Gifts'],
      inspection: { sheet: 'Gifts', header: ['Name', 'Amount', 'Date'] },
    });
  });
});
