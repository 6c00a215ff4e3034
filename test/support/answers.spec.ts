import { describe, expect, it } from '@jest/globals';
import { expectAnswerOfTable } from './answers.js';

const json = { 'content-type': 'application/json; charset=utf-8' };

const check = (
  method: string,
  address: string,
  status: number,
  body: unknown,
  headers: Record<string, string> = json,
) => {
  const text = body === undefined ? '' : JSON.stringify(body);
  expectAnswerOfTable(method, address, { status, headers: new Headers(headers), text, body });
};

describe('the comparison of answers with the route table', () => {
  it.each([
    ['an error', 'GET', '/api/sermons/x?y', 404, { message: 'No.', code: 'x' }],
    ['a number of unread messages', 'GET', '/API/pastor/messages/count/', 200, { count: 1 }],
    ['no content', 'DELETE', '/api/sermons/x', 204, undefined],
    ['a path that the table does not have', 'GET', '/api/nothing', 418, { strange: true }],
  ])('accepts %s', (_, method, address, status, body) => {
    expect(() => check(method, address, status, body)).not.toThrow();
  });

  it.each([
    ['a status', 'GET', '/api/sermons', 418, { message: 'No.', code: 'x' }, 'no status'],
    ['a missing field', 'GET', '/api/pastor/messages/count', 200, {}, 'does not match'],
    ['a new field', 'GET', '/api/pastor/messages/count', 200, { count: 1, of: 2 }, 'with a field'],
    ['an error without a code', 'GET', '/api/sermons', 400, { message: 'No.' }, 'does not match'],
    ['content where there is none', 'DELETE', '/api/sermons/x', 204, {}, 'no content'],
    ['JSON instead of a calendar', 'GET', '/api/events/x.ics', 200, {}, 'with the type'],
  ])('refuses %s', (_, method, address, status, body, problem) => {
    expect(() => check(method, address, status, body)).toThrow(problem);
  });
});
