import type { ContentWords } from './change-content';
import type { ContentKind } from '../queries/content-lists';

const tryAgain = 'Please try again.';
const plain = (itemName: string, tail: string) => ({
  create: `Failed to create ${itemName}${tail}`,
  update: `Failed to update ${itemName}${tail}`,
  delete: `Failed to delete ${itemName}${tail}`,
});
const all = ['create', 'update', 'delete'] as const;

/** The words of each kind of content. The messages of failures come from the specification. */
export const contentWords: Record<ContentKind, ContentWords> = {
  events: {
    Title: 'Event',
    one: 'event',
    many: 'events',
    failed: plain('the event', `. ${tryAgain}`),
    serverFirst: ['create'],
  },
  announcements: {
    Title: 'Announcement',
    one: 'announcement',
    many: 'announcements',
    failed: plain('announcement', ''),
    serverFirst: [],
  },
  'brothers-in-christ': {
    Title: 'Content',
    one: 'item',
    many: 'items',
    failed: plain('content', ''),
    serverFirst: all,
  },
  resources: {
    Title: 'Resource',
    one: 'resource',
    many: 'resources',
    failed: plain('resource', `. ${tryAgain}`),
    serverFirst: [],
  },
  sermons: {
    Title: 'Sermon',
    one: 'sermon',
    many: 'sermons',
    failed: plain('sermon', `. ${tryAgain}`),
    serverFirst: [],
  },
  nuggets: {
    Title: 'Nugget',
    one: 'nugget',
    many: 'nuggets',
    failed: plain('nugget', `. ${tryAgain}`),
    serverFirst: [],
  },
  'bible-studies': {
    Title: 'Bible Study',
    one: 'Bible study',
    many: 'Bible studies',
    failed: plain('Bible study', `. ${tryAgain}`),
    serverFirst: [],
  },
};
