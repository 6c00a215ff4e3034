import http from 'node:http';
import path from 'node:path';
import { json, percentile, root, sample } from './support.mjs';

/**
 * A church that has been asked so much in many years; one ticket in twenty is unsettled, half of
 * those wait for an answer.
 */
export async function fillTickets(client, church, count) {
  await client.query(`set app.org = '${church}'`);
  await client.query(
    `insert into ticket
            (organization_id, id, subject, description, priority, category, status, created_by,
             is_waiting, assigned_to, created_at, updated_at, first_answered_at, resolved_at,
             ended_at, last_n, public_n)
     select $1, 10000000 + n, 'Question ' || n, repeat('What is asked, and why. ', 10),
            (array['low','medium','high','urgent'])[1 + n % 4], 'general',
            case when n % 20 = 0 then 'open' else 'resolved' end,
            m.ids[1 + n % cardinality(m.ids)], n % 40 = 0,
            case when n % 60 = 0 then s.id end, now() - n * interval '20 minutes',
            now() - n * interval '20 minutes', now() - n * interval '19 minutes',
            case when n % 20 <> 0 then now() - n * interval '18 minutes' end,
            case when n % 20 <> 0 then now() - n * interval '18 minutes' end, 2, 2
       from generate_series(1, ${count}) n,
            (select array_agg(id) as ids
               from (select id from app_user
                      where organization_id = $1 and role = 'member'
                      limit 500) u) m,
            (select id from app_user
              where organization_id = $1 and email = 'support@grace.test') s
         on conflict do nothing`,
    [church],
  );
  // whoever answers has opened all but a few of them
  await client.query(
    `insert into ticket_seen (organization_id, ticket_id, user_id, n)
     select $1, t.id, u.id, 2
       from ticket t, app_user u
      where t.organization_id = $1
        and u.organization_id = $1
        and u.email in ('admin@grace.test', 'support@grace.test')
        and t.id % 100 <> 0
         on conflict do nothing`,
    [church],
  );
  await client.query('vacuum (analyze) ticket, ticket_seen');
}

const bare = {
  list: `
    select * from ticket
     where organization_id = $1
     order by updated_at desc, id desc
     limit 51`,
  waiting: `
    select * from ticket
     where organization_id = $1 and status in ('open', 'in_progress') and is_waiting
     order by updated_at desc, id desc
     limit 51`,
  badge: `
    select count(*) from ticket t
     where organization_id = $1
       and status in ('open', 'in_progress')
       and public_n > coalesce(
             (select n from ticket_seen s
               where s.organization_id = $1 and s.ticket_id = t.id and s.user_id = $2),
             -1)`,
};

/**
 * Opening the queue and what its badge counts, over HTTP; the bare SQL of the same rows, and the
 * simplest call, in one run.
 */
export async function queue(call, client, church, times) {
  const { id } = await json(await call('/api/auth/user'));
  const over = async (where) =>
    percentile(await sample(times, async () => json(await call(where))));
  const sql = async (name, values) =>
    percentile(
      await sample(times, () => client.query({ name: `ticket ${name}`, text: bare[name], values })),
    );
  const measure = async (name, where, values) => ({
    http: await over(where),
    sql: await sql(name, values),
  });
  const found = {
    list: await measure('list', '/api/support-tickets?limit=50', [church]),
    waiting: await measure('waiting', '/api/support-tickets?limit=50&view=waiting', [church]),
    badge: await measure('badge', '/api/support-tickets/count', [church, id]),
  };
  return { ...found, least: await over('/api/auth/user') };
}

/**
 * The queue's own queries, as a tab of the screen asks them, and the bare SQL of the same rows,
 * each in a transaction of the church as the application opens it.
 */
export async function queueQueries(appUrl, client, church, times) {
  const load = (file) => import(path.join(root, 'dist', file));
  const [{ Database }, { entities }, { listTickets }] = await Promise.all(
    ['libs/database/index.js', 'src/ops/database.js', 'src/support/tickets/ticket-rows.js'].map(
      load,
    ),
  );
  const {
    rows: [{ id }],
  } = await client.query(
    `select id from app_user where organization_id = $1 and email = 'admin@grace.test'`,
    [church],
  );
  const actor = { id, role: 'admin', organizationId: church, isSuperAdmin: false };
  const db = await Database.connect(appUrl, entities, 2);
  const within = async (work) => percentile(await sample(times, () => db.tenant(church, work)));
  const measure = async (name, view) => ({
    own: await within((tx) => listTickets(tx, actor, { ticketType: 'internal', limit: 50, view })),
    sql: await within((tx) => tx.sql(bare[name], [church])),
  });
  const found = {
    list: await measure('list', undefined),
    waiting: await measure('waiting', 'waiting'),
  };
  await db.close();
  return found;
}

/**
 * sessions whose streams come before the memory is looked at: what every process takes for its
 * first requests
 */
const warmUp = 10;

/** One stream of `GET /api/live`; `heard` counts what came. */
function listen(url, cookie, heard) {
  return new Promise((resolve, reject) => {
    const request = http.get(
      `${url}/api/live`,
      { headers: { cookie, accept: 'text/event-stream' }, agent: false },
      (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`not heard: ${response.statusCode}`));
          return;
        }
        response.setEncoding('utf8');
        response.on('data', (text) => {
          for (const [, id] of text.matchAll(/"kind":"ticket","id":"(\d+)"/g)) heard(id);
        });
        resolve(request);
      },
    );
    request.on('error', reject);
  });
}

/**
 * Keeps so many streams open, five of a session. Gives their memory, and milliseconds from the
 * request that writes into a ticket until it is answered (its commit is before that) and until the
 * last has heard.
 * @param app the process that serves them all, fresh, for what an older one has freed hides what
 *   they take
 * @param cookies one of each session @param write writes into a ticket, and gives its number
 */
export async function measureLiveConnections(app, cookies, write, perSession = 5) {
  const counts = new Map();
  let waiting;
  const heard = (id) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    waiting?.();
  };
  const streams = [];
  let before;
  for (const [index, cookie] of cookies.entries()) {
    if (index === warmUp) before = app.memory().now;
    streams.push(
      ...(await Promise.all(
        Array.from({ length: perSession }, () => listen(app.url, cookie, heard)),
      )),
    );
  }
  const memory = ((app.memory().now - before) * cookies.length) / (cookies.length - warmUp);
  const [told, answered] = [[], []];
  for (let round = 0; round < 12; round++) {
    const target = streams.length * (round + 1);
    const began = performance.now();
    const id = await write(round);
    const at = performance.now() - began;
    if ((counts.get(id) ?? 0) < target) {
      await new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`heard by ${counts.get(id) ?? 0} of ${target}`)),
          20_000,
        );
        waiting = () => {
          if (counts.get(id) < target) return;
          clearTimeout(late);
          resolve();
        };
        waiting();
      });
    }
    if (round < 2) continue;
    told.push(performance.now() - began);
    answered.push(at);
  }
  for (const stream of streams) stream.destroy();
  return {
    streams: streams.length,
    memory,
    told: percentile(told),
    answered: percentile(answered),
    worst: Math.max(...told),
  };
}
