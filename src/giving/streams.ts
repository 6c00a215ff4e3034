import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import {
  fold,
  lockChurch,
  WrongExpectedRevision,
  type Appended,
  type Decider,
  type RoutedStore,
} from '#libs/event-sourcing';
import { correlation, newId } from '#libs/http';
import { EVENT_STORE } from './event-store.js';
import { codec, streamOf, type GivingEvent, type StreamKind } from './events.js';

/** Who asks, in which church. */
export interface Actor {
  organizationId: string;
  id: string | null;
}

export interface Stream {
  organizationId: string;
  kind: StreamKind;
  id: string;
}

/** A stream as it was read: its state, its name, and the revision of its last event (-1: it does not exist). */
export interface LoadedStream<State> {
  state: State;
  revision: number;
  /** Whole name of the stream. Absent for a stream that cannot exist yet. */
  stream?: string;
}

/** What goes with an event, in PostgreSQL: it must be there when the event is, and not without it. */
export interface EventTexts {
  /** the names of the texts, so that a database that has lost them can say so */
  texts: string[];
  keep(eventId: string): Promise<void>;
  /** the event was refused: where events lie elsewhere, what was kept for it is committed already */
  forget(eventId: string): Promise<void>;
}

/** Runs commands against their streams: read, decide, append with the revision that was read. */
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
   * Reads a stream, decides and appends, again and again while somebody else comes between: a store outside PostgreSQL is
   * written to after the church's lock was let go. `look` reads under that lock, the stream and whatever projections made
   * of it; both tell the same when `decide` has them.
   */
  async decideWithRetry<Seen extends { loaded: LoadedStream<unknown> }, Result>(
    tx: Tx,
    look: () => Promise<Seen>,
    decide: (seen: Seen) => Promise<Result>,
  ): Promise<Result> {
    for (let refusedAt: number | undefined; ;) {
      const seen = await this.#shown(tx, look);
      try {
        return await decide(seen);
      } catch (error) {
        const { revision } = seen.loaded;
        // refused where it was refused before: nobody came between, and another attempt would change nothing
        if (!(error instanceof WrongExpectedRevision) || revision === refusedAt) throw error;
        refusedAt = revision;
      }
    }
  }

  /** Whoever projects needs the lock, too: what is not shown yet is waited for without it, and everything read again. */
  async #shown<Seen extends { loaded: LoadedStream<unknown> }>(
    tx: Tx,
    look: () => Promise<Seen>,
  ): Promise<Seen> {
    const organizationId = tx.organizationId!;
    for (;;) {
      await lockChurch(tx, organizationId);
      const seen = await look();
      const { stream, revision } = seen.loaded;
      if (stream === undefined || revision < 0) return seen;
      if (await this.store.isPublished(organizationId, stream, revision)) return seen;
      await this.store.waitUntilPublished(organizationId, stream, revision);
    }
  }

  /**
   * @param loaded what `load` gave, or nothing for a stream that cannot exist yet
   * @param beside what goes with the first event
   * @returns null when the decision was that nothing changes
   */
  async execute<State, Command, Event extends GivingEvent>(
    { organizationId, kind, id }: Stream,
    decider: Decider<State, Command, Event>,
    command: Command & { do: string },
    actor: string | null,
    loaded: LoadedStream<State> = { state: decider.initial, revision: -1 },
    beside?: EventTexts,
  ): Promise<Appended | null> {
    const events = decider.decide(command, loaded.state);
    if (events.length === 0) return null;
    const metadata = { actor, correlation: correlation(), cause: `${kind}.${command.do}` };
    const encoded = events.map((event, index) => {
      const texts = index === 0 ? (beside?.texts ?? []) : [];
      return codec.encode(newId(), event, texts.length > 0 ? { ...metadata, texts } : metadata);
    });
    await beside?.keep(encoded[0]!.id);
    try {
      return await this.store.append(
        organizationId,
        streamOf(organizationId, kind, id),
        loaded.revision,
        encoded,
      );
    } catch (error) {
      if (error instanceof WrongExpectedRevision) await beside?.forget(encoded[0]!.id);
      throw error;
    }
  }
}
