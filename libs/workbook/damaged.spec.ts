import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CsvError } from '#libs/csv';
import { readTable, sheetData, xlsx, xlsxParts, zip } from './support.js';

const rows = sheetData([
  ['Name', 'Amount', 'Date'],
  ['Jane', 25, '2025-03-02'],
]);

describe('a workbook with malformed relations', () => {
  const withTarget = (target: string) => {
    const parts = xlsxParts({ sheets: { Gifts: rows } });
    const relations = parts.find(({ name }) => name === 'xl/_rels/workbook.xml.rels')!;
    relations.content = String(relations.content).replace('worksheets/sheet1.xml', target);
    return zip(parts);
  };

  it.each(['http://[', 'part://%', '//[', '%', '%zz.xml', 'worksheets/%ff.xml', 'http://a:b', ''])(
    'is refused with a message if the target of its sheet is %j',
    async (target) => {
      const error: unknown = await readTable(withTarget(target), { headerRow: 1 }).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(CsvError);
    },
  );
});

describe('the reader of workbooks', () => {
  it('ignores macros, formulas and external links', async () => {
    const hostile = xlsx({
      sheets: {
        Gifts:
          `${rows}<row r="3"><c r="A3" t="str"><f>WEBSERVICE("http://127.0.0.1:9/")&amp;cmd|' ` +
          `/C calc'!A0</f><v>Joe</v></c><c r="B3"><f>[1]Other!A1</f><v>5</v></c></row>`,
      },
      more: [
        { name: 'xl/vbaProject.bin', content: 'macro' },
        { name: 'xl/externalLinks/externalLink1.xml', content: '<!DOCTYPE never-opened>' },
        {
          name: 'xl/worksheets/_rels/sheet1.xml.rels',
          content:
            '<Relationships><Relationship Id="a" Type="x/hyperlink" ' +
            'Target="http://127.0.0.1:9/" TargetMode="External"/></Relationships>',
        },
      ],
    });
    expect((await readTable(hostile)).rows.at(-1)).toEqual({ row: 3, cells: ['Joe', '5', ''] });
  });

  it('reads a sheet of a hundred thousand rows in batches', async () => {
    const many = Array.from(
      { length: 100_000 },
      (_, n) =>
        `<row r="${n + 2}"><c t="s"><v>${n % 500}</v></c><c><v>${n / 100}</v></c><c ` +
        't="inlineStr"><is><t>2025-03-02</t></is></c></row>',
    ).join('');
    const shared = Array.from({ length: 500 }, (_, n) => `<si><t>Giver ${n}</t></si>`).join('');
    const file = xlsx({
      sheets: { Gifts: sheetData([['Name', 'Amount', 'Date']]) + many },
      shared,
    });
    const { rows: read } = await readTable(file);
    expect(read).toHaveLength(100_000);
    expect(read.at(-1)).toEqual({ row: 100_001, cells: ['Giver 499', '999.99', '2025-03-02'] });
  });

  it('reads a file with changed bytes, or throws a CsvError', async () => {
    const good = xlsx({ sheets: { Gifts: rows }, shared: '<si><t>a</t></si>' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const file = Buffer.from(good);
          for (const [offset, byte] of changes) file[offset] = byte;
          const outcome: unknown = await readTable(file).catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(CsvError);
        },
      ),
      { numRuns: 300 },
    );
  });
});
