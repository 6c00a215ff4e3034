import { batchAddress, maxBatchCalls, type BatchAnswer } from '#libs/contracts';
import { mayBeSignedIn } from './session-hint';

/** The milliseconds after the first call during which a page counts as starting. */
const longestStart = 3_000;

interface Call {
  path: string;
  signal: AbortSignal | null;
  resolve: (response: Response) => void;
  reject: (error: unknown) => void;
}

/** Sends a reading call as a request of its own. */
const readAlone = (path: string, signal: AbortSignal | null): Promise<Response> =>
  fetch(path, { headers: { accept: 'application/json' }, signal });

let isStarting = true;
/** The time of the first call on the clock of `performance.now`; null before it. */
let startedAt: number | null = null;
let waitingCalls: Call[] = [];

/**
 * Ends the time in which calls are sent together. Called when the user does something, because from
 * then on a slow call must not delay the others, and when a batch has failed, because the next
 * batch would probably fail, too.
 */
export function endStartOfPage(): void {
  isStarting = false;
}

/** A hidden page runs timers only once a second, so waiting for other calls would delay it. */
function isStartOfPage(): boolean {
  startedAt ??= performance.now();
  return isStarting && performance.now() - startedAt <= longestStart && !document.hidden;
}

/**
 * Sends a reading call. While the page starts, the calls of the same moment are sent as one
 * request, because each request takes about 1 ms of the browser's processor time. The server
 * accepts batches only from signed-in users.
 * @param path with the query string
 * @returns the answer, which may be an error. A call of a batch that is aborted is rejected only
 *   when the batch has ended.
 */
export function read(path: string, signal: AbortSignal | null): Promise<Response> {
  if (!isStartOfPage() || !mayBeSignedIn()) return readAlone(path, signal);
  return new Promise((resolve, reject) => {
    if (waitingCalls.length === 0) setTimeout(sendWaiting);
    waitingCalls.push({ path, signal, resolve, reject });
  });
}

function sendWaiting(): void {
  const calls = waitingCalls;
  waitingCalls = [];
  for (let first = 0; first < calls.length; first += maxBatchCalls)
    void sendTogether(calls.slice(first, first + maxBatchCalls));
}

async function sendTogether(calls: readonly Call[]): Promise<void> {
  const needed = calls.filter(({ signal }) => !signal?.aborted);
  const paths = [...new Set(needed.map(({ path }) => path))];
  // If the batch fails, each call is sent alone, so that each call gets its own answer or error.
  const isAborted = () => needed.every(({ signal }) => signal?.aborted);
  const onFailure = () => (isAborted() ? undefined : endStartOfPage());
  const answers = paths.length > 1 ? await readBatch(paths, needed).catch(onFailure) : undefined;
  for (const { path, signal, resolve, reject } of calls) {
    const answer = answers?.[paths.indexOf(path)];
    if (signal?.aborted) reject(signal.reason);
    else if (answer) resolve(responseOf(answer));
    else readAlone(path, signal).then(resolve, reject);
  }
}

/** @returns the answers; null for a call that the server left out, which must be sent alone */
async function readBatch(
  paths: readonly string[],
  calls: readonly Call[],
): Promise<(BatchAnswer | null)[]> {
  const response = await readAlone(batchAddress(paths), signalOfAll(calls));
  // Read the text of a refusal, too: otherwise the browser shows the request as running for ever.
  const body = await response.text();
  if (!response.ok) throw new Error(`The batch was answered with ${response.status}.`);
  return JSON.parse(body) as (BatchAnswer | null)[];
}

/** Returns a signal that aborts when each of the calls is aborted; null if one cannot be. */
function signalOfAll(calls: readonly Call[]): AbortSignal | null {
  const signals = calls.flatMap(({ signal }) => signal ?? []);
  if (signals.length < calls.length) return null;
  const controller = new AbortController();
  const abortWithLast = () => {
    if (signals.every(({ aborted }) => aborted)) controller.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', abortWithLast);
  return controller.signal;
}

/** The statuses whose answers must not have a body, not even an empty text. */
const statusesWithoutBody = [204, 205, 304];

const responseOf = ({ status, link, text }: BatchAnswer): Response =>
  new Response(statusesWithoutBody.includes(status) ? null : text, {
    status,
    headers: link === null ? {} : { link },
  });
