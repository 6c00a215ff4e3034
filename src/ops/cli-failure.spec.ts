import { describe, expect, it } from '@jest/globals';
import { StoreMismatch, StoreMoved, StoreUnavailable } from '#libs/event-sourcing';
import { explainFailure } from './cli-failure.js';

const withCode = (code: string | number, message = 'an error') =>
  Object.assign(new Error(message), { code });
const external = { DATABASE_URL: 'postgresql://app:secret@db.test/church' };
const embedded = { DATABASE_URL: undefined };

describe('the explanation of a failed command', () => {
  it.each([
    ['a lost connection', withCode('ECONNRESET')],
    ['a server that was stopped', withCode('57P01')],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ])('names DATABASE_URL after %s', (_title, error) => {
    expect(explainFailure(error, external)).toBe(
      'DATABASE_URL: the connection to PostgreSQL was lost. Run the command again when the ' +
        'server answers.',
    );
  });

  it('names the embedded server if there is no DATABASE_URL', () => {
    expect(explainFailure(withCode('ECONNRESET'), embedded)).toMatch(
      /^DATA_DIR: the connection to the embedded PostgreSQL was lost\. /,
    );
  });

  it.each([
    ['does not answer', new StoreUnavailable(), 'EventStoreDB does not answer.'],
    [
      'refuses the user',
      new StoreUnavailable({ cause: withCode(16) }),
      'EventStoreDB does not know the user of EVENTSTORE_URL, or the password is wrong.',
    ],
    ['ends a call', withCode(14), 'EventStoreDB does not answer.'],
  ])('names EVENTSTORE_URL if EventStoreDB %s', (_title, error, sentence) => {
    expect(explainFailure(error, external)).toBe(`EVENTSTORE_URL: ${sentence}`);
  });

  it('names the church and what to do if a church does not match its event store', () => {
    expect(explainFailure(new StoreMismatch('the-id'), external)).toBe(
      'The journal of the church the-id and its event store do not match. Run repair-books ' +
        'for this church.',
    );
  });

  it('says that a church was moved while the command ran', () => {
    expect(explainFailure(new StoreMoved(), external)).toBe(
      'A church was moved to another event store while the command ran. Run the command again.',
    );
  });

  it('is the message of the error in all other cases', () => {
    expect(explainFailure(new Error('There is no church with the slug "x".'), external)).toBe(
      'There is no church with the slug "x".',
    );
  });
});
