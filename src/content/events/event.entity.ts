import { defineEntity, p } from '@mikro-orm/core';
import { kept, pictured } from '../kept.js';

const schema = defineEntity({
  name: 'Event',
  tableName: 'church_event',
  properties: {
    ...kept,
    ...pictured,
    description: p.string(),
    /** what the church's clocks show at the next occurrence, or at the last of a series that is over */
    date: p.string(),
    /** the same of the first */
    seriesStart: p.string(),
    location: p.string(),
    /** the value of an RRULE; null: it happens once */
    recurrence: p.string().nullable(),
    isOver: p.boolean().default(false),
    exceptions: p.array().$type<string[]>(),
    durationMinutes: p.integer(),
    imageUrl: p.string().nullable(),
    googleCalendarId: p.string().nullable(),
    webexLink: p.string().nullable(),
    isHighlighted: p.boolean().default(false),
    /** how often calendars have to hear of a change (RFC 5545, SEQUENCE) */
    sequence: p.integer().default(0),
  },
});

/** An event, or a series of them as one entry. */
export class EventEntity extends schema.class {}
schema.setClass(EventEntity);
export { schema as EventSchema };
