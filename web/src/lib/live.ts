import { noop, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { LiveKind, LiveSignal } from '#libs/contracts';

/** Something is new, or something may have been missed. */
type LiveMessage = LiveSignal | 'again';

/** What is asked for again when something is new. */
const staleKeys: Record<LiveKind, (id: string) => QueryKey[]> = {
  ticket: () => [['tickets']],
  message: () => [['messages']],
  notification: () => [['notifications']],
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

/** milliseconds in which several things that are new are asked for at once */
const batchDelay = 150;
/** milliseconds until a stream that was refused is tried again */
const retryDelay = 30_000;
const channelName = 'what is new';

/**
 * Hears what is new, as long as somebody is signed in, and asks for it again. The tabs of a browser share one stream: the
 * first holds it, the others hear from it, and one of them takes its place when it is closed.
 * @returns what stops it
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
  const receive = (told: LiveMessage) => {
    for (const key of told === 'again' ? allLiveKeys : staleKeys[told.kind](told.id))
      pendingKeys.set(JSON.stringify(key), key);
    timer ??= window.setTimeout(invalidatePending, batchDelay);
  };
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => receive(data);
  void holdStream((told) => {
    if (stopped.signal.aborted) return;
    channel.postMessage(told);
    receive(told);
  }, stopped.signal);
  return () => {
    stopped.abort();
    window.clearTimeout(timer);
    channel.close();
  };
}

/** Holds the stream while no other tab does. Where a browser has no locks (not on https), each tab has its own. */
async function holdStream(tell: (told: LiveMessage) => void, stopped: AbortSignal): Promise<void> {
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

/** @param hasMissed whether something may have come before the stream is open */
function readStream(
  tell: (told: LiveMessage) => void,
  stopped: AbortSignal,
  hasMissed: boolean,
): Promise<void> {
  if (stopped.aborted) return Promise.resolve(); // while the lock was asked for: nobody would tell this stream to end
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
      // one that was lost comes again by itself; one that was refused does not: whoever was here is signed out, or somebody else
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
