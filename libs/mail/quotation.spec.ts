import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answerMark, splitAnswer } from './index.js';

/** The email that was sent, and how programs quote it. */
const sentTexts = [
  answerMark,
  'Grace Church',
  'Dear Hannah,',
  'Sam Okafor (support staff) wrote:',
  'Open the ticket: http://portal.example/support/12345678',
  'Open the ticket',
  'You can reply to this email: what you write above it is added to the ticket, for all who see it.',
  'It stays dark on Sundays.',
  'Is its lamp on?\n\nPlease look at the small window on its left side, and tell us which color it has.\n\nYes.',
];
const sentLines = [
  answerMark,
  '',
  'Dear Hannah,',
  '',
  'Sam Okafor (support staff) wrote:',
  '',
  'Is its lamp on?',
  '',
  'Please look at the small window on its left side,',
  'and tell us which color it has.',
  '',
  'Open the ticket:',
  'http://portal.example/support/12345678',
  '',
  'You can reply to this email: what you write above it is added to the',
  'ticket, for all who see it.',
  '',
  '— Grace Church',
];
const withSign = (lines: readonly string[]) => lines.map((line) => `> ${line}`.trimEnd());
const split = (lines: readonly string[], sent: readonly string[] | null = sentTexts) =>
  splitAnswer(lines.join('\r\n'), sent);

/** Headings of a quotation whose lines have a `>`. */
const attributions: [string, string[]][] = [
  ['English', ['On Mon, Nov 23, 2026 at 9:12 AM Grace Church <x@y.example> wrote:']],
  [
    'English with asterisks',
    ['*On Mon, Nov 23, 2026 at 9:12 AM Grace Church <x@y.example> wrote:*'],
  ],
  [
    'English on two lines',
    ['On Mon, Nov 23, 2026 at 9:12 AM Grace Community Church', '<no-reply@church.example> wrote:'],
  ],
  [
    'English on three lines',
    [
      'On Monday, November 23, 2026 at 9:12 AM,',
      'Grace Community Church of Springfield',
      '<no-reply@church.example> wrote:',
    ],
  ],
  ['English without a date', ['Grace Church wrote:']],
  ['Spanish', ['El lun, 23 nov 2026 a las 9:12, Grace Church (<x@y.example>) escribió:']],
  ['Spanish with asterisks', ['**El lun, 23 nov 2026 a las 9:12, Grace Church escribió:**']],
  [
    'Spanish on three lines',
    [
      'El lunes, 23 de noviembre de 2026, 9:12:04',
      'GMT-6, Grace Community Church',
      '<no-reply@church.example> escribió:',
    ],
  ],
  ['German', ['Am 23.11.2026 um 09:12 schrieb Grace Church:']],
  ['French', ['Le lun. 23 nov. 2026 à 09:12, Grace Church <x@y.example> a écrit :']],
  ['Portuguese', ['Em seg., 23 de nov. de 2026 às 09:12, Grace Church escreveu:']],
  ['Chinese', ['2026年11月23日 09:12，Grace Church <x@y.example> 写道：']],
  [
    'a language that the program does not know',
    ['Mnamo 23 Nov 2026 09:12, Grace Church <x@y.example> alinena:'],
  ],
];

/** Headings above a quotation whose lines have no sign. */
const blocks: [string, string[]][] = [
  [
    'Outlook in English',
    [
      '________________________________',
      'From: Grace Church <x@y.example>',
      'Sent: Monday, November 23, 2026 9:12 AM',
      'To: Hannah Brooks <hannah@grace.test>',
      'Subject: [Ticket #12345678] The projector',
    ],
  ],
  [
    'Outlook in Spanish',
    [
      'De: Grace Church <x@y.example>',
      'Enviado: lunes, 23 de noviembre de 2026 9:12',
      'Para: Hannah Brooks <hannah@grace.test>',
      'Asunto: [Ticket #12345678] The projector',
    ],
  ],
  [
    'Outlook in Spanish with asterisks',
    [
      '*De:* Grace Church <x@y.example>',
      '*Enviado el:* lunes, 23 de noviembre de 2026 9:12',
      '*Para:* Hannah Brooks <hannah@grace.test>',
      '*Asunto:* [Ticket #12345678] The projector',
    ],
  ],
  [
    'fields with empty lines between',
    [
      'From: Grace Church <x@y.example>',
      '',
      'Date: Monday, November 23, 2026',
      '',
      'To: Hannah',
      '',
      'Subject: The projector',
    ],
  ],
  [
    'addresses on two lines',
    [
      'From: Grace Church <x@y.example>',
      'Sent: Monday',
      'To: Hannah Brooks <hannah@grace.test>;',
      ' Sam Okafor <sam@grace.test>',
      'Subject: The projector',
    ],
  ],
  [
    'German',
    [
      'Von: Grace Church <x@y.example>',
      'Gesendet: Montag, 23. November 2026 09:12',
      'An: Hannah',
      'Betreff: The projector',
    ],
  ],
  [
    'a language that the program does not know',
    [
      'Kutoka: Grace Church <x@y.example>',
      'Tarehe: 23 Nov 2026',
      'Kwenda: Hannah',
      'Mada: The projector',
    ],
  ],
  ['Original Message', ['-----Original Message-----']],
  [
    'Original Message in Spanish',
    [
      '-----Mensaje original-----',
      'De: Grace Church <x@y.example>',
      'Enviado: lunes',
      'Para: Hannah',
      'Asunto: The projector',
    ],
  ],
  [
    'a sentence with a date',
    ['On Mon, Nov 23, 2026 at 9:12 AM, Grace Church <x@y.example> wrote:'],
  ],
];

/** Where a person writes: each is given the heading and the quoted lines. */
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
    ...attributions.map(([name, heading]) => ({ name, heading, quoted: withSign(sentLines) })),
    ...blocks.map(([name, heading]) => ({ name, heading, quoted: sentLines })),
  ].flatMap(({ name, heading, quoted }) =>
    places.map(([where, place]) => ({ name, where, heading, lines: place(heading, quoted) })),
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
      'within a quotation, with the sign of a quotation',
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
    ['as an emoji with the sign', ['> Is its lamp on?', '> 👍'], '> 👍'],
    [
      'as an address with the sign',
      ['> Is its lamp on?', '> https://photos.example/lamp'],
      '> https://photos.example/lamp',
    ],
    [
      'above a quotation with an earlier name',
      ['No.', '> Dear Anna,', '> Is its lamp on?', '> Yes.'],
      'No.',
    ],
    [
      'as a quotation of something else',
      ['The vendor wrote:', '> Replace the fuse.', '> It costs $5.'],
      'The vendor wrote:\n> Replace the fuse.\n> It costs $5.',
    ],
    [
      'as a forwarded email',
      [
        'See below.',
        '-----Original Message-----',
        'From: Vendor <v@v.example>',
        'Sent: Monday',
        'To: Hannah',
        'Replace the fuse.',
      ],
      'See below.\n-----Original Message-----\nFrom: Vendor <v@v.example>\nSent: Monday\nTo: Hannah\nReplace the fuse.',
    ],
    [
      'with a sentence that ends with a colon',
      ['My answers:', '', '> Is its lamp on?', 'No.'],
      'My answers:\n\nNo.',
    ],
    [
      'with the word "wrote"',
      ['My son wrote:', 'replace the fuse.', '', ...withSign(sentLines)],
      'My son wrote:\nreplace the fuse.',
    ],
    [
      'with fields',
      ['From: Monday', 'To: Friday', 'it is dark.', '', ...withSign(sentLines)],
      'From: Monday\nTo: Friday\nit is dark.',
    ],
    [
      'with a line of dashes',
      ['Hello', '-- ', 'Hannah', '______________________', 'Brooks'],
      'Hello\n--\nHannah\n______________________\nBrooks',
    ],
    ['nowhere', [...sentLines], ''],
    ['nowhere, with signs', withSign(sentLines), ''],
    [
      'above a quotation whose links the mail server has changed',
      [
        'No.',
        'De: Grace Church <x@y.example>',
        'Enviado: lunes',
        'Para: Hannah',
        'Is its lamp on?',
        'Open the ticket<https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2Fportal.example%2Fsupport%2F12345678&data=05>',
      ],
      'No.',
    ],
    ['above a quotation that is quoted again', ['No.', ...withSign(withSign(sentLines))], 'No.'],
    [
      'above a quotation that is wrapped elsewhere',
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

describe('every line of an email', () => {
  const heading = fc.constantFrom(...attributions, ...blocks).map(([, lines]) => lines);
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, ' ')),
    fc.constantFrom(
      ...sentLines,
      'From: Monday',
      'To: me',
      'Yes.',
      '',
      '>',
      '---',
      'wrote:',
      '*On 3:*',
    ),
  );
  const anyLine = fc.oneof(
    line,
    line.map((text) => `> ${text}`),
    line.map((text) => `>> ${text}`),
  );
  const email = fc
    .array(fc.oneof(fc.array(anyLine, { maxLength: 4 }), heading), { maxLength: 8 })
    .map((parts) => parts.flat());
  const essence = (lines: readonly string[]) =>
    lines
      .map((one) => one.trimEnd())
      .filter((one) => one !== '')
      .toSorted();

  it.each<[string, string[] | null]>([
    ['unknown', null],
    ['known', sentTexts],
    ['empty', []],
  ])(
    'is in the message or in the quoted part, if the email that was sent is %s',
    (_title, sent) => {
      fc.assert(
        fc.property(email, (lines) => {
          const { text, quoted } = splitAnswer(lines.join('\n'), sent);
          const found = [...text.split('\n'), ...(quoted ?? '').split('\n')];
          expect(essence(found)).toEqual(essence(lines));
        }),
        { numRuns: 500 },
      );
    },
  );

  it('is in the message if the email that was sent does not contain it', () => {
    fc.assert(
      fc.property(email, fc.nat(), (lines, position) => {
        const own = 'Qwertz uiop 42 is what I found';
        const at = position % (lines.length + 1);
        const { text } = splitAnswer(lines.toSpliced(at, 0, own).join('\n'), sentTexts);
        // a line directly above "wrote:" or within a block of fields may be a part of the heading
        const isInHeading = !text.includes(own);
        if (isInHeading)
          expect(lines.slice(Math.max(0, at - 4), at + 4).join('\n')).toMatch(/:|：/);
      }),
      { numRuns: 500 },
    );
  });
});
