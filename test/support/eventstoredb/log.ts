/** The expected version of a stream: a revision, or a word of the protocol. */
export type Expected = bigint | 'no_stream' | 'any' | 'stream_exists';

export interface Proposed {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface Recorded extends Proposed {
  stream: string;
  revision: bigint;
  position: bigint;
  /** milliseconds since 1970, by the server's clock */
  created: number;
}

/** A backup of a log. */
export interface LogCopy {
  events: Recorded[];
  end: bigint;
}

export type AppendOutcome =
  | { is: 'success'; revision: bigint; position: bigint; repeated: boolean }
  | { is: 'wrong version'; current: bigint | null }
  | { is: 'deleted' };

/**
 * The transaction log of the double without any protocol: streams, positions and the rules of
 * appends. As on a server, positions are bytes in the log and have gaps, and events of the server
 * (`$stats-…`) are between the appends of clients. A repeated append with an expected version
 * succeeds if all ids are in their places, and has a wrong version if only some are.
 */
export class Log {
  readonly events: Recorded[] = [];
  readonly #streams = new Map<string, Recorded[]>();
  readonly #deleted = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #end = 0n;
  #appends = 0;

  /** @param now the server's clock, which can jump */
  private readonly systemEventEvery: number;
  now: () => number;

  constructor(systemEventEvery = 3, now: () => number = Date.now) {
    this.systemEventEvery = systemEventEvery;
    this.now = now;
    this.#record('$scavenges', {
      id: crypto.randomUUID(),
      type: '$scavengePoint',
      contentType: 'application/json',
      data: bytes('{}'),
      metadata: bytes('{}'),
    });
  }

  stream(name: string): readonly Recorded[] | 'deleted' | undefined {
    return this.#deleted.has(name) ? 'deleted' : this.#streams.get(name);
  }

  /** Deletes a stream permanently, like a tombstone. */
  tombstone(name: string): void {
    this.#deleted.add(name);
  }

  append(stream: string, expected: Expected, proposed: Proposed[]): AppendOutcome {
    if (this.#deleted.has(stream)) return { is: 'deleted' };
    const existing = this.#streams.get(stream) ?? [];
    const current = BigInt(existing.length) - 1n;
    const decision = decide(existing, current, expected, proposed);
    if (decision === 'wrong')
      return { is: 'wrong version', current: current < 0n ? null : current };
    if (decision !== 'write')
      return {
        is: 'success',
        revision: decision.revision,
        position: decision.position,
        repeated: true,
      };
    if (this.#appends++ % this.systemEventEvery === 0) {
      this.#record('$stats-127.0.0.1:2113', {
        id: crypto.randomUUID(),
        type: '$statsCollected',
        contentType: 'application/json',
        data: bytes('{"proc":{}}'),
        metadata: bytes('{}'),
      });
    }
    for (const event of proposed) this.#record(stream, event);
    for (const listener of this.#listeners) listener();
    const last = this.events.at(-1)!;
    return { is: 'success', revision: last.revision, position: last.position, repeated: false };
  }

  /** Returns a copy of all events, as a backup of the server would contain them. */
  copy(): LogCopy {
    return { events: [...this.events], end: this.#end };
  }

  /** Replaces everything by a backup. */
  restore({ events, end }: LogCopy): void {
    this.events.splice(0, this.events.length, ...events);
    this.#end = end;
    this.#streams.clear();
    for (const event of events)
      this.#streams.set(event.stream, [...(this.#streams.get(event.stream) ?? []), event]);
  }

  /** Resolves at the next append, or when `signal` is aborted. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#listeners.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#listeners.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }

  /** Returns the index of the first event at or after a position. */
  indexOf(position: bigint): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle]!.position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #record(stream: string, event: Proposed): void {
    const existing = this.#streams.get(stream) ?? [];
    const recorded = {
      ...event,
      stream,
      revision: BigInt(existing.length),
      position: this.#end,
      created: this.now(),
    };
    this.#end += BigInt(60 + stream.length + event.data.length + event.metadata.length);
    existing.push(recorded);
    this.#streams.set(stream, existing);
    this.events.push(recorded);
  }
}

function decide(
  existing: Recorded[],
  current: bigint,
  expected: Expected,
  proposed: Proposed[],
): 'write' | 'wrong' | Recorded {
  if (expected === 'any' || expected === 'stream_exists') {
    if (expected === 'stream_exists' && current < 0n) return 'wrong';
    const storedEvents = proposed.map(({ id }) => existing.find((event) => event.id === id));
    if (!storedEvents[0]) return 'write';
    return storedEvents.includes(undefined) ? 'wrong' : storedEvents.at(-1)!;
  }
  const version = expected === 'no_stream' ? -1n : expected;
  if (version === current) return 'write';
  if (version > current) return 'wrong';
  const places = existing.slice(Number(version) + 1, Number(version) + 1 + proposed.length);
  const isRepeatedAppend =
    proposed.length > 0 && proposed.every(({ id }, index) => places[index]?.id === id);
  return isRepeatedAppend ? places.at(-1)! : 'wrong';
}

const bytes = (text: string) => new TextEncoder().encode(text);
