import { beforeEach, describe, expect, it } from '@jest/globals';
import { ThrottledLog, type LogEntry } from './throttled-log.js';

const minute = 60_000;

describe('a throttled log', () => {
  let now: number;
  let lines: LogEntry[];
  let log: ThrottledLog;
  beforeEach(() => {
    now = 0;
    lines = [];
    log = new ThrottledLog(
      (entry) => void lines.push(entry),
      minute,
      () => now,
    );
  });

  it('writes the first occurrence of a problem immediately', () => {
    log.report({ message: 'the store is away' });
    expect(lines).toEqual([{ message: 'the store is away' }]);
  });

  it('writes one line a minute with the number of repetitions of the problem', () => {
    log.report({ message: 'the store is away' });
    lines.length = 0;
    for (let second = 1; second <= 120; second++) {
      now = second * 1_000;
      log.report({ message: 'the store is away' });
    }
    expect(lines).toEqual([
      { message: 'the store is away', repeated: 59 },
      { message: 'the store is away', repeated: 59 },
    ]);
  });

  it('distinguishes problems with different messages', () => {
    log.report({ message: 'the store is away' });
    log.report({ message: 'the disk is full' });
    expect(lines).toEqual([{ message: 'the store is away' }, { message: 'the disk is full' }]);
  });
});
