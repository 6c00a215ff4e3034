import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { json, percentile, root, sample, signIn } from './support.mjs';

/**
 * The attacks of attack.mjs: the account that carries each of them out, and the status with which
 * it is answered.
 */
export const attacks = {
  'lists of one member': { email: 'member@grace.test', status: 200 },
  'four lists of one member': { email: 'member@grace.test', status: 200 },
  'searches of one member': { email: 'member@grace.test', status: 200 },
  'imports of another church': { email: 'secretary@grace.test', status: 201 },
  'nested JSON at sign-in': { email: 'member@grace.test', status: 400 },
  'a feed of tags': { email: 'admin@grace.test', status: 400 },
  'a header of parentheses': { email: 'secretary@grace.test', status: 201 },
};

/** Calls of the quiet user, and the milliseconds between them. */
const pause = 20;

/**
 * The 95th percentile, in milliseconds, of the calls of a user who asks for a list now and then.
 */
async function quietUser(url, calls = 300) {
  const call = await signIn(url, 'member@hope.test');
  const values = [];
  for (let index = 0; index < calls; index++) {
    values.push(...(await sample(1, async () => json(await call('/api/resources?limit=24')), 0)));
    await sleep(pause);
  }
  return percentile(values, 0.95);
}

/** Milliseconds in which an attack must be answered. An import beside other calls takes a while. */
const longestAttack = 60_000;

/** Waits until the program has answered an attack as expected, which proves that it took place. */
async function untilAnswered(name, status, countAnswers) {
  const deadline = performance.now() + longestAttack;
  for (;;) {
    const answers = await countAnswers();
    if (answers[status]) return;
    if (performance.now() > deadline)
      throw new Error(`The attack with ${name} was answered with ${JSON.stringify(answers)}.`);
    await sleep(500);
  }
}

/** Seconds without a transaction after which the application has finished an attack. */
const idleSeconds = 4;

/**
 * Waits until the application has finished the calls of an attack, so that the next attack is
 * measured alone.
 * @param client a connection to the database of the application
 */
async function untilQuiet(client) {
  const deadline = performance.now() + 300_000;
  for (let quiet = 0; quiet < idleSeconds;) {
    if (performance.now() > deadline)
      throw new Error('The application is still at work after an attack.');
    await sleep(1_000);
    const { rows } = await client.query(
      `select count(*)::int as open from pg_stat_activity
        where usename = 'church_app' and xact_start is not null and pid <> pg_backend_pid()`,
    );
    quiet = rows[0].open === 0 ? quiet + 1 : 0;
  }
}

/** The quiet user's 95th percentile without an attack, and beside each attack of another church. */
export async function quietBeside(url, { client, file, folder }) {
  await quietUser(url); // warm up
  const idle = await quietUser(url);
  const beside = {};
  for (const [name, { email, status }] of Object.entries(attacks)) {
    const { cookie } = await signIn(url, email);
    const attacker = new Worker(path.join(root, 'test/bench/attack.mjs'), {
      workerData: { name, url, cookie, file, folder },
    });
    const heard = () => new Promise((resolve) => attacker.once('message', resolve));
    await heard();
    await sleep(1_000);
    beside[name] = await quietUser(url);
    await untilAnswered(name, status, async () => {
      attacker.postMessage('count');
      return heard();
    });
    await attacker.terminate();
    await untilQuiet(client);
  }
  return { idle, beside };
}
