import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { testDatabase } from '../../test/support/database/database.js';
import { makeLogger, NestLogger } from './logger.js';

const canary = 'hannah@grace.test';

/** Returns what a logger writes while `work` uses it. */
function captureLog(work: (logger: ReturnType<typeof makeLogger>) => void): {
  text: string;
  lines: Record<string, unknown>[];
} {
  const chunks: string[] = [];
  work(
    makeLogger(
      'trace',
      new Writable({
        write: (chunk, _encoding, done) => {
          chunks.push(String(chunk));
          done();
        },
      }),
    ),
  );
  const text = chunks.join('');
  return {
    text,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('the log', () => {
  it('contains no message of an error that the framework passes as the context', () => {
    const { text, lines } = captureLog((logger) => {
      const stack = `Error: connect ECONNREFUSED ${canary}\n    at connect (node:net:1:2)`;
      new NestLogger(logger).error('Cannot close', stack);
      new NestLogger(logger).warn('It is late', 'Scheduler');
    });
    expect(text).not.toContain(canary);
    expect(lines[0]).toMatchObject({ message: 'Cannot close', error: { type: 'Error' } });
    expect(lines[1]).toMatchObject({ message: 'It is late', context: 'Scheduler' });
  });

  it('contains entries of the program at level info, and those of Nest at level debug', () => {
    const { lines } = captureLog((logger) => {
      new NestLogger(logger).log({ message: 'an import began' }, 'imports');
      new NestLogger(logger).log('Mapped {/api, GET} route', 'RouterExplorer');
    });
    expect(lines).toMatchObject([
      { level: 30, message: 'an import began', context: 'imports' },
      { level: 20, message: 'Mapped {/api, GET} route', context: 'RouterExplorer' },
    ]);
  });

  it('contains the type, code and stack of an error and its causes, but no message', async () => {
    const database = await testDatabase();
    const databaseError: unknown = await database.db
      .platform((tx) =>
        tx.sql(
          `insert into account (id, email) values (gen_random_uuid(), $1), (gen_random_uuid(), $1)`,
          [canary],
        ),
      )
      .catch((error: unknown) => error);
    await database.close();
    const error = new TypeError(`no person\n    at ${canary}`, { cause: databaseError });
    const { text, lines } = captureLog((logger) => {
      logger.error({ message: 'a call failed', error });
    });
    expect(text).not.toContain(canary);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      message: 'a call failed',
      error: {
        type: 'TypeError',
        stack: expect.stringMatching(/^\s+at .*logger\.spec/m),
        cause: { type: 'DatabaseError', code: '23505', stack: expect.stringMatching(/^\s+at /m) },
      },
    });
  });

  it.each([
    [
      'a copy of an error',
      (error: Error) => ({ error: { message: error.message, stack: error.stack, detail: canary } }),
    ],
    ['an error in any field', (error: Error) => ({ reason: error })],
    ['an error without an entry', (error: Error) => error],
    ['several errors', (error: Error) => ({ error: new AggregateError([error], canary) })],
    ['an error that is a text', () => ({ error: canary })],
    [
      'an error whose code is a sentence',
      () => ({ error: Object.assign(new Error(canary), { code: `no ${canary}` }) }),
    ],
    [
      'an error that is its own cause',
      () => {
        const error = new Error(canary);
        return { error: Object.assign(error, { cause: error }) };
      },
    ],
  ])('contains no personal data of %s', (_name, fields) => {
    const error = Object.assign(new RangeError(canary), { detail: canary });
    for (const { text } of [
      captureLog((logger) => {
        logger.warn(fields(error));
      }),
      captureLog((logger) => {
        new NestLogger(logger).error(fields(error), error.stack, 'http');
      }),
    ]) {
      expect(text).not.toContain(canary);
      expect(text).toMatch(/"type":"(\w*Error|string)"/);
    }
  });
});
