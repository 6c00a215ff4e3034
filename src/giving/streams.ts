import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import {
  fold,
  lockChurch,
  WrongExpectedRevision,
  type AppendResult,
  type Decider,
  type RoutedStore,
} from '#libs/event-sourcing';
import { correlation, newId } from '#libs/http';
import { EVENT_STORE } from './event-store.js';
import { codec, streamOf, type GivingEvent, type StreamKind } from './events.js';

/** The user or super administrator who executes a command, and the church. */
export interface Actor {
  organizationId: string;
  /** Null for the program itself. */
  id: string | null;
}

export interface Stream {
  organizationId: string;
  kind: StreamKind;
  id: string;
}

/** A stream as it was read. */
export interface LoadedStream<State> {
  state: State;
  /** Revision of the last event; -1 if the stream does not exist. */
  revision: number;
  /** Whole name of the stream. Absent for a stream that cannot exist yet. */
  stream?: string;
}

/** The texts of an event. They are stored in PostgreSQL, whatever store has the event. */
export interface EventTexts {
  /** The event contains these names, so that a database that has lost the texts can say so. */
  names: string[];
  /** Stores the texts. It is called before the event is appended. */
  store(eventId: string): Promise<void>;
  /** Deletes the texts of a refused event. On EventStoreDB they are already committed. */
  delete(eventId: string): Promise<void>;
}

/** Executes commands: reads a stream, decides, and appends at the revision that was read. */
@Injectable()
export class GivingStreams {
  constructor(@Inject(EVENT_STORE) private readonly store: RoutedStore) {}

  async load<State, Event extends GivingEvent>(
    { organizationId, kind, id }: Stream,
    decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
    from?: State,
  ): Promise<LoadedStream<State>> {
    let state = from ?? decider.initial;
    let revision = -1;
    const stream = streamOf(organizationId, kind, id);
    for await (const batch of this.store.readStream(organizationId, stream)) {
      state = fold(
        decider,
        batch.map((stored) => codec.decode(stored) as Event),
        state,
      );
      ({ revision } = batch.at(-1)!);
    }
    return { state, revision, stream };
  }

  /**
   * Reads a stream, decides and appends. Repeats this if another change was recorded in between,
   * which is possible on EventStoreDB: the church's lock is released before the append.
   * @param look reads the stream and its projected rows under the church's lock. When `decide` gets
   *   both, the rows include all events of the stream.
   * @param decide decides and appends
   */
  async decideWithRetry<Seen extends { loaded: LoadedStream<unknown> }, Result>(
    tx: Tx,
    look: () => Promise<Seen>,
    decide: (streamState: Seen) => Promise<Result>,
  ): Promise<Result> {
    for (let refusedRevision: number | undefined; ;) {
      const streamState = await this.#lookAtPublished(tx, look);
      try {
        return await decide(streamState);
      } catch (error) {
        const { revision } = streamState.loaded;
        // The stream has not changed since the last attempt: another attempt would fail, too.
        if (!(error instanceof WrongExpectedRevision) || revision === refusedRevision) throw error;
        refusedRevision = revision;
      }
    }
  }

  /**
   * Locks the church and calls `look`. Repeats this until all events of the stream that `look` has
   * loaded are published. The follower needs the lock to publish them, so the lock is released
   * while this method waits.
   */
  async #lookAtPublished<Seen extends { loaded: LoadedStream<unknown> }>(
    tx: Tx,
    look: () => Promise<Seen>,
  ): Promise<Seen> {
    const organizationId = tx.organizationId!;
    for (;;) {
      await lockChurch(tx, organizationId);
      const streamState = await look();
      const { stream, revision } = streamState.loaded;
      if (stream === undefined || revision < 0) return streamState;
      if (await this.store.isPublished(organizationId, stream, revision)) return streamState;
      await this.store.waitUntilPublished(organizationId, stream, revision);
    }
  }

  /**
   * Decides on a command, and appends the events.
   * @param loaded the result of `load`; absent for a stream that cannot exist yet
   * @param texts the texts of the first event
   * @returns null if the decider returns no event, because nothing changes
   */
  async execute<State, Command, Event extends GivingEvent>(
    { organizationId, kind, id }: Stream,
    decider: Decider<State, Command, Event>,
    command: Command & { do: string },
    actor: string | null,
    loaded: LoadedStream<State> = { state: decider.initial, revision: -1 },
    texts?: EventTexts,
  ): Promise<AppendResult | null> {
    const events = decider.decide(command, loaded.state);
    if (events.length === 0) return null;
    const metadata = { actor, correlation: correlation(), cause: `${kind}.${command.do}` };
    const encoded = events.map((event, index) => {
      const names = index === 0 ? (texts?.names ?? []) : [];
      const withTexts = names.length > 0 ? { ...metadata, texts: names } : metadata;
      return codec.encode(newId(), event, withTexts);
    });
    await texts?.store(encoded[0]!.id);
    try {
      return await this.store.append(
        organizationId,
        streamOf(organizationId, kind, id),
        loaded.revision,
        encoded,
      );
    } catch (error) {
      if (error instanceof WrongExpectedRevision) await texts?.delete(encoded[0]!.id);
      throw error;
    }
  }
}
