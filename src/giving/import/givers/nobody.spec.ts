import { expect, it } from '@jest/globals';
import { namesNobody } from './nobody.js';

it.each([
  'Anonymous',
  'N/A',
  '-',
  'UNKNOWN',
  'Loose  Plate',
  'Unidentified giver',
  'Anónimo',
  'Quête',
])('the text "%s" names no giver', (name) => expect(namesNobody(name)).toBe(true));

it.each(['Ada Quill', 'Ann Onymous', 'Will Plate', 'Norma Unknown', ''])(
  'the text "%s" may name a giver',
  (name) => expect(namesNobody(name)).toBe(false),
);
