import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { escaped, readTable, sheetData, xlsx, type WorkbookParts } from './support.js';

const header = ['Name', 'Amount', 'Date'];
/** Returns the texts of the cells of a workbook with one row of `<c>` elements below a header. */
async function cells(row: string, parts: Partial<WorkbookParts> = {}): Promise<string[]> {
  const { rows } = await readTable(
    xlsx({ ...parts, sheets: { Gifts: `${sheetData([header])}<row r="2">${row}</row>` } }),
    { headerRow: 1 },
  );
  return rows[0]?.cells ?? [];
}

describe('an Excel workbook', () => {
  it('is read without blank rows, which count in the row numbers', async () => {
    const data = sheetData([header, ['Jane Doe', 25.5, '2025-03-02']]);
    const table = await readTable(
      xlsx({
        sheets: {
          Gifts:
            `${data}<row r="3"/><row r="7"><c r="C7" ` +
            't="inlineStr"><is><t>2025-03-09</t></is></c><c r="E7"><v>7</v></c></row>',
        },
      }),
    );
    expect(table).toMatchObject({
      kind: 'xlsx',
      sheets: ['Gifts'],
      inspection: { header, headerRow: 1, sheet: 'Gifts', certain: true, questions: [] },
    });
    expect(table.rows).toEqual([
      { row: 2, cells: ['Jane Doe', '25.5', '2025-03-02'] },
      { row: 7, cells: ['', '', '2025-03-09', '', '7'] },
    ]);
  });

  test.each([
    ['<c t="s"><v>1</v></c>', 'Núñez & “Co”'],
    ['<c t="s"><v>2</v></c>', 'Jane Doe'],
    ['<c t="s"><v>3</v></c>', '東京'],
    [
      '<c t="inlineStr"><is><r><t xml:space="preserve">Jane </t></r><r><t>Doe</t></r></is></c>',
      'Jane Doe',
    ],
    ['<c t="str"><f>A1&amp;B1</f><v>two_x000A_lines</v></c>', 'two\nlines'],
    ['<c t="b"><v>1</v></c>', 'TRUE'],
    ['<c t="e"><v>#N/A</v></c>', '#N/A'],
    ['<c t="d"><v>2025-12-31T23:30:00</v></c>', '2025-12-31 23:30:00'],
    ['<c><f>SUM(A1:A2)</f><v>41.3</v></c>', '41.3'],
    ['<c><f>SUM(A1:A2)</f></c>', '(formula without a value)'],
    ['<c><v>0.30000000000000004</v></c>', '0.3'],
    ['<c><v>1234567.8900000001</v></c>', '1234567.89'],
    ['<c><v>1.2345E+3</v></c>', '1234.5'],
    ['<c><v>100000000000000000000000</v></c>', '100000000000000000000000'],
    ['<c s="1"><v>45718</v></c>', '2025-03-02'],
    ['<c s="1"><v>45718.5</v></c>', '2025-03-02 12:00:00'],
    ['<c s="2"><v>46022.979166666664</v></c>', '2025-12-31 23:30:00'],
    ['<c s="2"><v>46022</v></c>', '2025-12-31 00:00:00'],
    ['<c s="2"><v>45718.999999</v></c>', '2025-03-02 23:59:59'],
    ['<c s="2"><v>45718.999999999999</v></c>', '2025-03-03 00:00:00'],
    ['<c s="3"><v>0.58680555555555558</v></c>', '14:05:00'],
    ['<c s="4"><v>25</v></c>', '25 €'],
    ['<c s="5"><v>25</v></c>', '25'],
    ['<c s="1"><v>-1</v></c>', '-1'],
    ['<c s="1"><v>60</v></c>', '60'],
    ['<c s="99"><v>5</v></c>', '5'],
  ])('has the text of the cell %s: %j', async (row, text) => {
    const shared =
      '<si><t>none</t></si><si><t>Núñez &amp; “Co”</t></si><si><r><t ' +
      'xml:space="preserve">Jane ' +
      '</t></r><r><rPr><b/></rPr><t>Doe</t></r></si><si><t>東京</t><rPh sb="0" ' +
      'eb="2"><t>トウキョウ</t></rPh></si>';
    const styles = `
      <numFmts>
        <numFmt numFmtId="170" formatCode="m/d/yyyy\\ h:mm\\ AM/PM;@"/>
        <numFmt numFmtId="171" formatCode="#,##0.00\\ [$€-407]"/>
        <numFmt numFmtId="172" formatCode="[$$-409]#,##0.00_);[Red]\\(&quot;day&quot;0\\)"/>
      </numFmts>
      <cellStyleXfs><xf numFmtId="22"/></cellStyleXfs>
      <cellXfs>
        <xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/>
        <xf numFmtId="20"/><xf numFmtId="171"/><xf numFmtId="172"/>
      </cellXfs>`;
    expect(await cells(row, { shared, styles })).toEqual([text, '', '']);
  });

  it.each([
    ['#,##0.00\\ [$CAD]', '25 CAD'],
    ['"C$"#,##0.00', '25 C$'],
    ['#,##0.00" kr"', '25 kr'],
    ['#,##0.00\\ \\z\\ł', '25 zł'],
    ['CHF\\ #,##0.00', '25 CHF'],
    ['"SEK" 0', '25 SEK'],
    ['"₫"#,##0', '25 ₫'],
    ['"$"#,##0.00', '25'],
    ['[$$-409]#,##0.00', '25'],
    ['"USD" 0.00', '25'],
    ['0" kg"', '25'],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', '25'],
  ])('has texts with the foreign currency of the number format %s', async (format, text) => {
    const styles =
      `<numFmts><numFmt numFmtId="170" formatCode="${escaped(format)}"/></numFmts><cellXfs><xf ` +
      'numFmtId="170"/></cellXfs>';
    expect(await cells('<c s="0"><v>25</v></c>', { styles })).toEqual([text, '', '']);
  });

  it('may count days from 1904', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    expect(
      await cells('<c s="0"><v>44256</v></c>', { styles, workbook: '<workbookPr date1904="1"/>' }),
    ).toEqual(['2025-03-02', '', '']);
    expect(
      await cells('<c s="0"><v>45718</v></c>', {
        styles,
        workbook: '<workbookPr date1904="false"/>',
      }),
    ).toEqual(['2025-03-02', '', '']);
  });

  it('offers visible sheets with rows, and suggests the sheet with donations', async () => {
    const workbook = xlsx({
      sheets: {
        Notes: sheetData([
          ['hello', 'there'],
          ['a', 'b'],
        ]),
        Gifts: sheetData([header, ['Jane', 25, '2025-03-02']]),
        Empty: '',
        Secret: sheetData([header, ['No', 1, '2025-03-02']]),
      },
      states: { Secret: 'hidden' },
    });
    const table = await readTable(workbook);
    expect(table).toMatchObject({
      sheets: ['Notes', 'Gifts'],
      inspection: { sheet: 'Gifts', header },
    });
    expect(await readTable(workbook, { sheet: 'Notes' })).toMatchObject({
      inspection: { sheet: 'Notes' },
      rows: [{ row: 2, cells: ['a', 'b'] }],
    });
  });

  it('is read with exactly the texts and numbers that were written', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).map(
      (value) =>
        value
          .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, '')
          .replace(/_x/g, '')
          .trim() || 'x',
    );
    const cents = fc.integer({ min: -(10 ** 11), max: 10 ** 11 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, cents), { minLength: 1, maxLength: 20 }),
        async (written) => {
          const { rows } = await readTable(
            xlsx({
              sheets: {
                A: sheetData([
                  ['Name', 'Amount'],
                  ...written.map(([name, amount]): (string | number)[] => [name, amount / 100]),
                ]),
              },
            }),
            { headerRow: 1 },
          );
          expect(rows.map(({ cells: [name, amount] }) => [name, Number(amount)])).toEqual(
            written.map(([name, amount]) => [name, amount / 100]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
