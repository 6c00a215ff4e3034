import { describe, expect, it } from '@jest/globals';
import { checkLog, expectInLog, takeLine, testLogger } from './log.js';

describe('the log of the programs under test', () => {
  it('must not contain unexpected warnings', () => {
    testLogger().info({ message: 'as usual' });
    checkLog();
    testLogger().warn({ message: 'odd' });
    takeLine('(node:1) Warning: odder');
    expect(checkLog).toThrow(
      /2 warnings that nobody expected:\n.*"odd".*\n\(node:1\) Warning: odder/,
    );
    checkLog(); // Each warning is reported only once.
  });

  it('may contain expected warnings and refused requests', () => {
    expectInLog(/"message":"an import failed"/);
    testLogger().error({ message: 'an import failed' });
    testLogger().warn({ route: '/api/x', status: 403, code: 'forbidden' });
    checkLog();
    testLogger().warn({ route: '/api/x', status: 500, code: 'unexpected' });
    expect(checkLog).toThrow('1 warnings');
  });
});
