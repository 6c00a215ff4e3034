import { afterAll, describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { EventStoreDbStore, describeTrouble } from '#libs/event-sourcing';
import { metricsToken, startApp } from '../../../support/app.js';
import { EventStoreDbDouble } from '../../../support/eventstoredb/server.js';
import { expectInLog } from '../../../support/program/log.js';
import { until } from '../../../support/until.js';

expectInLog(
  /"message":"the event store"/,
  /"message":"giving is not followed: [^"]+","error":\{"type":"\w+"(,"code":\d+)?,/,
);

/** The self-signed certificate that the mail server of the tests uses by default. */
const selfSigned = (
  createRequire(import.meta.url)('smtp-server/lib/tls-options.js') as () => {
    key: string;
    cert: string;
  }
)();

const double = await EventStoreDbDouble.start();
const app = await startApp({
  env: { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: `${double.url}&defaultDeadline=500` },
});
afterAll(async () => {
  await app.close();
  await double.stop();
});

const health = async () => {
  const { status, body } = await app.visitor.get<{ status: string; giving: string }>('/health');
  expect(status).toBe(200);
  return body.giving;
};
const figure = async () =>
  Number(
    /^church_connect_giving_followed (\d)$/m.exec(
      (await app.visitor.get('/metrics', { authorization: `Bearer ${metricsToken}` })).text,
    )?.[1],
  );
const followed = async (giving: string, value: number) => {
  await until(async () => (await health()) === giving);
  expect(await figure()).toBe(value);
};

describe('/health of a program that records donations but cannot follow EventStoreDB', () => {
  it('reports that the user may not read $all, until this is allowed', async () => {
    await followed('ok', 1);
    double.allDenied = true;
    double.cut();
    await followed('not following: the user of EVENTSTORE_URL may not read $all', 0);
    double.allDenied = false;
    await followed('ok', 1);
  });

  it('reports that the server does not answer, until it does', async () => {
    await double.stop();
    await followed('not following: EventStoreDB does not answer', 0);
    await double.start();
    await followed('ok', 1);
  });

  it('reports that the certificate of the server is unknown', async () => {
    const server = tls
      .createServer({ ...selfSigned, ALPNProtocols: ['h2'] })
      .listen(0, '127.0.0.1');
    server.on('tlsClientError', () => undefined);
    await new Promise((resolve) => server.once('listening', resolve));
    const store = new EventStoreDbStore(
      `esdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=true&defaultDeadline=8000`,
    );
    const error = await store.head().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(describeTrouble(error)).toBe(
      'the certificate of EventStoreDB is not known here (tlsCAFile in EVENTSTORE_URL names ' +
        'one that is)',
    );
    await store.dispose();
    server.close();
  });
});
