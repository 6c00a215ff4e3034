import { noop, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { LiveKind, LiveSignal } from '#libs/contracts';

/** A live update of the server, or `again` if updates may have been missed. */
type LiveMessage = LiveSignal | 'again';

/** The keys of the queries that a live update makes stale. */
const staleKeys: Record<LiveKind, (id: string) => QueryKey[]> = {
  ticket: () => [['tickets']],
  message: () => [['messages']],
  // Notifications also tell of canceled and moved events.
  notification: () => [['notifications'], ['events']],
  import: (id) => [
    ['giving', 'imports', 'one', id],
    ['giving', 'imports', 'list'],
  ],
  badge: () => [
    ['tickets', 'count'],
    ['people', 'pending'],
  ],
};
const allLiveKeys: QueryKey[] = [
  ['auth', 'user'],
  ['tickets'],
  ['messages'],
  ['notifications'],
  ['giving', 'imports'],
  ['people', 'pending'],
];

/** Milliseconds during which several updates are collected before queries are loaded again. */
const batchDelay = 150;
/** Milliseconds before a refused stream is opened again. */
const retryDelay = 30_000;
const channelName = 'what is new';

/**
 * Receives live updates while a user is signed in, and invalidates the queries that they concern.
 * The tabs of a browser share one stream: one tab holds it and passes updates to the others. When
 * that tab is closed, another one takes over.
 * @returns a function that stops it
 */
export function watchLive(client: QueryClient): () => void {
  const stopped = new AbortController();
  const channel = new BroadcastChannel(channelName);
  const pendingKeys = new Map<string, QueryKey>();
  let timer: number | undefined;
  const invalidatePending = () => {
    timer = undefined;
    for (const queryKey of pendingKeys.values()) void client.invalidateQueries({ queryKey });
    pendingKeys.clear();
  };
  const receive = (message: LiveMessage) => {
    for (const key of message === 'again' ? allLiveKeys : staleKeys[message.kind](message.id))
      pendingKeys.set(JSON.stringify(key), key);
    timer ??= window.setTimeout(invalidatePending, batchDelay);
  };
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => receive(data);
  void holdStream((message) => {
    if (stopped.signal.aborted) return;
    channel.postMessage(message);
    receive(message);
  }, stopped.signal);
  return () => {
    stopped.abort();
    window.clearTimeout(timer);
    channel.close();
  };
}

/**
 * Holds the stream while no other tab does. If the browser has no locks (outside of HTTPS), each
 * tab has its own stream.
 */
async function holdStream(
  tell: (message: LiveMessage) => void,
  stopped: AbortSignal,
): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return readStream(tell, stopped, false);
  const isTaken = await locks.request(channelName, { ifAvailable: true }, async (lock) => {
    if (lock) await readStream(tell, stopped, false);
    return lock === null;
  });
  if (isTaken && !stopped.aborted)
    await locks
      .request(channelName, { signal: stopped }, () => readStream(tell, stopped, true))
      .catch(noop);
}

/** @param hasMissed whether updates may have been sent before the stream was open */
function readStream(
  tell: (message: LiveMessage) => void,
  stopped: AbortSignal,
  hasMissed: boolean,
): Promise<void> {
  // `watchLive` was stopped while the lock was being requested, so nothing would close the stream.
  if (stopped.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    let source: EventSource;
    let timer: number | undefined;
    const open = () => {
      source = new EventSource('/api/live');
      source.onopen = () => {
        if (hasMissed) tell('again');
        hasMissed = true;
      };
      source.onmessage = ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as LiveSignal);
      // The browser reopens a lost connection itself, but not one that the server refused, because
      // the user has signed out or another user has signed in.
      source.onerror = () => {
        if (source.readyState !== EventSource.CLOSED) return;
        tell('again');
        timer = window.setTimeout(open, retryDelay);
      };
    };
    open();
    stopped.addEventListener('abort', () => {
      window.clearTimeout(timer);
      source.close();
      resolve();
    });
  });
}
