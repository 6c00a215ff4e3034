import { expect } from '@jest/globals';
import { verifyChurch } from '../../../src/giving/index.js';
import { startApp } from '../app.js';
import { EventStoreDbDouble } from './server.js';

/**
 * Starts the application with EventStoreDB and one church, for tests in which somebody else changes
 * something between reading and appending. On PostgreSQL the lock of the church prevents that.
 */
export async function startInterruptible() {
  const double = await EventStoreDbDouble.start();
  const app = await startApp({
    env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: double.patientUrl },
  });
  const church = await app.church('grace');
  await app.person(church, { email: 'office@grace.test', role: 'secretary' });
  const hannah = await app.person(church, { email: 'hannah@grace.test' });

  /** Does once what somebody else does, before the next append to a stream is written. */
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
    office: app.as('office@grace.test'),
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
