import { describe, expect, it } from '@jest/globals';
import { checkLog, expectInLog, takeLine, testLogger } from './log.js';

describe('the log of the programs under test', () => {
  it('holds no warning that nobody expected', () => {
    testLogger().info({ message: 'as usual' });
    checkLog();
    testLogger().warn({ message: 'odd' });
    takeLine('(node:1) Warning: odder');
    expect(checkLog).toThrow(
      /2 warnings that nobody expected:\n.*"odd".*\n\(node:1\) Warning: odder/,
    );
    checkLog(); // told once
  });

  it('may hold what its file expects, and the requests that were refused', () => {
    expectInLog(/"message":"an import failed"/);
    testLogger().error({ message: 'an import failed' });
    testLogger().warn({ route: '/api/x', status: 403, code: 'forbidden' });
    checkLog();
    testLogger().warn({ route: '/api/x', status: 500, code: 'unexpected' });
    expect(checkLog).toThrow('1 warnings');
  });
});
