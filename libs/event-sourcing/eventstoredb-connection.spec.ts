import { afterEach, describe, expect, it } from '@jest/globals';
import { Connection } from './eventstoredb-connection.js';
import { describeTrouble } from './eventstoredb-errors.js';

const never = () => new Promise<never>(() => undefined);
const unknownCertificate = Object.assign(
  new Error('14 UNAVAILABLE: No connection established. Last error: self-signed certificate'),
  { code: 14 },
);

describe('a call that fails until its deadline', () => {
  const connection = new Connection('esdb://127.0.0.1:1?tls=false', 200, () => undefined);
  afterEach(() => connection.dispose());

  it.each([
    ['the last error with a reason', [unknownCertificate], /^the certificate of EventStoreDB/],
    ['the time limit if no attempt knew a reason', [], /^EventStoreDB does not answer$/],
  ])('reports %s', async (_what, errors, trouble) => {
    const answers = errors.map((error) => () => Promise.reject(error));
    const failure: unknown = await connection
      .retry(() => (answers.shift() ?? never)())
      .catch((error: unknown) => error);
    expect(describeTrouble(failure)).toMatch(trouble);
  });
});
