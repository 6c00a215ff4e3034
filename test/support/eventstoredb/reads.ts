import {
  caughtUpAnswer,
  checkpointAnswer,
  confirmationAnswer,
  eventAnswer,
  grpc,
  nameOf,
  notFoundAnswer,
  refusal,
  streams,
  type ReadCall,
  type Streams,
} from './messages.js';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Log, Recorded } from './log.js';

const defaultWindow = 32;
/** how many events a server up to 23.10 keeps for a subscriber that has caught up */
const maxWaiting = 32;
/**
 * the time in milliseconds, and the turns of the event loop after it, within which a subscriber
 * must read while more events wait
 */
const [pause, turns] = [100, 50];
type Options = Streams.ReadReq.Options;
type Wanted = (event: Recorded) => boolean;

/** How the server treats subscribers. */
export interface SubscriberSettings {
  lag: number;
  /**
   * How many milliseconds old an event must be before backward reads of a stream return it, as on a
   * node that lags behind.
   */
  staleReadsFor: number;
  /** the streams of the events that were sent to subscriptions of all events */
  sentEvents: string[];
  /** how many subscriptions were ended because they were too slow */
  endedAsTooSlow: number;
  /** is aborted and replaced to end all subscriptions as too slow */
  subscriptions: AbortController;
}

/**
 * Answers a `Read` of a stream or of all events: forwards or backwards, some events or a
 * subscription, filtered or not.
 */
export async function read(log: Log, call: ReadCall, settings: SubscriberSettings): Promise<void> {
  const options = call.request.getOptions()!;
  const gone = new AbortController();
  for (const event of ['cancelled', 'close', 'error'] as const) call.on(event, () => gone.abort());
  // The call ended before there was a listener, which would not be called again.
  if (call.cancelled || call.destroyed) return;
  const send: Send = (answer, countWaiting) =>
    write(call, answer, gone.signal, countWaiting && (() => checkQueue(countWaiting, settings)));
  if (options.hasSubscription()) {
    const { signal } = settings.subscriptions;
    const endSignal = AbortSignal.any([gone.signal, signal]);
    await send(confirmationAnswer());
    await (options.hasStream()
      ? followStream(log, options, send, endSignal)
      : followAll(log, options, send, endSignal, settings));
    if (signal.aborted && !isGone(gone.signal)) throw endOfSlowSubscription();
  } else {
    for (const event of chooseEvents(log, options, call, settings.staleReadsFor)) {
      if (gone.signal.aborted) return;
      await send(eventAnswer(event, options.hasAll()));
    }
  }
  call.end();
}

/**
 * Sends an answer.
 * @param countWaiting returns the number of events that are queued for a live subscriber, which
 *   reads too slowly
 */
type Send = (answer: Streams.ReadResp, countWaiting?: () => number) => Promise<void>;

/** Writes an answer. Waits for a slow reader, as HTTP/2 requires; calls `check` meanwhile. */
async function write(
  call: ReadCall,
  answer: Streams.ReadResp,
  gone: AbortSignal,
  check: () => void = () => undefined,
): Promise<void> {
  if (gone.aborted || call.write(answer)) return;
  let times = 0;
  const isTaken = () => times > 0 || isGone(gone);
  let wake: () => void = () => undefined;
  const take = () => {
    times++;
    wake();
  };
  call.once('drain', take);
  gone.addEventListener('abort', take);
  while (!isTaken()) {
    const timer = setTimeout(() => wake(), pause);
    await new Promise<void>((resolve) => (wake = resolve));
    clearTimeout(timer);
    // The reader runs in the same process, and may not have been able to run during the pause.
    for (let n = 0; n < turns && !isTaken(); n++) await turn();
    if (!isTaken()) check();
  }
  gone.removeEventListener('abort', take); // Otherwise there would be many such listeners.
}

/** @throws the error with which a server up to 23.10 ends a subscription if too many events wait */
function checkQueue(countWaiting: () => number, settings: SubscriberSettings): void {
  if (countWaiting() <= maxWaiting) return;
  settings.endedAsTooSlow++;
  throw endOfSlowSubscription();
}

const endOfSlowSubscription = () =>
  refusal(
    grpc.status.ABORTED,
    null,
    'Operation timed out: Consumer too slow to handle event while live. Client ' +
      'resubscription required.',
  );

/** Returns the index in a stream at which a read of it starts. */
function startInStream(
  stream: NonNullable<ReturnType<Options['getStream']>>,
  eventCount: number,
): number {
  if (stream.hasStart()) return 0;
  return stream.hasEnd() ? eventCount : Number(stream.getRevision());
}

/** Returns the index in the log at which a read of `$all` starts. */
function startInLog(all: NonNullable<ReturnType<Options['getAll']>>, log: Log): number {
  if (all.hasStart()) return 0;
  if (all.hasEnd()) return log.events.length;
  return log.indexOf(BigInt(all.getPosition()!.getCommitPosition()));
}

function* chooseEvents(
  log: Log,
  options: Options,
  call: ReadCall,
  staleReadsFor: number,
): Generator<Recorded> {
  const count = Number(options.getCount());
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  if (options.hasStream()) {
    const stream = options.getStream()!;
    const name = nameOf(stream.getStreamIdentifier());
    const current = log.stream(name);
    const events =
      backwards && staleReadsFor > 0 && typeof current === 'object'
        ? current.filter(({ created }) => created < log.now() - staleReadsFor)
        : current;
    if (events === 'deleted') {
      throw refusal(
        grpc.status.FAILED_PRECONDITION,
        'stream-deleted',
        `Event stream '${name}' is deleted.`,
        { 'stream-name': name },
      );
    }
    if (!events) call.write(notFoundAnswer(name));
    else yield* some(events, startInStream(stream, events.length), count, backwards, () => true);
    return;
  }
  const all = options.getAll()!;
  const from = startInLog(all, log);
  // The position of a backward read of $all is exclusive, that of a stream is not.
  yield* some(
    log.events,
    backwards && all.hasPosition() ? from - 1 : from,
    count,
    backwards,
    wantedBy(options),
  );
}

function* some(
  events: readonly Recorded[],
  from: number,
  count: number,
  backwards: boolean,
  isWanted: Wanted,
): Generator<Recorded> {
  const step = backwards ? -1 : 1;
  let remaining = count;
  for (
    let index = backwards ? Math.min(from, events.length - 1) : from;
    remaining > 0 && index >= 0 && index < events.length;
    index += step
  ) {
    if (!isWanted(events[index]!)) continue;
    remaining--;
    yield events[index]!;
  }
}

async function followStream(
  log: Log,
  options: Options,
  send: Send,
  gone: AbortSignal,
): Promise<void> {
  const stream = options.getStream()!;
  const name = nameOf(stream.getStreamIdentifier());
  const events = () => {
    const storedStream = log.stream(name);
    return storedStream === 'deleted' || !storedStream ? [] : storedStream;
  };
  const from = startInStream(stream, events().length);
  let next = stream.hasRevision() ? from + 1 : from;
  for (let hasCaughtUp = false; !gone.aborted;) {
    for (; next < events().length && !isGone(gone); next++)
      await send(eventAnswer(events()[next]!, false));
    if (!hasCaughtUp) {
      hasCaughtUp = true;
      await send(caughtUpAnswer());
      // Events may have been appended during the answer, when nothing waited for a change.
      continue;
    }
    await log.changed(gone);
  }
}

/**
 * Follows from a position as EventStoreDB up to 23.10 does: it skips the event at that position or,
 * if there is none, the next event. A subscriber that starts at a position without an event
 * therefore misses one.
 */
async function followAll(
  log: Log,
  options: Options,
  send: Send,
  gone: AbortSignal,
  settings: SubscriberSettings,
): Promise<void> {
  const all = options.getAll()!;
  const filter = options.getFilter();
  const isWanted = wantedBy(options);
  const interval = filter
    ? (filter.hasMax() ? filter.getMax() : defaultWindow) * filter.getCheckpointintervalmultiplier()
    : Infinity;
  const from = startInLog(all, log);
  let next = all.hasPosition() ? from + 1 : from;
  let considered = 0;
  for (let hasCaughtUp = false; !gone.aborted;) {
    for (; next < log.events.length && !isGone(gone); next++) {
      const event = log.events[next]!;
      if (isWanted(event)) {
        settings.sentEvents.push(event.stream);
        await send(
          eventAnswer(event, true),
          hasCaughtUp ? () => log.events.slice(next + 1).filter(isWanted).length : undefined,
        );
      }
      if (++considered % interval === 0) await send(checkpointAnswer(event.position));
    }
    if (!hasCaughtUp) {
      hasCaughtUp = true;
      await send(caughtUpAnswer());
      // Events may have been appended during the answer, when nothing waited for a change.
      continue;
    }
    await log.changed(gone);
    if (settings.lag > 0) await sleep(settings.lag);
  }
}

function wantedBy(options: Options): Wanted {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const expression = filter.hasStreamIdentifier()
    ? filter.getStreamIdentifier()!
    : filter.getEventType()!;
  const text = (event: Recorded) => (filter.hasStreamIdentifier() ? event.stream : event.type);
  if (expression.getRegex()) {
    const regex = new RegExp(expression.getRegex());
    return (event) => regex.test(text(event));
  }
  const prefixes = expression.getPrefixList();
  return (event) => prefixes.some((prefix) => text(event).startsWith(prefix));
}

/** Checks the signal again after a wait, in a way that the compiler accepts. */
const isGone = (signal: AbortSignal) => signal.aborted;
