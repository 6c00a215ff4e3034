import { afterEach } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  EventStoreDbStore,
  type EventStoreDbOptions,
  type NewEvent,
  type Position,
  type Step,
  type StoredEvent,
} from '#libs/event-sourcing';
import { EventStoreDbDouble, type DoubleOptions } from './server.js';

export const event = (n: number, id: string = randomUUID()): NewEvent => ({
  id,
  type: 'Counted',
  version: 1,
  data: JSON.stringify({ n }),
  metadata: '{}',
});
export const numbers = (events: StoredEvent[]) =>
  events.map(({ data }) => (JSON.parse(data) as { n: number }).n);
export const numberSequence = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => from + n);
export const all = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
};
export const collect = async (batches: AsyncIterable<StoredEvent[]>) => (await all(batches)).flat();
/** Yields events in batches of `size`. Throws before the batch that begins at or after `failAt`. */
// oxlint-disable-next-line typescript/require-await
export async function* batched(
  events: NewEvent[],
  size: number,
  failAt = Infinity,
): AsyncGenerator<NewEvent[]> {
  for (let from = 0; from < events.length; from += size) {
    if (from >= failAt) throw new Error('the power went out');
    yield events.slice(from, from + size);
  }
}

/** functions that are called at the end of the test */
export const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});
export async function startDouble(options?: DoubleOptions): Promise<EventStoreDbDouble> {
  const double = await EventStoreDbDouble.start(options);
  opened.push(() => double.stop());
  return double;
}
export function storeOf(
  { url }: { url: string },
  options?: EventStoreDbOptions,
): EventStoreDbStore {
  const store = new EventStoreDbStore(url, options);
  opened.push(() => store.dispose());
  return store;
}

/**
 * Returns a follower that collects events, as a projector does: a step is added completely, or not
 * at all if `handling` fails. `run` starts it and waits for its end, `until` waits for a condition,
 * `stop` ends it.
 */
export function follower(
  store: EventStoreDbStore,
  handling: (step: Step) => Promise<void> = () => Promise.resolve(),
) {
  const stop = new AbortController();
  const receivedEvents: (StoredEvent & { organizationId: string })[] = [];
  const steps: { kind: Step['kind']; position?: Position; batches: number[] }[] = [];
  let wake: () => void = () => undefined;
  const run = (from: Position | null = null) =>
    store.follow(
      { from },
      async (step) => {
        const taken = step.kind === 'events' ? await all(step.batches) : [];
        await handling(step);
        const { organizationId } = step as { organizationId: string };
        receivedEvents.push(...taken.flat().map((stored) => ({ ...stored, organizationId })));
        steps.push({
          kind: step.kind,
          position: 'position' in step ? step.position : undefined,
          batches: taken.map((batch) => batch.length),
        });
        wake();
      },
      stop.signal,
    );
  const until = async (enough: () => boolean) => {
    while (!enough()) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { seen: receivedEvents, steps, run, until, stop: () => stop.abort() };
}
