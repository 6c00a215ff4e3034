import { defineEntity, p } from '@mikro-orm/core';
import { contentColumns, pictureColumns } from '../content-columns.js';

const schema = defineEntity({
  name: 'Event',
  tableName: 'church_event',
  properties: {
    ...contentColumns,
    ...pictureColumns,
    description: p.string(),
    /** the local time of the current occurrence, or of the last one if the series is over */
    date: p.string(),
    /** the local time of the first occurrence */
    seriesStart: p.string(),
    location: p.string(),
    /** the value of an RRULE (RFC 5545); null: the event takes place once */
    recurrence: p.string().nullable(),
    isOver: p.boolean().default(false),
    exceptions: p.array().$type<string[]>(),
    durationMinutes: p.integer(),
    imageUrl: p.string().nullable(),
    googleCalendarId: p.string().nullable(),
    webexLink: p.string().nullable(),
    isHighlighted: p.boolean().default(false),
    isCanceled: p.boolean().default(false),
    /** the last change if members are told about it at once; null: they are not */
    changeId: p.uuid().nullable(),
    /** the id of the last member to whom this change was told by email; null at the beginning */
    changeToldTo: p.uuid().nullable(),
    /** how often the event was changed (RFC 5545, SEQUENCE) */
    sequence: p.integer().default(0),
  },
});

/** An event of the church's calendar. A series is one item. */
export class EventEntity extends schema.class {}
schema.setClass(EventEntity);
export { schema as EventSchema };
