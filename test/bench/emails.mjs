import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillContent } from './content.mjs';
import { connect, databaseUrls, json, makeDirectory, root, signIn, startApp } from './support.mjs';

/** The slow mail server of mail-server.mjs. */
class SlowMailServer {
  /** the addresses that have received an email, in order */
  recipients = [];

  static async start() {
    const server = new SlowMailServer();
    server.child = spawn(process.execPath, [path.join(root, 'test/bench/mail-server.mjs')], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface(server.child.stdout);
    server.url = await new Promise((resolve) => lines.once('line', resolve));
    lines.on('line', (address) => server.recipients.push(address));
    return server;
  }

  /** Waits until the server has accepted an email for `address`. */
  async received(address) {
    const deadline = performance.now() + 60_000;
    while (!this.recipients.includes(address)) {
      if (performance.now() > deadline) throw new Error(`No email for ${address} arrived.`);
      await sleep(5);
    }
  }

  stop() {
    this.child.kill();
  }
}

/**
 * Publishes a sermon, and ends the time in which the program waits for more to tell in the same
 * email.
 */
async function publish(app, client, church) {
  const call = await signIn(app.url, 'admin@grace.test');
  await json(
    await call('/api/sermons', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'For everybody', description: 'For everybody in church.' }),
    }),
  );
  const isGathering = async () =>
    (await client.query('select 1 from news_window where organization_id = $1', [church])).rows
      .length > 0;
  while (!(await isGathering())) await sleep(50);
  await client.query('update news_window set closes_at = now()');
  await client.query(
    `update jobs.job set start_after = now() where name = 'tell-news' and state < 'active'`,
  );
}

/**
 * Seconds of the slowest of several reset emails beside the emails about a publication to so many
 * members.
 */
export async function resetBesidePublishing(members) {
  const server = await SlowMailServer.start();
  const app = await startApp(makeDirectory(), {
    SMTP_URL: server.url,
    MAIL_FROM: 'no-reply@church.example',
  });
  const client = await connect(databaseUrls(app.dataDir).superUrl);
  try {
    const {
      rows: [{ id: church }],
    } = await client.query(`select id from organization where slug = 'grace'`);
    await fillContent(client, church, { resources: 0, sermons: 0, events: 0, members });
    await publish(app, client, church);
    while (server.recipients.length < 20) await sleep(20);
    const before = server.recipients.length;
    const seconds = [];
    for (const address of ['member@hope.test', 'admin@hope.test', 'secretary@grace.test']) {
      const began = performance.now();
      const answer = await fetch(`${app.url}/api/auth/forgot-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: address }),
      });
      if (!answer.ok) throw new Error(`forgot-password: ${answer.status}`);
      await server.received(address);
      seconds.push((performance.now() - began) / 1000);
    }
    return { slowest: Math.max(...seconds), others: server.recipients.length - before };
  } finally {
    await client.end();
    await app.stop();
    app.remove();
    server.stop();
  }
}
