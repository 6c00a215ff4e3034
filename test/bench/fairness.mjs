import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { json, percentile, root, sample, signIn } from './support.mjs';

/** The attacks of attack.mjs, each with the account that carries it out. */
export const attacks = {
  'lists of one member': 'member@grace.test',
  'searches of one member': 'member@grace.test',
  'imports of another church': 'secretary@grace.test',
  'nested JSON at sign-in': 'member@grace.test',
  'a feed of tags': 'admin@grace.test',
  'a header of parentheses': 'secretary@grace.test',
};

/** Calls of the quiet user, and the milliseconds between them. */
const calls = 300;
const pause = 20;

/** The 95th percentile, in milliseconds, of the calls of a user who asks for a list now and then. */
async function quietUser(url) {
  const call = await signIn(url, 'member@hope.test');
  const values = [];
  for (let index = 0; index < calls; index++) {
    values.push(...(await sample(1, async () => json(await call('/api/resources?limit=24')), 0)));
    await sleep(pause);
  }
  return percentile(values, 0.95);
}

/** The quiet user's 95th percentile without an attack, and beside each attack of another church. */
export async function quietBeside(url, { file, folder }) {
  await quietUser(url); // warm up
  const idle = await quietUser(url);
  const beside = {};
  for (const [name, email] of Object.entries(attacks)) {
    const { cookie } = await signIn(url, email);
    const attacker = new Worker(path.join(root, 'test/bench/attack.mjs'), {
      workerData: { name, url, cookie, file, folder },
    });
    await new Promise((resolve) => attacker.once('message', resolve));
    await sleep(1_000);
    beside[name] = await quietUser(url);
    await attacker.terminate();
    await sleep(3_000); // what was begun comes to its end
  }
  return { idle, beside };
}
