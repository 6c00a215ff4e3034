import { batchAddress, maxBatchCalls, type BatchAnswer } from '#libs/contracts';
import { mayBeSignedIn } from './session-hint';

/** How long a page starts at most, in milliseconds. */
const startTime = 3_000;

interface Call {
  path: string;
  signal: AbortSignal | null;
  resolve: (response: Response) => void;
  reject: (error: unknown) => void;
}

/** Sends a call that reads as a request of its own. */
const readAlone = (path: string, signal: AbortSignal | null): Promise<Response> =>
  fetch(path, { headers: { accept: 'application/json' }, signal });

let isStarting = true;
let waiting: Call[] = [];

/**
 * Ends the time in which calls are sent together: when the user does something, because a slow call
 * must not delay the others then, and when a batch has failed, because the next one would, too.
 */
export function endStartOfPage(): void {
  isStarting = false;
}

/**
 * Sends a call that reads. While the page starts, the calls of the same moment are one request,
 * because each request takes about 1 ms of the processor. Batches are for signed-in users.
 * @param path with the query string
 */
export function read(path: string, signal: AbortSignal | null): Promise<Response> {
  const isTogether = isStarting && performance.now() <= startTime && mayBeSignedIn();
  if (!isTogether) return readAlone(path, signal);
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(sendWaiting);
    waiting.push({ path, signal, resolve, reject });
  });
}

function sendWaiting(): void {
  const calls = waiting;
  waiting = [];
  for (let first = 0; first < calls.length; first += maxBatchCalls)
    void sendTogether(calls.slice(first, first + maxBatchCalls));
}

async function sendTogether(calls: readonly Call[]): Promise<void> {
  const needed = calls.filter(({ signal }) => !signal?.aborted);
  const paths = [...new Set(needed.map(({ path }) => path))];
  // If the batch fails, each call is sent alone, and says itself what is wrong.
  const answers = paths.length > 1 ? await readBatch(paths).catch(endStartOfPage) : undefined;
  for (const { path, signal, resolve, reject } of calls) {
    const answer = answers?.[paths.indexOf(path)];
    if (signal?.aborted) reject(signal.reason);
    else if (answer) resolve(responseOf(answer));
    else readAlone(path, signal).then(resolve, reject);
  }
}

async function readBatch(paths: readonly string[]): Promise<BatchAnswer[]> {
  const response = await readAlone(batchAddress(paths), null);
  // An answer that nobody reads would stay a request that has not ended.
  const body = await response.text();
  if (!response.ok) throw new Error(`The batch was answered with ${response.status}.`);
  return JSON.parse(body) as BatchAnswer[];
}

/** The statuses whose answers must not have a body, not even an empty text. */
const statusesWithoutBody = [204, 205, 304];

const responseOf = ({ status, link, text }: BatchAnswer): Response =>
  new Response(statusesWithoutBody.includes(status) ? null : text, {
    status,
    headers: link === null ? {} : { link },
  });
