import net from 'node:net';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../../test/support/database/database.js';
import { NotificationConnection } from './notification-connection.js';
import { until } from '../../test/support/until.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(2);
});
afterAll(() => database.close());

/**
 * Starts a proxy to the database. After `silence`, it drops all data without closing connections,
 * like a router that has forgotten a connection.
 */
async function startProxy(to: URL) {
  const host = decodeURIComponent(to.hostname); // It may be the folder of a Unix socket.
  const sockets: net.Socket[] = [];
  const server = net.createServer((clientSocket) => {
    const databaseSocket = host.startsWith('/')
      ? net.connect(`${host}/.s.PGSQL.${to.port}`)
      : net.connect(Number(to.port), host);
    sockets.push(clientSocket, databaseSocket);
    clientSocket.pipe(databaseSocket).pipe(clientSocket);
    for (const socket of [clientSocket, databaseSocket]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as net.AddressInfo).port,
    silence: () => {
      for (const socket of sockets) socket.unpipe();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('NotificationConnection', () => {
  it('detects a connection that has gone silent, and receives notifications again', async () => {
    const url = new URL(database.appUrl);
    const proxy = await startProxy(new URL(url));
    url.host = `127.0.0.1:${proxy.port}`;
    const received: string[] = [];
    let reconnects = 0;
    const connection = new NotificationConnection(
      url.href,
      'test',
      { onNotification: (payload) => received.push(payload), onReconnect: () => reconnects++ },
      1_000,
    );
    const notify = (payload: string) =>
      database.db.platform((tx) => tx.sql('select pg_notify($1, $2)', ['test', payload]));
    try {
      await connection.ready;
      await notify('one');
      await until(() => received.includes('one'));
      proxy.silence();
      await until(() => reconnects > 0);
      await notify('two');
      await until(() => received.includes('two'));
    } finally {
      await connection.stop();
      proxy.close();
    }
  });
});
