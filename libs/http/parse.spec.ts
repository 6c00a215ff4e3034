import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parse } from './parse.js';

const schema = z.strictObject({
  ids: z.array(z.string()).min(1).max(2),
  title: z.string().min(1).max(5),
  count: z.number().min(1).max(9),
});
const valid = { ids: ['a'], title: 'Ruth', count: 3 };

describe('the message about a value beyond its limit', () => {
  it.each([
    [{ ids: [] }, '"ids" must have at least 1 entry.'],
    [{ ids: ['a', 'b', 'c'] }, '"ids" must have at most 2 entries.'],
    [{ title: '' }, '"title" must have at least 1 character.'],
    [{ title: 'Romans' }, '"title" must have at most 5 characters.'],
    [{ count: 0 }, '"count" must be at least 1.'],
    [{ count: 10 }, '"count" must be at most 9.'],
  ])('names what is counted: %j', (change, message) => {
    expect(() => parse(schema, { ...valid, ...change })).toThrow(message);
  });
});
