import net from 'node:net';
import { afterAll, beforeAll, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../../test/support/database/database.js';
import { Listening } from './listening.js';
import { until } from '../../test/support/until.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(2);
});
afterAll(() => database.close());

/** The way to the database, which may fall silent without a word, as when a machine between loses what it knew of a connection. */
async function way(to: URL) {
  const host = decodeURIComponent(to.hostname); // or the folder of its socket
  const pairs: net.Socket[] = [];
  const server = net.createServer((near) => {
    const far = host.startsWith('/')
      ? net.connect(`${host}/.s.PGSQL.${to.port}`)
      : net.connect(Number(to.port), host);
    pairs.push(near, far);
    near.pipe(far).pipe(near);
    for (const one of [near, far]) one.on('error', () => one.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as net.AddressInfo).port,
    silence: () => {
      for (const one of pairs) one.unpipe();
    },
    close: () => {
      for (const one of pairs) one.destroy();
      server.close();
    },
  };
}

it('notices a connection on which nothing comes anymore, and hears again', async () => {
  const url = new URL(database.appUrl);
  const between = await way(new URL(url));
  url.host = `127.0.0.1:${between.port}`;
  const heard: string[] = [];
  let again = 0;
  const listening = new Listening(
    url.href,
    'test',
    { hear: (payload) => heard.push(payload), again: () => again++ },
    1_000,
  );
  const tell = (payload: string) =>
    database.db.platform((tx) => tx.sql('select pg_notify($1, $2)', ['test', payload]));
  try {
    await listening.ready;
    await tell('one');
    await until(() => heard.includes('one'));
    between.silence();
    await until(() => again > 0);
    await tell('two');
    await until(() => heard.includes('two'));
  } finally {
    await listening.stop();
    between.close();
  }
});
