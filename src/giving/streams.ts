import { Inject, Injectable } from '@nestjs/common';
import { fold, type Appended, type Decider, type Position, type RoutedStore } from '#libs/event-sourcing';
import { correlation, newId } from '#libs/http';
import { EVENT_STORE } from './event-store.js';
import { codec, streamOf, type GivingEvent, type StreamKind } from './events.js';

/** Who asks, in which church. */
export interface By {
  organizationId: string;
  id: string | null;
}

export interface Stream {
  organizationId: string;
  kind: StreamKind;
  id: string;
}

/** A stream as it was read: its state, and where its last event stands (-1, null: it does not exist). */
export interface Loaded<State> {
  state: State;
  revision: number;
  position?: Position | null;
}

/** Runs commands against their streams: read, decide, append with the revision that was read. */
@Injectable()
export class GivingStreams {
  constructor(@Inject(EVENT_STORE) private readonly store: RoutedStore) {}

  async load<State, Event extends GivingEvent>(
    { organizationId, kind, id }: Stream,
    decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
    from?: State,
  ): Promise<Loaded<State>> {
    let state = from ?? decider.initial;
    let revision = -1;
    let position: Position | null = null;
    for await (const batch of this.store.readStream(organizationId, streamOf(organizationId, kind, id))) {
      state = fold(decider, batch.map((stored) => codec.decode(stored) as Event), state);
      ({ revision, position } = batch.at(-1)!);
    }
    return { state, revision, position };
  }

  /** Waits until what was read is in the projections, too. Commits what was done so far, and lets locks go. */
  async untilShown({ organizationId }: { organizationId: string }, { position }: Loaded<unknown>): Promise<void> {
    if (position) await this.store.untilShown(organizationId, position);
  }

  /**
   * @param loaded what `load` gave, or nothing for a stream that cannot exist yet
   * @param before keeps what goes with the first event: it must be there when the event is
   * @returns null when the decision was that nothing changes
   */
  async execute<State, Command, Event extends GivingEvent>(
    { organizationId, kind, id }: Stream,
    decider: Decider<State, Command, Event>,
    command: Command & { do: string },
    actor: string | null,
    loaded: Loaded<State> = { state: decider.initial, revision: -1 },
    before?: (eventId: string) => Promise<void>,
  ): Promise<Appended | null> {
    const events = decider.decide(command, loaded.state);
    if (events.length === 0) return null;
    const metadata = { actor, correlation: correlation(), cause: `${kind}.${command.do}` };
    const encoded = events.map((event) => codec.encode(newId(), event, metadata));
    await before?.(encoded[0]!.id);
    return this.store.append(organizationId, streamOf(organizationId, kind, id), loaded.revision, encoded);
  }
}
