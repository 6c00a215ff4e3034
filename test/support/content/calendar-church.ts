import { startApp, type Client, type TestApp } from '../app.js';

/** A church with a calendar, and clients of its users. */
export interface CalendarChurch {
  app: TestApp;
  /** the id of the church */
  grace: string;
  /** may change church events */
  secretary: Client;
  /** may only read church events */
  member: Client;
}

/** The time zone of the church. */
export const churchZone = 'America/New_York';

/** Starts the program with a church that has an admin, a secretary and a member. */
export async function startCalendarChurch(): Promise<CalendarChurch> {
  const app = await startApp();
  const grace = await app.church('grace', { timeZone: churchZone });
  for (const role of ['secretary', 'member', 'admin'] as const)
    await app.person(grace, { email: `${role}@grace.test`, role });
  return {
    app,
    grace,
    secretary: app.as('secretary@grace.test'),
    member: app.as('member@grace.test'),
  };
}
