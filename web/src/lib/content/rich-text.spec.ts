import { expect, it } from '@jest/globals';
import { plainText, readRichText, teaserOf, type Block, type Span } from './rich-text.js';

const span = (text: string, marks: Partial<Span> = {}): Span => ({
  text,
  bold: false,
  italic: false,
  ...marks,
});
const paragraph = (...lines: Span[][]): Block => ({ kind: 'paragraph', lines });

it.each<[string, string, Block[]]>([
  ['an empty text', '', []],
  ['only blank lines', '\n \n\t\n', []],
  ['consecutive lines', 'one\ntwo', [paragraph([span('one')], [span('two')])]],
  [
    'a blank line between paragraphs',
    'one\n\ntwo',
    [paragraph([span('one')]), paragraph([span('two')])],
  ],
  [
    'several blank lines in a row',
    'one\n\n\n\ntwo',
    [paragraph([span('one')]), { kind: 'space' }, { kind: 'space' }, paragraph([span('two')])],
  ],
  ['line ends of Windows', 'one\r\n\r\ntwo', [paragraph([span('one')]), paragraph([span('two')])]],
  [
    'large and small headings',
    '## Large\n### Small',
    [
      { kind: 'heading', lines: [[span('Large')]] },
      { kind: 'subheading', lines: [[span('Small')]] },
    ],
  ],
  [
    'lines that are no headings',
    '# one\n#### four\n##none',
    [paragraph([span('# one')], [span('#### four')], [span('##none')])],
  ],
  [
    'bullets of each kind in one list',
    '- one\n* two\n• three',
    [{ kind: 'bullets', items: [[span('one')], [span('two')], [span('three')]], start: 1 }],
  ],
  [
    'lists that a blank line separates',
    '- one\n\n- two',
    [
      { kind: 'bullets', items: [[span('one')]], start: 1 },
      { kind: 'bullets', items: [[span('two')]], start: 1 },
    ],
  ],
  [
    'a numbered list that starts at 3',
    '3. three\n4) four',
    [{ kind: 'numbers', items: [[span('three')], [span('four')]], start: 3 }],
  ],
  [
    'a year that begins a sentence',
    '2018 was our first year',
    [paragraph([span('2018 was our first year')])],
  ],
  [
    'bold, italic and both',
    '**bold** and *italic* and ***both***',
    [
      paragraph([
        span('bold', { bold: true }),
        span(' and '),
        span('italic', { italic: true }),
        span(' and '),
        span('both', { bold: true, italic: true }),
      ]),
    ],
  ],
  [
    'italic within bold',
    '**all *of* it**',
    [
      paragraph([
        span('all ', { bold: true }),
        span('of', { bold: true, italic: true }),
        span(' it', { bold: true }),
      ]),
    ],
  ],
  [
    'stars that are no marks',
    '2 * 3 * 4, **open, * alone',
    [paragraph([span('2 * 3 * 4, **open, * alone')])],
  ],
  [
    'bold within a bullet',
    '- **one** thing',
    [{ kind: 'bullets', items: [[span('one', { bold: true }), span(' thing')]], start: 1 }],
  ],
])('readRichText parses %s', (_, source, blocks) => {
  expect(readRichText(source)).toEqual(blocks);
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '&lt;b&gt;',
  '**<b>**',
])('readRichText leaves %s as text', (source) => {
  const words = readRichText(source).flatMap((block) =>
    ('lines' in block ? block.lines.flat() : []).map(({ text }) => text),
  );
  expect(words.join('')).toBe(source.replaceAll('**', ''));
});

it('plainText returns the text without marks on one line', () => {
  expect(plainText('## Why\n\nA *short* **psalm**\n- one\n- two\n\n\n1. three')).toBe(
    'Why A short psalm one · two three',
  );
});

it.each([
  ['Short enough.', 20, 'Short enough.'],
  ['The lamp under a bowl', 8, 'The lamp...'],
  ['The lamp under a bowl', 10, 'The lamp...'],
  ['The lamp, under a bowl', 10, 'The lamp...'],
  ['- bread\n- wine', 9, 'bread...'],
  ['Supercalifragilistic', 5, 'Super...'],
  ['', 5, ''],
  ['Hi 今日はとてもいい天気ですね', 9, 'Hi 今日はとても...'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15, '👩‍👩‍👧‍👦...'],
])('teaserOf cuts %j after a word, at most %i characters long', (source, length, teaser) => {
  expect(teaserOf(source, length)).toBe(teaser);
});

it('readRichText parses texts of thousands of marks', () => {
  for (const source of [
    '*'.repeat(20_000),
    '**a'.repeat(10_000),
    '*a '.repeat(10_000),
    '- '.repeat(10_000),
    '1.'.repeat(10_000),
  ])
    expect(readRichText(source).length).toBeGreaterThan(0);
});
