import { describe, expect, it } from '@jest/globals';
import { withoutEmails } from './stop-commands.js';

const all = { notifyNewResources: true, notifyNewSermons: true, notifyNewEvents: true };
const noNotifications = {
  notifyNewResources: false,
  notifyNewSermons: false,
  notifyNewEvents: false,
};

describe('withoutEmails', () => {
  it.each([
    [
      'turns off all kinds for a user who gets emails',
      { ...all, notificationMethod: 'email' },
      noNotifications,
    ],
    [
      'turns off all kinds for a user who gets emails of one kind',
      { ...noNotifications, notifyNewEvents: true, notificationMethod: 'email' },
      noNotifications,
    ],
    [
      'leaves text messages to a user who gets both',
      { ...all, notificationMethod: 'both' },
      { notificationMethod: 'sms' },
    ],
    [
      'leaves text messages to a user who chose both but no kind',
      { ...noNotifications, notificationMethod: 'both' },
      { notificationMethod: 'sms' },
    ],
    [
      'changes nothing for a user who gets text messages',
      { ...all, notificationMethod: 'sms' },
      null,
    ],
    [
      'changes nothing for a user who gets no emails',
      { ...noNotifications, notificationMethod: 'email' },
      null,
    ],
  ])('%s', (_case, wishes, changes) => {
    expect(withoutEmails(wishes)).toEqual(changes);
  });
});
