import type { EventMetadata, NewEvent, StoredEvent } from './event-store.js';

/** A fact of the domain: what the deciders speak. */
export interface DomainEvent {
  type: string;
  data: object;
}

/** Turns data of version n into data of version n + 1. */
export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * Between facts and bytes. `upcasts[type][n]` lifts version n of a type to n + 1; an event is written
 * in its newest version, which is one more than the highest upcast (1 without any).
 */
export class EventCodec<Event extends DomainEvent> {
  constructor(
    private readonly upcasts: Partial<Record<Event['type'], Record<number, Upcast>>> = {},
  ) {}

  encode(id: string, event: Event, metadata: EventMetadata): NewEvent {
    return {
      id,
      type: event.type,
      version: this.newest(event.type),
      data: JSON.stringify(event.data),
      metadata: JSON.stringify(metadata),
    };
  }

  decode(stored: Pick<StoredEvent, 'type' | 'version' | 'data'>): Event {
    let data = JSON.parse(stored.data) as Record<string, unknown>;
    const newest = this.newest(stored.type);
    if (stored.version > newest) {
      throw new Error(
        `${stored.type} has version ${stored.version}; this program knows up to ${newest}. Update the program.`,
      );
    }
    for (let version = stored.version; version < newest; version++) {
      const upcast = this.upcasts[stored.type as Event['type']]?.[version];
      if (!upcast)
        throw new Error(`No way from version ${version} of ${stored.type} to ${version + 1}`);
      data = upcast(data);
    }
    return { type: stored.type, data } as Event;
  }

  metadata(stored: Pick<StoredEvent, 'metadata'>): EventMetadata {
    return JSON.parse(stored.metadata) as EventMetadata;
  }

  private newest(type: string): number {
    const known = this.upcasts[type as Event['type']];
    return known ? Math.max(...Object.keys(known).map(Number)) + 1 : 1;
  }
}
