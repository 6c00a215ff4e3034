import { noop, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { LiveKind, LiveSignal } from '#libs/contracts';

/** Something is new, or something may have been missed. */
type Told = LiveSignal | 'again';

/** What is asked for again when something is new. */
const asked: Record<LiveKind, (id: string) => QueryKey[]> = {
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
const everything: QueryKey[] = [
  ['auth', 'user'],
  ['tickets'],
  ['messages'],
  ['notifications'],
  ['giving', 'imports'],
  ['people', 'pending'],
];

/** milliseconds in which several things that are new are asked for at once */
const gathering = 150;
/** milliseconds until a stream that was refused is tried again */
const patience = 30_000;
const name = 'what is new';

/**
 * Hears what is new, as long as somebody is signed in, and asks for it again. The tabs of a browser share one stream: the
 * first holds it, the others hear from it, and one of them takes its place when it is closed.
 * @returns what stops it
 */
export function watchLive(client: QueryClient): () => void {
  const stopped = new AbortController();
  const channel = new BroadcastChannel(name);
  const waiting = new Map<string, QueryKey>();
  let timer: number | undefined;
  const ask = () => {
    timer = undefined;
    for (const queryKey of waiting.values()) void client.invalidateQueries({ queryKey });
    waiting.clear();
  };
  const hear = (told: Told) => {
    for (const key of told === 'again' ? everything : asked[told.kind](told.id))
      waiting.set(JSON.stringify(key), key);
    timer ??= window.setTimeout(ask, gathering);
  };
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  void lead((told) => {
    if (stopped.signal.aborted) return;
    channel.postMessage(told);
    hear(told);
  }, stopped.signal);
  return () => {
    stopped.abort();
    window.clearTimeout(timer);
    channel.close();
  };
}

/** Holds the stream while no other tab does. Where a browser has no locks (not on https), each tab has its own. */
async function lead(tell: (told: Told) => void, stopped: AbortSignal): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return follow(tell, stopped, false);
  const isTaken = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await follow(tell, stopped, false);
    return lock === null;
  });
  if (isTaken && !stopped.aborted)
    await locks.request(name, { signal: stopped }, () => follow(tell, stopped, true)).catch(noop);
}

/** @param hasMissed whether something may have come before the stream is open */
function follow(
  tell: (told: Told) => void,
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
        timer = window.setTimeout(open, patience);
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
