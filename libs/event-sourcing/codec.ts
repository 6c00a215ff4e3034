import type { EventMetadata, NewEvent, StoredEvent } from './event-store.js';

/** An event as the deciders use it. */
export interface DomainEvent {
  type: string;
  data: object;
}

/** Turns data of version n into data of version n + 1. */
export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

/** Converts events to texts and back. Events are always written in their newest version. */
export class EventCodec<Event extends DomainEvent> {
  /**
   * @param upcasts `upcasts[type][n]` turns version n of a type into n + 1. The newest version of a
   *   type is one more than its highest upcast, and 1 without upcasts.
   */
  constructor(
    private readonly upcasts: Partial<Record<Event['type'], Record<number, Upcast>>> = {},
  ) {}

  encode(id: string, event: Event, metadata: EventMetadata): NewEvent {
    return {
      id,
      type: event.type,
      version: this.newestVersion(event.type),
      data: JSON.stringify(event.data),
      metadata: JSON.stringify(metadata),
    };
  }

  decode(stored: Pick<StoredEvent, 'type' | 'version' | 'data'>): Event {
    let data = JSON.parse(stored.data) as Record<string, unknown>;
    const newest = this.newestVersion(stored.type);
    if (stored.version > newest) {
      throw new Error(
        `${stored.type} has version ${stored.version}; this program knows up to ${newest}. ` +
          'Update the program.',
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

  private newestVersion(type: string): number {
    const upcasts = this.upcasts[type as Event['type']];
    return upcasts ? Math.max(...Object.keys(upcasts).map(Number)) + 1 : 1;
  }
}
