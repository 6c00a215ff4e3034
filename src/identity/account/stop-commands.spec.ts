import { describe, expect, it } from '@jest/globals';
import { withoutEmails } from './stop-commands.js';

const all = { notifyNewResources: true, notifyNewSermons: true, notifyNewEvents: true };
const none = { notifyNewResources: false, notifyNewSermons: false, notifyNewEvents: false };

describe('a user who no longer wants emails about news', () => {
  it.each([
    ['gets emails', { ...all, notificationMethod: 'email' }, none],
    [
      'gets emails of one kind',
      { ...none, notifyNewEvents: true, notificationMethod: 'email' },
      none,
    ],
    ['gets both', { ...all, notificationMethod: 'both' }, { notificationMethod: 'sms' }],
    [
      'gets both of nothing',
      { ...none, notificationMethod: 'both' },
      { notificationMethod: 'sms' },
    ],
    ['gets text messages', { ...all, notificationMethod: 'sms' }, null],
    ['gets no emails already', { ...none, notificationMethod: 'email' }, null],
  ])('and %s: what changes', (_case, wishes, changes) => {
    expect(withoutEmails(wishes)).toEqual(changes);
  });
});
