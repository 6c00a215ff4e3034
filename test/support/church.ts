import { startApp, type Client, type TestApp, type TestPerson } from './app.js';

export interface TestChurch {
  app: TestApp;
  /** the id of the church */
  church: string;
  secretary: TestPerson;
  /** the client of the secretary */
  staff: Client;
  hannah: TestPerson;
  caleb: TestPerson;
}

/**
 * Starts the application with one church: the secretary Esther Lind, and the members Hannah Brooks
 * and Caleb Moreno.
 */
export async function startChurch(): Promise<TestChurch> {
  const app = await startApp();
  const church = await app.church('grace');
  return {
    app,
    church,
    secretary: await app.person(church, {
      email: 'secretary@grace.test',
      role: 'secretary',
      firstName: 'Esther',
      lastName: 'Lind',
    }),
    staff: app.as('secretary@grace.test'),
    hannah: await app.person(church, {
      email: 'hannah@grace.test',
      firstName: 'Hannah',
      lastName: 'Brooks',
    }),
    caleb: await app.person(church, {
      email: 'caleb@grace.test',
      firstName: 'Caleb',
      lastName: 'Moreno',
    }),
  };
}
