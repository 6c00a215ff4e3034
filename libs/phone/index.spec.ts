import { describe, expect, it } from '@jest/globals';
import { isSamePhone, readPhone, readTextMessageNumber } from './index.js';

describe('a phone number', () => {
  it.each([
    ['555-123-4567', '+15551234567'],
    ['(555) 123.4567', '+15551234567'],
    [' 5551234567 ', '+15551234567'],
    ['15551234567', '+15551234567'],
    ['1-555-123-4567', '+15551234567'],
    ['+1 555 123 4567', '+15551234567'],
    ['555-123-4567 x12', '+15551234567;ext=12'],
    ['555-123-4567 ext. 12', '+15551234567;ext=12'],
    ['(555) 123-4567 extension 12', '+15551234567;ext=12'],
    ['555-123-4567 #12', '+15551234567;ext=12'],
    ['+15551234567;ext=12', '+15551234567;ext=12'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['011 44 20 7946 0958', '+442079460958'],
    ['+49 30 901820-12', '+493090182012'],
    ['+52 55 1234 5678 ext 7', '+525512345678;ext=7'],
  ])('is read: %j is stored as %s', (typed, stored) => {
    expect(readPhone(typed)).toBe(stored);
    expect(readPhone(stored)).toBe(stored);
    expect(isSamePhone(typed, stored)).toBe(true);
  });

  it.each([
    '',
    '12345',
    '555-1234',
    'call me',
    '555_123_4567',
    '5.551234567E9',
    '555-123-4567 or 555-765-4321',
    '555-123-4567 / 555-765-4321',
    'cell 555-123-4567',
    '+',
    '+1',
    '+999 123 456 789',
    '9'.repeat(50),
  ])('cannot be %j', (typed) => expect(readPhone(typed)).toBeNull());

  it.each([
    ['(555) 123-4567', '+15551234567'],
    ['+15551234567', '+15551234567'],
    ['+15551234567;ext=12', null],
    ['+442079460958', null],
    ['12', null],
  ])('may get text messages: for %j they are sent to %s', (phone, expected) =>
    expect(readTextMessageNumber(phone)).toBe(expected),
  );

  it('is another one if a digit or the extension differs', () => {
    expect(isSamePhone('555-123-4568', '+15551234567')).toBe(false);
    expect(isSamePhone('555-123-4567', '+15551234567;ext=12')).toBe(false);
    expect(isSamePhone('nonsense', '+15551234567')).toBe(false);
  });
});
