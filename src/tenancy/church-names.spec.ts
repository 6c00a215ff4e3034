import { describe, expect, it } from '@jest/globals';
import { problemOfChurchName } from './church-names.js';

describe('a church name', () => {
  it.each([
    'Grace',
    'St. Paul',
    'St.Paul',
    'Église de l’Espérance & Foi',
    '5th Street Church',
    'Church of the 24/7 Prayer, est. 1845',
    'Worship @ the Park',
    '서울 교회',
    'a'.repeat(80),
  ])('may be %j', (name) => {
    expect(problemOfChurchName(name)).toBeNull();
  });

  it.each([
    'Write to help@evil.example',
    'help＠evil.example',
    'Church@Home',
    'Visit https://evil.example/login',
    'hxxp://evil',
    'evil.com is your bank',
    'www.evil',
    'EVIL.COM',
    'evil。com',
    'evil.\u200bcom',
    'grace.evil.example',
    'münchen.de',
    'xn--mnchen-3ya.de',
    '10.0.0.1',
  ])('cannot contain an email address or a link: %j', (name) => {
    expect(problemOfChurchName(name)).toBe(
      'A church’s name cannot contain an email address or a web address.',
    );
  });

  it.each([
    'Call 5551234',
    'Call 555-123-4567',
    'Call (555) 123 4567',
    '1.2.3.4.5.6.7 steps',
    '５５５１２３４',
    '5\u200b5\u200b5\u200b1\u200b2\u200b3\u200b4',
    '٥٥٥١٢٣٤',
    '5️⃣5️⃣5️⃣1️⃣2️⃣3️⃣4️⃣',
  ])('cannot contain a telephone number: %j', (name) => {
    expect(problemOfChurchName(name)).toBe(
      'A church’s name cannot contain a number of seven or more digits.',
    );
  });

  it.each(['Church Connect', 'CHURCH-CONNECT Support', 'The Ch\u200burch Connect team'])(
    'cannot contain the name of the product: %j',
    (name) => {
      expect(problemOfChurchName(name)).toBe(
        'A church’s name cannot contain “Church Connect”: people would take it for the product.',
      );
    },
  );

  it('has at most 80 characters', () => {
    expect(problemOfChurchName('a'.repeat(81))).toBe('A church’s name has at most 80 characters.');
  });
});
