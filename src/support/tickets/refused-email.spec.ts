import { describe, expect, it } from '@jest/globals';
import { HttpError } from '#libs/http';
import { isOwnAddress, RefusedEmail, refusalRules } from './refused-email.js';

describe('isOwnAddress', () => {
  it.each([
    ['hannah@grace.test', 'hannah@grace.test', true],
    ['hannah@grace.test', 'hannah+church@grace.test', true],
    ['hannah+church@grace.test', 'hannah@grace.test', true],
    ['hannah+church@grace.test', 'hannah+home@grace.test', true],
    ['hannah@grace.test', 'hannah+church@evil.test', false],
    ['hannah@grace.test', 'hannah+x@grace.test@evil.test', false],
    ['hannah@grace.test', 'anna+hannah@grace.test', false],
    ['hannah@grace.test', '+hannah@grace.test', false],
    ['+a@grace.test', '+b@grace.test', false],
    ['hannah@grace.test', '', false],
    ['', '', false],
  ])('compares the user’s address %j with the sender %j: %s', (own, sender, expected) => {
    expect(isOwnAddress(own, sender)).toBe(expected);
  });
});

describe('an error while an email is processed', () => {
  it.each([
    ['a failure of the program', new Error('lost'), null],
    ['a failure with a status', new HttpError(503, 'Later.', 'away'), null],
    ['too many requests at once', new HttpError(429, 'Later.', 'throttled'), null],
    ['too many messages in a day', new HttpError(429, 'Wait.', 'too-many'), 'Wait.'],
    [
      'a ticket that is not visible',
      new HttpError(404, 'No.', 'not-found'),
      refusalRules['not-visible'].notice,
    ],
    ['a refusal', RefusedEmail.because('automatic', 'list'), null],
    ['an empty email', RefusedEmail.because('empty'), refusalRules.empty.notice],
  ])('determines the notice to the sender: %s', (_title, error, notice) => {
    expect(RefusedEmail.from(error)?.rule.notice ?? null).toBe(notice);
  });

  it('is no refusal of the email if the mail server must send it again', () => {
    expect(RefusedEmail.from(new Error('lost'))).toBeNull();
    expect(RefusedEmail.from(new HttpError(429, 'Later.', 'throttled'))).toBeNull();
    expect(RefusedEmail.from(new HttpError(503, 'Later.', 'away'))).toBeNull();
  });
});
