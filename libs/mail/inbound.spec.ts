import { describe, expect, it } from '@jest/globals';
import { answerMark, readEmail, splitAnswer } from './index.js';

const sentLines = ['Dear Hannah,', '', 'Sam wrote:', '', 'Is its lamp on?'];
const repeated = (lines: string[]) => lines.map((line) => `> ${line}`);

describe('splitAnswer', () => {
  it.each<[string, string[], string]>([
    [
      'above the quotation',
      [
        'It is not.',
        '',
        'On Mon, Nov 23, 2026 at 9:12 AM Grace Church <x@y.example> wrote:',
        '',
        ...repeated([answerMark, ...sentLines]),
      ],
      'It is not.',
    ],
    [
      'above a heading of two lines',
      [
        'It is not.',
        '',
        'On Mon, Nov 23, 2026 at 9:12 AM Grace Community Church',
        '<no-reply@church.example> wrote:',
        ...repeated(sentLines),
      ],
      'It is not.',
    ],
    [
      'above a heading in another language',
      [
        'No lo está.',
        '',
        'El lun, 23 nov 2026 a las 9:12, Grace Church escribió:',
        ...repeated(sentLines),
      ],
      'No lo está.',
    ],
    [
      'above a heading of Outlook',
      [
        'It is not.',
        '',
        '________________________________',
        'From: Grace Church <x@y.example>',
        'Sent: Monday',
        'To: Hannah',
        '',
        answerMark,
        ...sentLines,
      ],
      'It is not.',
    ],
    [
      'above the quotation, with a colon',
      ['What I see:', 'nothing.', '', '-----Original Message-----', ...sentLines],
      'What I see:\nnothing.',
    ],
    [
      'below the quotation',
      [
        'On Mon, Nov 23, 2026 at 9:12 AM Grace Church wrote:',
        ...repeated([answerMark, ...sentLines]),
        '',
        'It is not.',
      ],
      'It is not.',
    ],
    [
      'between quoted lines',
      ['Grace Church wrote:', '> Is its lamp on?', 'No.', '> Is it plugged in?', 'Yes.'],
      'No.\nYes.',
    ],
    ['without a quotation', ['Thank you!', '', 'Hannah'], 'Thank you!\n\nHannah'],
    ['nowhere', [answerMark, ...sentLines], ''],
  ])('finds the text that the sender has written %s', (_where, lines, text) => {
    expect(splitAnswer(lines.join('\r\n')).text).toBe(text);
  });
});

describe('a very long email', () => {
  it('is read up to a limit', async () => {
    const { text, quoted } = await readEmail(
      Buffer.from(`From: a@example.org\r\n\r\nHello.\n> ${'x\n> '.repeat(300_000)}`),
    );
    expect(text).toBe('Hello.');
    expect(quoted!.length).toBeLessThan(250_000);
  });
});

describe('the sender of an email', () => {
  const senderOf = async (from: string) =>
    (await readEmail(Buffer.from(`${from}\r\nTo: reply@church.example\r\n\r\nHello.\r\n`))).from;

  it.each([
    'From: hannah@grace.test',
    'from:hannah@grace.test',
    'From: <hannah@grace.test>',
    'From: Hannah@Grace.TEST',
    'From: Hannah <hannah@grace.test>',
    'From: Hannah B. O’Hara <hannah@grace.test>',
    'From: "Brooks, Hannah (home)" <hannah@grace.test>',
    'From: "Hannah \\"H\\" Brooks" <hannah@grace.test>',
    'From: =?utf-8?Q?Hann=C3=A4h?= =?utf-8?B?QnJvb2tz?= <hannah@grace.test>',
    'From: Hannah\r\n <hannah@grace.test>',
    'From: hannah@grace.test (Hannah Brooks)',
  ])('is the only address of %j', async (from) => {
    expect(await senderOf(from)).toBe('hannah@grace.test');
  });

  it.each([
    'From: <hannah@grace.test> <mallory@evil.test>',
    'From: <mallory@evil.test> <hannah@grace.test>',
    'From: hannah@grace.test <mallory@evil.test>',
    'From: mallory@evil.test <hannah@grace.test>',
    'From: hannah@grace.test mallory@evil.test',
    'From: <hannah@grace.test>mallory@evil.test',
    'From: mallory@evil.test, hannah@grace.test',
    'From: hannah@grace.test,',
    'From: hannah@grace.test; mallory@evil.test',
    'From: Staff: hannah@grace.test;',
    'From: <<hannah@grace.test>>',
    'From: <hannah@grace.test',
    'From: hannah@grace.test>',
    'From: "Hannah <hannah@grace.test>',
    'From: Hannah (<mallory@evil.test>) <hannah@grace.test>',
    'From: (mallory@evil.test) hannah@grace.test',
    'From: hannah@grace.test\0.evil.test',
    'From: mallory@evil.test\rFrom: hannah@grace.test',
    'From: mallory@evil.test\0 <hannah@grace.test>',
    'From: <@evil.test:hannah@grace.test>',
    'From: <hannah@grace.test@evil.test>',
    'From: <hannah@evil.test@grace.test>',
    'From: =?utf-8?Q?hannah=40grace.test?=',
    'From: =?utf-8?Q?mallory=40evil.test=2C?= <hannah@grace.test> mallory',
    'From: mallory@evil.test\r\nFrom: hannah@grace.test',
    'From : mallory@evil.test\r\nFrom: hannah@grace.test',
    'From:',
    'Sender: hannah@grace.test',
  ])('is unknown for %j', async (from) => {
    expect(await senderOf(from)).toBe('');
  });
});
