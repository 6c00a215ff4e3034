import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TimeLimitExceeded } from './eventstoredb-errors.js';

// Reads the streams of the client of EventStoreDB, with time limits.

/**
 * @throws TimeLimitExceeded if `work` takes longer than `time` milliseconds, or `signal` is aborted
 */
export async function withTimeLimit<T>(
  time: number,
  work: Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const limit = new Promise<never>((_, reject) => {
    stop = () => reject(new TimeLimitExceeded('Stopped'));
    if (time !== Infinity)
      timer = setTimeout(
        () => reject(new TimeLimitExceeded(`EventStoreDB did not answer within ${time} ms`)),
        time,
      );
  });
  signal?.addEventListener('abort', stop);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** A stream of the client. It is a `Readable`, but its types differ from those of Node.js. */
type Source = Pick<Readable, 'read' | 'readableEnded' | 'destroyed'> & NodeJS.EventEmitter;

/** Maximum number of items that are yielded at once. */
const maxAtOnce = 1_000;

/**
 * Yields the items of a stream of the client, all that have arrived at once, because waiting for
 * each single event takes longer than reading it.
 * @param time milliseconds that it waits for an item before it fails. The time that the reader
 *   takes does not count.
 * @param quiet milliseconds after which an empty list is yielded if nothing has arrived
 */
export async function* readAvailable<T>(
  source: Source,
  time: number,
  signal?: AbortSignal,
  quiet: () => number = () => Infinity,
): AsyncGenerator<T[]> {
  let failure: { error: unknown } | undefined;
  let wake: () => void = () => undefined;
  // never removed, because an error after the last read would end the process
  source.on('error', (error) => (failure ??= { error }));
  for (const name of ['readable', 'end', 'close', 'error']) source.on(name, () => wake());
  for (let silence = 0; !signal?.aborted;) {
    const items: T[] = [];
    for (let item: unknown; items.length < maxAtOnce && (item = source.read()) !== null;)
      items.push(item as T);
    if (items.length > 0) {
      silence = 0;
      yield items;
      continue;
    }
    if (failure) throw failure.error;
    if (source.readableEnded || source.destroyed) return;
    const [remainingSilence, pause] = [time - silence, quiet()];
    const isQuiet = await withTimeLimit(
      Math.min(remainingSilence, pause),
      new Promise<false>((resolve) => (wake = () => resolve(false))),
      signal,
    ).catch((error: unknown) => {
      if (signal?.aborted || remainingSilence <= pause) throw error;
      return true;
    });
    if (isQuiet) {
      silence += pause;
      yield [];
    } else await nextTurn(); // so that items that arrive together are yielded together
  }
}

/**
 * Ends a stream of the client. Neither its iterator nor `destroy` ends the call to the server. The
 * received items are drained, because otherwise the client regards the call as open, and waits for
 * it in `dispose`.
 */
export function endStream(stream: NodeJS.EventEmitter, cancel: () => Promise<void>): void {
  cancel().catch(() => undefined);
  stream.removeAllListeners('readable').on('data', () => undefined);
}
