import { openAsBlob } from 'node:fs';
import { json, password, percentile, sample, signIn } from './support.mjs';

const login = (url, address, email, secret) =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password: secret }),
  });

/**
 * Seconds that a right password takes beside so many wrong ones, sent at once from another network.
 */
export async function rightAmongWrong(url, count) {
  const crowd = Promise.all(
    Array.from({ length: count }, () => login(url, '203.0.113.1', 'secretary@grace.test', 'wrong')),
  );
  const began = performance.now();
  const answer = await login(url, '198.51.100.1', 'member@hope.test', password);
  const seconds = (performance.now() - began) / 1000;
  if (answer.status !== 200) throw new Error(`the right password: ${answer.status}`);
  await crowd;
  return seconds;
}

/**
 * Median milliseconds of another church's simplest request: alone, and while one church uploads so
 * many files at once.
 */
export async function besideUploads(url, call, file, count) {
  const other = await signIn(url, 'member@hope.test');
  const ask = async () => json(await other('/api/auth/user'));
  const alone = percentile(await sample(200, ask));
  let isOver = false;
  const uploads = Promise.all(
    Array.from({ length: count }, async () => {
      const body = new FormData();
      body.append('file', await openAsBlob(file), 'gifts.csv');
      return (await json(await call('/api/admin/donation-imports', { method: 'POST', body }))).id;
    }),
  ).finally(() => (isOver = true));
  const beside = [];
  while (!isOver) beside.push(...(await sample(1, ask, 0)));
  await uploads;
  return {
    alone,
    beside: percentile(beside),
    worst: percentile(beside, 0.99),
    times: beside.length,
  };
}
