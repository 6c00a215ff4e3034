import { expect } from '@jest/globals';
import type { ErrorBody } from '#libs/contracts';
import type { Answer } from '../../support/app.js';

/**
 * Expects that a request was refused with a code and with a sentence that a user understands.
 * @param subject names the request in the output of a failed test
 */
export function expectRefused(subject: unknown, answer: Answer, status = 400): void {
  const { message, code } = (answer.body ?? {}) as Partial<ErrorBody>;
  const isSentence =
    typeof message === 'string' &&
    message.length > 8 &&
    !/invalid input|expected|unrecognized|undefined|json at position/i.test(message);
  expect({ subject, status: answer.status, message, isSentence, code: typeof code }).toEqual({
    subject,
    status,
    message,
    isSentence: true,
    code: 'string',
  });
}
