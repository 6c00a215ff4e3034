import { randomUUID } from 'node:crypto';
import { type EventStore, type NewEvent, type StoredEvent } from '#libs/event-sourcing';

export interface StoreUnderTest {
  store: EventStore;
  newOrganization(): Promise<string>;
  close(): Promise<void>;
}

export const event = (n: number, id = randomUUID()): NewEvent => ({
  id,
  type: 'Counted',
  version: 1,
  data: JSON.stringify({ n }),
  metadata: '{}',
});
export const collect = async (batches: AsyncIterable<StoredEvent[]>) => {
  const all: StoredEvent[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
};
export const numbers = (events: StoredEvent[]) =>
  events.map(({ data }) => (JSON.parse(data) as { n: number }).n);

/** Yields the first `count` batches, and throws an error if there are more. */
export async function* failAfter(batches: NewEvent[][], count: number): AsyncGenerator<NewEvent[]> {
  for (const batch of batches.slice(0, count)) yield await Promise.resolve(batch);
  if (count < batches.length) throw new Error('the power went out');
}
export const bulk = (count = 4, each = 400) =>
  Array.from({ length: count }, (_, batch) =>
    Array.from({ length: each }, (_, n) => event(batch * each + n)),
  );
export const order = (count: number) => Array.from({ length: count }, (_, n) => n);
