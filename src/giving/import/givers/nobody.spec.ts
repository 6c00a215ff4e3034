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
])('"%s" names nobody', (name) => expect(namesNobody(name)).toBe(true));

it.each(['Ada Quill', 'Ann Onymous', 'Will Plate', 'Norma Unknown', ''])(
  '"%s" may name somebody',
  (name) => expect(namesNobody(name)).toBe(false),
);
