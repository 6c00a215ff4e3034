import { expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { until } from '../until.js';
import { Log } from './log.js';
import { identifierOf, streams, type ReadCall, type Streams } from './messages.js';
import { read, type SubscriberSettings } from './reads.js';

const { ReadReq } = streams;
const empty = new Uint8Array();
const proposed = { type: 'noted', contentType: 'application/json', data: empty, metadata: empty };

/**
 * Starts a subscription to the stream `a`.
 * @param write receives each answer; returns false if the client is slow
 */
function subscription(
  write: (call: EventEmitter, answer: Streams.ReadResp) => boolean,
  cancelled: boolean,
): ReadCall {
  const stream = new ReadReq.Options.StreamOptions()
    .setStreamIdentifier(identifierOf('a'))
    .setRevision('0');
  const request = new ReadReq().setOptions(
    new ReadReq.Options()
      .setStream(stream)
      .setSubscription(new ReadReq.Options.SubscriptionOptions()),
  );
  const call = new EventEmitter();
  return Object.assign(call, {
    request,
    cancelled,
    write: (answer: Streams.ReadResp) => write(call, answer),
    end: () => undefined,
  }) as unknown as ReadCall;
}

const settings = (): SubscriberSettings => ({
  lag: 0,
  staleReadsFor: 0,
  sentEvents: [],
  endedAsTooSlow: 0,
  subscriptions: new AbortController(),
});

// A subscription that continues to wait would keep the process from ending.
it.each([
  ['before the server handles the call', subscription(() => false, true)],
  [
    'while the server writes an answer',
    subscription((call) => {
      call.emit('cancelled');
      return false;
    }, false),
  ],
])('a subscription ends if its caller cancels it %s', async (_when, call) => {
  let isOver = false;
  void read(new Log(), call, settings()).then(() => (isOver = true));
  expect(await until(() => isOver)).toBe(true);
});

it('a subscription delivers an event that is appended just as its reader catches up', async () => {
  const log = new Log();
  const append = (id: string) => log.append('a', 'any', [{ ...proposed, id }]);
  append('seen');
  const delivered: string[] = [];
  const call = subscription((_call, answer) => {
    if (answer.hasCaughtUp()) append('appended meanwhile');
    if (answer.hasEvent()) delivered.push(answer.getEvent()!.getEvent()!.getId()!.getString());
    return true;
  }, false);
  const reading = read(log, call, settings());
  await until(() => delivered.length > 0);
  (call as unknown as EventEmitter).emit('cancelled');
  await reading;
  expect(delivered).toEqual(['appended meanwhile']);
});
