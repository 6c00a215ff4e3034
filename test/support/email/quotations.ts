import { answerMark } from '#libs/mail';

/** The texts of the email that was sent, and its lines as mail programs quote them. */
export const sentTexts = [
  answerMark,
  'Grace Church',
  'Dear Hannah,',
  'Sam Okafor (support staff) wrote:',
  'Open the ticket: http://portal.example/support/12345678',
  'Open the ticket',
  'You can reply to this email: ' +
    'what you write above it is added to the ticket, for all who see it.',
  'It stays dark on Sundays.',
  'Is its lamp on?\n\n' +
    'Please look at the small window on its left side, and tell us which color it has.\n\nYes.',
];
export const sentLines = [
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
export const withQuoteSign = (lines: readonly string[]) =>
  lines.map((line) => `> ${line}`.trimEnd());

/** Headings of a quotation whose lines have a `>`. */
export const attributions: [string, string[]][] = [
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
export const blocks: [string, string[]][] = [
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
