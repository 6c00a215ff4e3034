import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attributions, blocks, sentLines, sentTexts } from '../../test/support/email/quotations.js';
import { splitAnswer } from './index.js';

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
      .map((text) => text.trimEnd())
      .filter((text) => text !== '')
      .toSorted();

  it.each<[string, string[] | null]>([
    ['unknown', null],
    ['known', sentTexts],
    ['empty', []],
  ])('is in the message or in the quoted part if the answered email is %s', (_title, sentText) => {
    fc.assert(
      fc.property(email, (lines) => {
        const { text, quoted } = splitAnswer(lines.join('\n'), sentText);
        const splitLines = [...text.split('\n'), ...(quoted ?? '').split('\n')];
        expect(essence(splitLines)).toEqual(essence(lines));
      }),
      { numRuns: 500 },
    );
  });

  it('is in the message if the answered email does not contain it', () => {
    fc.assert(
      fc.property(email, fc.nat(), (lines, position) => {
        const own = 'Qwertz uiop 42 is what I found';
        const index = position % (lines.length + 1);
        const { text } = splitAnswer(lines.toSpliced(index, 0, own).join('\n'), sentTexts);
        // A line directly above "wrote:" or within a block of fields may be part of the heading.
        const isInHeading = !text.includes(own);
        if (isInHeading)
          expect(lines.slice(Math.max(0, index - 4), index + 4).join('\n')).toMatch(/:|：/);
      }),
      { numRuns: 500 },
    );
  });
});
