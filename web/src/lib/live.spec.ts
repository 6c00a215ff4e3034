import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { QueryClient } from '@tanstack/react-query';
import { watchLive } from './live';

/** A substitute for the browser's `EventSource`. */
class Stream {
  static readonly CLOSED = 2;
  static readonly open = new Set<Stream>();
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  readyState = 1;
  constructor() {
    Stream.open.add(this);
  }
  close(): void {
    Stream.open.delete(this);
  }
}

/** A substitute for the browser's lock manager. A request is granted asynchronously. */
const locks = {
  last: Promise.resolve<unknown>(null),
  held: 0,
  async request(
    _name: string,
    { ifAvailable = false }: LockOptions,
    work: (lock: object | null) => unknown,
  ): Promise<unknown> {
    await Promise.resolve();
    if (ifAvailable && locks.held > 0) return work(null);
    locks.held++;
    const done = locks.last.then(() => work({}));
    locks.last = done;
    return done.finally(() => locks.held--);
  },
};
const client = { invalidateQueries: () => Promise.resolve() } as unknown as QueryClient;
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
const before = {
  navigator: Reflect.get(globalThis, 'navigator') as unknown,
  window: Reflect.get(globalThis, 'window') as unknown,
  EventSource: Reflect.get(globalThis, 'EventSource') as unknown,
};
const put = (values: object) => {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, {
      value: value as unknown,
      configurable: true,
      writable: true,
    });
};
beforeEach(() => {
  put({ navigator: { locks }, window: globalThis, EventSource: Stream });
});
afterEach(() => {
  put(before);
});

it('watchLive opens one stream, and closes it when it is stopped', async () => {
  const stop = watchLive(client);
  await pause();
  expect(Stream.open.size).toBe(1);
  stop();
  await pause();
  expect(Stream.open.size).toBe(0);
});

it('watchLive opens no stream if it is stopped before the browser grants the lock', async () => {
  watchLive(client)();
  await pause();
  expect(Stream.open.size).toBe(0);
  const stop = watchLive(client);
  await pause();
  expect(Stream.open.size).toBe(1);
  stop();
});
