import { expect, it } from '@jest/globals';
import { numberText } from './values.js';

const moment = (stored: string) => numberText(stored, { is: 'dateTime' }, false);

it.each([
  ['46000.999999', '2025-12-09 23:59:59', 'the last moment of a day stays on that day'],
  ['46000.3333333333', '2025-12-09 08:00:00', 'an hour as a fraction is the whole hour'],
  ['46000', '2025-12-09 00:00:00', 'midnight begins the day'],
])('%s is %s: %s', (stored, text) => expect(moment(stored)).toBe(text));
