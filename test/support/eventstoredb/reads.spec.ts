import { expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { until } from '../until.js';
import { Log } from './log.js';
import { identifierOf, streams, type ReadCall } from './messages.js';
import { read } from './reads.js';

const { ReadReq } = streams;

/** A subscription whose other end takes nothing of what is written to it. */
function subscription(written: (call: EventEmitter) => void, cancelled: boolean): ReadCall {
  const stream = new ReadReq.Options.StreamOptions()
    .setStreamIdentifier(identifierOf('a'))
    .setRevision('0');
  const request = new ReadReq().setOptions(
    new ReadReq.Options()
      .setStream(stream)
      .setSubscription(new ReadReq.Options.SubscriptionOptions()),
  );
  const call = new EventEmitter();
  const write = () => {
    written(call);
    return false;
  };
  return Object.assign(call, {
    request,
    cancelled,
    write,
    end: () => undefined,
  }) as unknown as ReadCall;
}

// one that goes on waiting keeps the process of the tests from ending
it.each([
  ['before the server came to its call', subscription(() => undefined, true)],
  ['while it is written to', subscription((call) => call.emit('cancelled'), false)],
])('a subscription is over when its caller goes %s', async (_when, call) => {
  let isOver = false;
  void read(new Log(), call, {
    lag: 0,
    staleReads: 0,
    given: [],
    tooSlow: 0,
    subscriptions: new AbortController(),
  }).then(() => (isOver = true));
  expect(await until(() => isOver)).toBe(true);
});
