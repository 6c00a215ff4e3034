import { describe, expect, it } from '@jest/globals';
import {
  attributions,
  blocks,
  sentLines,
  sentTexts,
  withQuoteSign,
} from '../../test/support/email/quotations.js';
import { splitAnswer } from './index.js';

const split = (lines: readonly string[], sentText: readonly string[] | null = sentTexts) =>
  splitAnswer(lines.join('\r\n'), sentText);

/** Returns an email with the text of the sender, a heading and quoted lines in some order. */
type Place = (heading: string[], quoted: string[]) => string[];
const above: Place = (heading, quoted) => [
  'Hi Ruth,',
  '',
  'it is not.',
  '',
  ...heading,
  '',
  ...quoted,
];
const below: Place = (heading, quoted) => [
  ...heading,
  '',
  ...quoted,
  '',
  'Hi Ruth,',
  '',
  'it is not.',
];
const around: Place = (heading, quoted) => [
  'Hi Ruth,',
  '',
  ...heading,
  '',
  ...quoted,
  '',
  'it is not.',
];
const between: Place = (heading, quoted) => [
  'Hi Ruth,',
  '',
  ...heading,
  '',
  ...quoted.slice(0, 7),
  '',
  'it is not.',
  '',
  ...quoted.slice(7),
];
const places: [string, Place][] = [
  ['above', above],
  ['below', below],
  ['above and below', around],
  ['above and between', between],
];

describe('an answer', () => {
  const cases = [
    ...attributions.map(([name, heading]) => ({ name, heading, quoted: withQuoteSign(sentLines) })),
    ...blocks.map(([name, heading]) => ({ name, heading, quoted: sentLines })),
  ].flatMap(({ name, heading, quoted }) =>
    places.map(([placeName, place]) => ({
      name,
      where: placeName,
      heading,
      lines: place(heading, quoted),
    })),
  );

  it.each(cases)('is found $where a quotation with the heading: $name', ({ heading, lines }) => {
    const { text, quoted } = split(lines);
    expect(text).toBe('Hi Ruth,\n\nit is not.');
    expect(quoted).toContain('Is its lamp on?');
    for (const line of heading) expect(quoted).toContain(line.trimEnd());
  });

  it.each(cases.filter(({ where }) => where === 'above'))(
    'is found above a quotation of an unknown email with the heading: $name',
    ({ lines }) => {
      expect(split(lines, null).text).toBe('Hi Ruth,\n\nit is not.');
    },
  );

  it.each<[string, string[], string]>([
    [
      'within a quotation even if it begins with the sign ">"',
      [
        'On Mon, Nov 23, 2026 Grace Church wrote:',
        '> Is its lamp on?',
        '> No, it is off.',
        '> Please look at the small window on its left side,',
      ],
      '> No, it is off.',
    ],
    [
      'at the end of a quoted line',
      ['> Is its lamp on? NO!', '> and tell us which color it has.', 'Red.'],
      '> Is its lamp on? NO!\nRed.',
    ],
    [
      'as a short answer',
      ['> Is its lamp on?', 'Yes.', '> and tell us which color it has.', '👍'],
      'Yes.\n👍',
    ],
    ['as an emoji after the sign ">"', ['> Is its lamp on?', '> 👍'], '> 👍'],
    [
      'as a link after the sign ">"',
      ['> Is its lamp on?', '> https://photos.example/lamp'],
      '> https://photos.example/lamp',
    ],
    [
      'above a quotation with a former name of the recipient',
      ['No.', '> Dear Anna,', '> Is its lamp on?', '> Yes.'],
      'No.',
    ],
    [
      'if it quotes something else',
      ['The vendor wrote:', '> Replace the fuse.', '> It costs $5.'],
      'The vendor wrote:\n> Replace the fuse.\n> It costs $5.',
    ],
    [
      'with the email that it forwards',
      [
        'See below.',
        '-----Original Message-----',
        'From: Vendor <v@v.example>',
        'Sent: Monday',
        'To: Hannah',
        'Replace the fuse.',
      ],
      'See below.\n-----Original Message-----\nFrom: Vendor <v@v.example>\n' +
        'Sent: Monday\nTo: Hannah\nReplace the fuse.',
    ],
    [
      'with a sentence that ends with a colon',
      ['My answers:', '', '> Is its lamp on?', 'No.'],
      'My answers:\n\nNo.',
    ],
    [
      'with the word "wrote"',
      ['My son wrote:', 'replace the fuse.', '', ...withQuoteSign(sentLines)],
      'My son wrote:\nreplace the fuse.',
    ],
    [
      'with lines that look like fields of a header',
      ['From: Monday', 'To: Friday', 'it is dark.', '', ...withQuoteSign(sentLines)],
      'From: Monday\nTo: Friday\nit is dark.',
    ],
    [
      'with a line of dashes',
      ['Hello', '-- ', 'Hannah', '______________________', 'Brooks'],
      'Hello\n--\nHannah\n______________________\nBrooks',
    ],
    ['nowhere in a quotation without signs', [...sentLines], ''],
    ['nowhere in a quotation with signs', withQuoteSign(sentLines), ''],
    [
      'above a quotation whose links the mail server has changed',
      [
        'No.',
        'De: Grace Church <x@y.example>',
        'Enviado: lunes',
        'Para: Hannah',
        'Is its lamp on?',
        'Open the ticket<https://nam02.safelinks.protection.outlook.com/' +
          '?url=http%3A%2F%2Fportal.example%2Fsupport%2F12345678&data=05>',
      ],
      'No.',
    ],
    [
      'above a quotation that is quoted again',
      ['No.', ...withQuoteSign(withQuoteSign(sentLines))],
      'No.',
    ],
    [
      'above a quotation with other line breaks',
      [
        'No.',
        '> Please look at the',
        '> small window on',
        '> its left side, and tell us',
        '> which color',
        '> it has.',
      ],
      'No.',
    ],
  ])('is found %s', (_where, lines, text) => {
    expect(split(lines).text).toBe(text);
  });
});
