import { describe, expect, it } from '@jest/globals';
import { findExcess, jsonLimits } from './json-bodies.js';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const list = (length: number) => JSON.stringify(Array.from({ length }, () => 0));
const object = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, n])));

describe('the limits of JSON', () => {
  it.each([
    ['the largest depth', nested(jsonLimits.depth)],
    ['the largest number of elements', list(jsonLimits.elements)],
    ['the largest object', object(jsonLimits.keys)],
    ['brackets in strings', JSON.stringify(['['.repeat(100), '\\"'.repeat(100), '{,'.repeat(100)])],
    ['commas in strings', JSON.stringify({ words: ','.repeat(60_000) })],
    ['many empty lists in a row', `[${'[ ],'.repeat(100)}{ }]`],
    ['a single value', '7'],
    ['an unfinished string', '"['],
    ['a text that is not JSON', ']]}}'],
  ])('allow %s', (_, text) => {
    expect(findExcess(text)).toBeNull();
  });

  it.each([
    ['one level too many of lists', nested(jsonLimits.depth + 1)],
    ['one level too many of objects', '{"a":'.repeat(jsonLimits.depth + 1)],
    ['one element too many', list(jsonLimits.elements + 1)],
    ['one key too many', object(jsonLimits.keys + 1)],
    ['the same key too often', `{${'"a":1,'.repeat(jsonLimits.keys)}"a":1}`],
    ['too many elements in many lists', `[${'[1],'.repeat(jsonLimits.elements / 2)}1]`],
    ['too many members in many objects', `[${'{"a" : 1},'.repeat(jsonLimits.elements / 2)}1]`],
    ['too many lists after a string with an escape', `["\\\\\\"",${nested(jsonLimits.depth)}]`],
  ])('refuse %s', (_, text) => {
    expect(findExcess(text)).toMatch(/^This request has too many /);
  });
});
