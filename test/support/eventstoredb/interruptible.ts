import { expect } from '@jest/globals';
import { verifyChurch } from '../../../src/giving/index.js';
import { startApp } from '../app.js';
import { EventStoreDbDouble } from './server.js';

/**
 * Starts the application with EventStoreDB and one church, for tests in which another writer
 * changes something between reading and appending. In PostgreSQL the lock of the church prevents
 * this.
 */
export async function startInterruptible() {
  const double = await EventStoreDbDouble.start();
  const app = await startApp({
    env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: double.patientUrl },
  });
  const church = await app.church('grace');
  await app.person(church, { email: 'office@grace.test', role: 'secretary' });
  const hannah = await app.person(church, { email: 'hannah@grace.test' });

  /** Runs work of another writer once, before the next append to a stream. */
  const before = (stream: string, work: () => Promise<{ status: number }>, status: number) => {
    double.onAppend = async (appended) => {
      if (appended !== `${church}.${stream}`) return undefined;
      double.onAppend = () => undefined;
      expect((await work()).status).toBe(status);
      return undefined;
    };
  };
  return {
    app,
    double,
    church,
    staff: app.as('office@grace.test'),
    hannah: hannah.id,
    before,
    /** The types of the events of a stream. */
    typesOf: (stream: string) =>
      double.log.events
        .filter((event) => event.stream === `${church}.${stream}`)
        .map(({ type }) => type),
    problems: async () => (await verifyChurch(app.db, app.store, church)).problems,
    close: async () => {
      await app.close();
      await double.stop();
    },
  };
}
