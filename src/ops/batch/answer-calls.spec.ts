import { describe, expect, it } from '@jest/globals';
import { answerCalls, type BatchLimits } from './answer-calls.js';

const generous: BatchLimits = { concurrent: 2, characters: 1_000, duration: 60_000 };
const isOpen = () => false;
const textsOf = (answers: ({ text: string } | null)[]) =>
  answers.map((answer) => answer?.text ?? null);

/** Answers each call with its own text, after other functions have run. */
const echo = async (call: string) => {
  await new Promise((resolve) => setImmediate(resolve));
  return { text: call };
};

describe('the calls of a batch', () => {
  it('are answered in their order, whichever is answered first', async () => {
    const answerLater = async (call: string) => {
      if (call === 'a') await new Promise((resolve) => setTimeout(resolve, 20));
      return echo(call);
    };
    expect(textsOf(await answerCalls(['a', 'b', 'c'], answerLater, generous, isOpen))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('are answered a few at a time', async () => {
    let running = 0;
    let mostRunning = 0;
    const count = async (call: string) => {
      mostRunning = Math.max(mostRunning, ++running);
      const answer = await echo(call);
      running--;
      return answer;
    };
    await answerCalls('abcdefgh'.split(''), count, generous, isOpen);
    expect(mostRunning).toBe(2);
  });

  it('are left out after answers that are large in total', async () => {
    const limits = { ...generous, concurrent: 1, characters: 10 };
    const calls = ['x'.repeat(6), 'y'.repeat(6), 'z'];
    expect(textsOf(await answerCalls(calls, echo, limits, isOpen))).toEqual([
      'xxxxxx',
      'yyyyyy',
      null,
    ]);
  });

  it('are left out if they are not answered in time, and the others are not started', async () => {
    const started: string[] = [];
    const hang = (call: string) => {
      started.push(call);
      return call === 'a' ? echo(call) : new Promise<never>(() => undefined);
    };
    const limits = { ...generous, duration: 30 };
    expect(textsOf(await answerCalls('abcde'.split(''), hang, limits, isOpen))).toEqual([
      'a',
      null,
      null,
      null,
      null,
    ]);
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('are left out when the client has closed the connection', async () => {
    let answered = 0;
    const count = (call: string) => {
      answered++;
      return echo(call);
    };
    await answerCalls('abcdefgh'.split(''), count, generous, () => answered >= 3);
    expect(answered).toBeLessThanOrEqual(4);
  });

  it('fail if one of them cannot be answered at all', async () => {
    const fail = () => Promise.reject(new Error('The server stops.'));
    await expect(answerCalls(['a'], fail, generous, isOpen)).rejects.toThrow('The server stops.');
  });
});
