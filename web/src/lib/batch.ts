import { batchAddress, maxBatchCalls, type BatchAnswer } from '#libs/contracts';
import { mayBeSignedIn } from './session-hint';

/** The milliseconds after the navigation during which a page counts as starting. */
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
let waiting: Call[] = [];

/**
 * Ends the time in which calls are sent together. Called when the user does something, because from
 * then on a slow call must not delay the others, and when a batch has failed, because the next
 * batch would probably fail, too.
 */
export function endStartOfPage(): void {
  isStarting = false;
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
  const isTogether = isStarting && performance.now() <= longestStart && mayBeSignedIn();
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
  // If the batch fails, each call is sent alone, so that each call gets its own answer or error.
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
  // Read the text of a refusal, too: otherwise the browser shows the request as running for ever.
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
