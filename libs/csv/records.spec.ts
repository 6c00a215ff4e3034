import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { csvLine } from '#libs/csv-writer';
import { CsvError, readRows } from './index.js';
import { bytes, cellsOf, chunked, readAll } from './support.js';

describe('the records of a file', () => {
  test.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\n3,4\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a,"x, y"\n', [['a', 'x, y']]],
    ['a,"say ""hi"""\n', [['a', 'say "hi"']]],
    [
      'a,"two\nlines"\r\n"b" ,"c"\r\n',
      [
        ['a', 'two\nlines'],
        ['b', 'c'],
      ],
    ],
    ['a,"two\r\nlines"\r\n', [['a', 'two\r\nlines']]],
    [
      '"a\nb",1\r2,3\r',
      [
        ['a\nb', '1'],
        ['2', '3'],
      ],
    ],
    ['"Ann "Annie" Lee",5\n', [['Ann "Annie" Lee', '5']]],
    ['5" pipe,2\n', [['5" pipe', '2']]],
    [
      'email,email,__proto__\n1,2,3\n',
      [
        ['email', 'email', '__proto__'],
        ['1', '2', '3'],
      ],
    ],
    [
      'a,b,\n1,,\n',
      [
        ['a', 'b', ''],
        ['1', '', ''],
      ],
    ],
    [
      'a,b\n\n1,2\n , \n,\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['', []],
  ])('are read from %j', async (text, expected) => {
    expect(await cellsOf(text)).toEqual(expected);
    expect(await cellsOf(text, {}, 1)).toEqual(expected);
  });

  it('have the row numbers that spreadsheets show, and begin below the header', async () => {
    const file = bytes('Account 12\n\na,b\n1,"x\ny"\n\n3,4\n');
    expect(await readAll(file, { headerRow: 3 })).toEqual([
      { row: 4, cells: ['1', 'x\ny'] },
      { row: 6, cells: ['3', '4'] },
    ]);
  });

  it('are returned in batches of a thousand, and read only when requested', async () => {
    let read = 0;
    const source = async function* () {
      for (; read < 1000; read++) yield await Promise.resolve(bytes('a,b,c,d\n'.repeat(10_000)));
    };
    const rows = readRows(source(), { encoding: 'utf-8', delimiter: ',' });
    const first = await rows.next();
    expect(first.value).toHaveLength(1000);
    expect(read).toBeLessThan(3);
    await rows.return(undefined);
    expect(read).toBeLessThan(3);
  });
});

describe('the limits of a file', () => {
  /**
   * Returns a source of far too many bytes, and counts the bytes that were read. The source has an
   * end, so that a reader that does not stop fails instead of using all memory.
   */
  function endless(start: string, repeated: string) {
    const state = { read: 0 };
    const source = async function* () {
      yield await Promise.resolve(bytes(start));
      const chunk = bytes(repeated.repeat(Math.ceil(65_536 / repeated.length)));
      for (; state.read < 10_000_000; state.read += chunk.length)
        yield await Promise.resolve(chunk);
    };
    return { state, source: source() };
  }

  test.each([
    [
      'a line of 200 MB',
      'email,amount\n',
      'x',
      'Row 2 is too long for a donation file: a row can have at most 1 MB. Are its line ' +
        'breaks missing?',
    ],
    [
      'endless columns',
      'email,amount\n',
      'x,',
      /^Row 2 has [\d,]+ columns\. A donation file can have at most 200\.$/,
    ],
    [
      'a quote that is never closed',
      'email,amount\n1,2\n3,"4\n',
      '5,6\n',
      'The quote opened in row 3 is never closed. Add the missing quotation mark, or remove ' +
        'the one that stands alone.',
    ],
    [
      'a quote opened in the header',
      '"email,amount\n',
      '5,6\n',
      /^The quote opened in row 1 is never closed/,
    ],
    ['a first line without an end', '', 'x', /^Row 1 is too long/],
  ])('stop the reading of %s', async (_, start, repeated, message) => {
    const { state, source } = endless(start, repeated);
    await expect(readAll(source)).rejects.toThrow(message);
    expect(state.read).toBeLessThan(1_300_000);
  });

  test.each([
    [
      `a,b\n${'x,'.repeat(9999)}x\n`,
      'Row 2 has 10,000 columns. A donation file can have at most 200.',
    ],
    [
      'a,b\n1,"2\n3,4\n',
      'The quote opened in row 2 is never closed. Add the missing quotation mark, or remove ' +
        'the one that stands alone.',
    ],
    [
      'a,b\n1,\0\n',
      'This file contains NUL bytes, so it is not a plain text file. Save it as CSV UTF-8, ' +
        'then upload that file.',
    ],
  ])('are explained in a message, example %#', async (text, message) => {
    await expect(cellsOf(text)).rejects.toThrow(message);
    await expect(cellsOf(text)).rejects.toBeInstanceOf(CsvError);
  });

  it('allow 200 columns and a cell of 100,000 characters', async () => {
    expect((await cellsOf(`${'x,'.repeat(199)}x\n`))[0]).toHaveLength(200);
    const big = 'x'.repeat(100_000);
    expect(await cellsOf(`a,b\n"${big}",2\n3,4\n`)).toEqual([
      ['a', 'b'],
      [big, '2'],
      ['3', '4'],
    ]);
  });

  it('do not allow a cell of more than 100,000 characters', async () => {
    await expect(cellsOf(`a,b\n"${'x'.repeat(100_001)}",2\n`)).rejects.toThrow(
      'Row 2 has a cell with more than 100,000 characters. Is a quotation mark missing?',
    );
  });

  test.each(['"a"', '" ', '"",', '"\n', '" "\t', '\r', '\n', ',"'])(
    'allow a megabyte of %j to be read in a short time',
    async (piece) => {
      const read = await cellsOf(piece.repeat(1_000_000 / piece.length)).catch(
        (error: unknown) => error,
      );
      expect(Array.isArray(read) || read instanceof CsvError).toBe(true);
    },
  );
});

describe('the reader of records', () => {
  const encodings = fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const);
  const delimiters = fc.constantFrom(',', ';', '\t', '|');
  const cell = fc
    .oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from(',;\t|"\r\n =+-@\'x5\u00e9')) }),
    )
    .map((text) => text.replaceAll('\0', ''));

  it('returns the cells that were written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
        encodings,
        delimiters,
        fc.integer({ min: 1, max: 50 }),
        async (rows, encoding, delimiter, size) => {
          // The last cell has text, so that no row is blank or ends with a carriage return.
          const written = rows.map((cells) => [...cells, 'end']);
          const text = written.map((cells) => csvLine(cells, delimiter)).join('');
          const file = iconv.encode(text, encoding, { addBOM: true });
          const safe = (cell: string) =>
            /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)
              ? `'${cell}`
              : cell;
          const read = await readAll(file, { encoding, delimiter }, size);
          expect(read).toEqual(
            written.map((cells, index) => ({ row: index + 1, cells: cells.map(safe) })),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('returns the same records for blocks of any length', async () => {
    const messy = fc
      .array(fc.constantFrom('"', '""', ',', '\n', '\r\n', ' ', 'a', 'bc', '"x"', '"y",', '\t'), {
        maxLength: 60,
      })
      .map((parts) => parts.join(''));
    const outcome = async (text: string) =>
      cellsOf(text).catch((error: unknown) => (error as Error).message);
    await fc.assert(
      fc.asyncProperty(messy, fc.integer({ min: 0, max: 40 }), async (text, shift) => {
        // The text follows a short first row, and a long first row that moves the text across the
        // end of a block.
        const alone = await outcome(`h\n${text}`);
        const pushed = await outcome(`${'h'.repeat(65_535 - shift)}\n${text}\n${'t'.repeat(100)}`);
        if (Array.isArray(alone) && Array.isArray(pushed))
          expect(pushed.slice(1, alone.length - 1)).toEqual(alone.slice(1, -1));
        else expect(typeof pushed === 'string' || Array.isArray(pushed)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('reads any bytes or throws a CsvError, and returns no more than it has read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3000 }),
        fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'windows-1252' as const),
        delimiters,
        fc.integer({ min: 1, max: 999 }),
        async (file, encoding, delimiter, size) => {
          const attempt = async (chunk: number) => {
            try {
              return await readAll(file, { encoding, delimiter }, chunk);
            } catch (error) {
              expect(error).toBeInstanceOf(CsvError);
              return (error as CsvError).message;
            }
          };
          const rows = await attempt(size);
          expect(await attempt(file.length + 1)).toEqual(rows);
          if (typeof rows !== 'string')
            expect(rows.flatMap(({ cells }) => cells).join('').length).toBeLessThanOrEqual(
              file.length,
            );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('returns the same records for chunks of one byte', async () => {
    const file = bytes('naïve,“quotes”\n'.repeat(3000));
    expect(await readAll(chunked(file, 1))).toEqual(await readAll(file));
  });
});
