import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { repairText } from './index.js';

describe('text that was decoded with a wrong encoding before the file was created', () => {
  test.each([
    ['N√∫√±ez', 'Núñez'],
    ['NÃºÃ±ez', 'Núñez'],
    ['Ren√©e O‚ÄôBrien', 'Renée O’Brien'],
    ['Renée', null],
    ['Jane Doe', null],
    ['Ünser Fonds', null],
    ['25 €', null],
    ['', null],
    ['√', null],
    ['東京', null],
  ])('is repaired: %j becomes %j', (text, repaired) => expect(repairText(text)).toBe(repaired));

  it('is repaired exactly after each of two wrong encodings', () => {
    const name = fc.string({
      unit: fc.constantFrom(...Array.from('abcz áéíóúñüßøåçÉÑÖ’“”–€')),
      minLength: 1,
    });
    fc.assert(
      fc.property(name, fc.constantFrom('windows-1252', 'macintosh'), (meant, mistaken) => {
        const damaged = iconv.decode(iconv.encode(meant, 'utf-8'), mistaken);
        if (damaged.includes('\ufffd') || damaged === meant) return;
        expect(repairText(damaged)).toBe(meant);
      }),
    );
  });

  it('is never assumed in undamaged words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('abcz áéíóúñüßøåçÉÑÖ-.,')) }),
        (text) => expect(repairText(text)).toBeNull(),
      ),
    );
  });
});
