import { startApp, type Client, type TestApp } from '../app.js';

/** Two churches and clients of their users. */
export interface ContentChurch {
  app: TestApp;
  /** the id of the church of all users except `other` */
  grace: string;
  admin: Client;
  pastor: Client;
  member: Client;
  /** an admin of another church */
  other: Client;
}

/** Starts the program with the users who publish and read the kinds of content. */
export async function startContentChurch(): Promise<ContentChurch> {
  const app = await startApp();
  const grace = await app.church('grace');
  const hope = await app.church('hope');
  for (const role of ['admin', 'pastor', 'secretary', 'member'] as const)
    await app.person(grace, {
      email: `${role}@grace.test`,
      role,
      firstName: 'Ann',
      lastName: role,
    });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  return {
    app,
    grace,
    admin: app.as('admin@grace.test'),
    pastor: app.as('pastor@grace.test'),
    member: app.as('member@grace.test'),
    other: app.as('admin@hope.test'),
  };
}
