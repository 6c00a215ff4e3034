import type { Notification } from '#libs/contracts';
import { Notifier } from '../../../src/content/notifications/notifier.js';
import { startApp, type Client, type TestApp } from '../app.js';
import { queuedEmails } from '../email/emails.js';

/** A church whose users are notified of its content, and a second church. */
export interface NotifiedChurch {
  app: TestApp;
  /** the id of the church whose content is published */
  grace: string;
  /** an admin of this church */
  admin: Client;
  notifier: Notifier;
}

/**
 * Starts the program with a church of four users who receive emails: admin, hannah, caleb and lydia
 * (`@grace.test`). Three other users of it receive none, and admin@hope.test belongs to another
 * church.
 */
export async function startNotifiedChurch(): Promise<NotifiedChurch> {
  const app = await startApp({ env: { BASE_URL: 'http://portal.example' } });
  const grace = await app.church('grace');
  const hope = await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin', firstName: 'Ruth' });
  for (const name of ['hannah', 'caleb', 'lydia'])
    await app.person(grace, { email: `${name}@grace.test`, firstName: name });
  await app.person(grace, { email: 'pending@grace.test', isApproved: false });
  await app.person(grace, { email: 'suspended@grace.test', isSuspended: true });
  await app.person(grace, { email: 'byhand@grace.test', signsIn: false });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  return {
    app,
    grace,
    admin: app.as('admin@grace.test'),
    notifier: app.app.get(Notifier, { strict: false }),
  };
}

/** Returns the notifications that a user sees in the portal. */
export const listNotifications = async (app: TestApp, email: string): Promise<Notification[]> =>
  (await app.as(email).get<Notification[]>('/api/notifications')).body;

/** Returns the address and the subject of each queued email, as `address: subject`. */
export const listQueuedEmails = async (app: TestApp): Promise<string[]> =>
  (await queuedEmails(app.database)).map(({ to, subject }) => `${to}: ${subject}`);

/** Changes how a user is notified, and of which content. */
export const changePreferences = (app: TestApp, email: string, preferences: object) =>
  app.as(email).patch('/api/user/notification-preferences', preferences);
