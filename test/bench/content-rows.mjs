import { archiveSearch, dashboard, fillContent, publishing } from './content.mjs';
import { resetBesidePublishing } from './emails.mjs';
import { rowsOf, wants } from './options.mjs';
import { json, signIn } from './support.mjs';
import { atMost, row } from './table.mjs';
import { fillTickets, measureLiveConnections, queue, queueQueries } from './tickets.mjs';

/** Measures an email for a new password beside thousands of other emails. */
export async function emailRows() {
  if (!wants('emails')) return;
  const members = rowsOf(20_000);
  const { slowest, others } = await resetBesidePublishing(members);
  row(
    `a reset email beside the emails about a sermon to ${members} members`,
    '≤ 2 s',
    atMost(
      2,
      slowest,
      `the slowest of three; 300 ms for each email, ${others} others meanwhile`,
      ' s',
    ),
  );
}

/** Measures content in a church with much of it and with all members of this run. */
export async function contentRows({ app, client, grace }) {
  if (!wants('content')) return;
  const sizes = {
    resources: rowsOf(5_000),
    sermons: rowsOf(2_000),
    events: rowsOf(3_000),
    members: rowsOf(20_000),
  };
  await fillContent(client, grace, sizes);
  const member = await signIn(app.url, 'member@grace.test');
  const first = await dashboard(member, client, grace, rowsOf(100));
  row(
    `the dashboard’s five calls at once, ${sizes.resources} resources, against five of the ` +
      `simplest`,
    '≤ 2 ×',
    atMost(
      2,
      first.http / first.least,
      `${first.http.toFixed(1)} ms against ${first.least.toFixed(1)} ms; the bare SQL ` +
        `${first.sql.toFixed(1)} ms (${(first.http / first.sql).toFixed(1)} ×)`,
      ' ×',
    ),
  );
  const archive = await archiveSearch(member, client, grace, rowsOf(100));
  row(
    `a search of ${sizes.sermons} sermons against the simplest call`,
    '≤ 2 ×',
    atMost(
      2,
      archive.http / archive.least,
      `${archive.http.toFixed(1)} ms against ${archive.least.toFixed(1)} ms; the bare SQL ` +
        `${archive.sql.toFixed(1)} ms (${(archive.http / archive.sql).toFixed(1)} ×)`,
      ' ×',
    ),
  );
  const news = await publishing(await signIn(app.url, 'admin@grace.test'), client, grace);
  row(
    `publishing to ${news.people} members answers, against a draft`,
    '≤ 3 ×',
    atMost(
      3,
      news.answered / news.draft,
      `${news.answered.toFixed(0)} ms against ${news.draft.toFixed(0)} ms`,
      ' ×',
    ),
  );
  row(
    `all ${news.people} are told, against one INSERT … SELECT`,
    '≤ 5 ×',
    atMost(
      5,
      news.told / news.bare,
      `${news.told.toFixed(2)} s against ${news.bare.toFixed(2)} s`,
      ' ×',
    ),
  );
}

/** Measures tickets in a church with years of them, and many live connections. */
export async function supportRows(giving) {
  if (!wants('support')) return;
  const { client, grace, urls } = giving;
  const tickets = rowsOf(100_000);
  await fillTickets(client, grace, tickets);
  const admin = await signIn(giving.app.url, 'admin@grace.test');
  const { list, waiting, badge, least } = await queue(admin, client, grace, rowsOf(200));
  const own = await queueQueries(urls.appUrl, client, grace, rowsOf(200));
  for (const [what, { http, sql }, query] of [
    ['opening the queue', list, own.list],
    ['the view of those that wait', waiting, own.waiting],
  ]) {
    row(
      `${what}, ${tickets} tickets: its query against the bare SQL of the same rows`,
      '≤ 2 ×',
      atMost(
        2,
        query.own / query.sql,
        `${query.own.toFixed(2)} ms against ${query.sql.toFixed(2)} ms`,
        ' ×',
      ),
    );
    row(
      `${what}, ${tickets} tickets, against the simplest call`,
      '≤ 3 ×',
      atMost(
        3,
        http / least,
        `${http.toFixed(1)} ms against ${least.toFixed(1)} ms; the bare SQL ${sql.toFixed(2)} ` +
          `ms (${(http / sql).toFixed(1)} ×)`,
        ' ×',
      ),
    );
  }
  row(
    `the badge’s count, ${tickets} tickets, ${tickets / 20} unsettled, against the bare SQL`,
    '≤ 2 ×',
    atMost(
      2,
      badge.http / badge.sql,
      `${badge.http.toFixed(1)} ms against ${badge.sql.toFixed(1)} ms`,
      ' ×',
    ),
  );
  const cookies = [];
  for (let n = 0; n < rowsOf(200); n++)
    cookies.push(
      (await signIn(giving.app.url, n % 2 ? 'admin@grace.test' : 'support@grace.test')).cookie,
    );
  const [{ id }] = await json(await admin('/api/support-tickets?limit=1&ticketType=internal'));
  await giving.startAgain();
  const again = await signIn(giving.app.url, 'admin@grace.test');
  const live = await measureLiveConnections(giving.app, cookies, async (round) => {
    await json(
      await again(`/api/support-tickets/${id}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message: `Round ${round}` }),
      }),
    );
    return id;
  });
  row(
    `memory of each of ${live.streams} live connections`,
    '≤ 100 kB',
    atMost(
      100,
      (live.memory * 1024) / live.streams,
      `${live.memory.toFixed(0)} MB for all, in one process`,
      ' kB',
    ),
  );
  row(
    `all ${live.streams} have heard of a message since it was sent`,
    '≤ 1000 ms',
    atMost(
      1000,
      live.told,
      `the call itself answers after ${live.answered.toFixed(0)} ms; the slowest of ten ` +
        `${live.worst.toFixed(0)} ms`,
      ' ms',
    ),
  );
}
