import { firstVisits, hasBrowser, lighthouse, scrolling, withBrowser } from './browser.mjs';
import { givers } from './options.mjs';
import { json, signIn } from './support.mjs';
import { atLeast, atMost, note, row } from './table.mjs';

/** Returns the pages with editors: for new content, for existing content, and for a ticket. */
async function editors(app) {
  const call = await signIn(app.url, 'admin@grace.test');
  const lists = {
    events: '/admin/events',
    'bible-studies': '/admin/pastor-dashboard/studies',
    resources: '/admin/content/resources',
    sermons: '/admin/content/sermons',
    nuggets: '/admin/content/nuggets',
  };
  const [ticket] = await json(await call('/api/support-tickets?limit=1'));
  const pages = await Promise.all(
    Object.entries(lists).map(async ([kind, list]) => {
      const items = await json(await call(`/api/${kind}?limit=100`));
      // with as much in it as there is: a series, a file
      const full = items.find((item) => item.isRecurring ?? item.file) ?? items[0];
      return ['new', full.id].map((id) => [`${list}/${id}`, 'admin@grace.test']);
    }),
  );
  return [[`/support/${ticket.id}`, 'admin@grace.test'], ...pages.flat()];
}

/** Measures pages in a browser, with the data that the other parts have left. */
export async function browserRows(app) {
  if (!hasBrowser) {
    note('no browser here: the two rows that need one were not measured');
    return;
  }
  await withBrowser(async (browser) => {
    const visits = await firstVisits(browser, app.url, [
      ['/'],
      ['/sign-in'],
      ['/join'],
      ['/', 'member@grace.test'],
      ['/donations', 'member@grace.test'],
      ['/resources', 'member@grace.test'],
      ['/nuggets', 'member@grace.test'],
      ['/sermons', 'member@grace.test'],
      ['/community', 'member@grace.test'],
      ['/church-program', 'member@grace.test'],
      ['/brothers-in-christ', 'member@grace.test'],
      ['/notifications', 'member@grace.test'],
      ['/admin/events', 'admin@grace.test'],
      ['/admin/announcements', 'admin@grace.test'],
      ['/admin/content', 'admin@grace.test'],
      ['/admin/content?tab=site-images', 'admin@grace.test'],
      ['/admin/brothers-in-christ', 'admin@grace.test'],
      ['/admin/pastor-dashboard', 'admin@grace.test'],
      ['/admin/pastor-dashboard?tab=studies', 'admin@grace.test'],
      ['/message-pastor', 'member@grace.test'],
      ['/support', 'member@grace.test'],
      ...(await editors(app)),
      ['/admin/member-donations', 'secretary@grace.test'],
      ['/admin/donation-imports', 'secretary@grace.test'],
      ['/admin/church-ledger', 'secretary@grace.test'],
      ['/admin/fundraisers', 'secretary@grace.test'],
      ['/signup'],
      ['/forgot-password'],
      ['/profile', 'member@grace.test'],
      ['/subscribe', 'admin@grace.test'],
      ['/settings', 'member@grace.test'],
      ['/admin/members', 'admin@grace.test'],
      ['/admin/user-approvals', 'admin@grace.test'],
      ['/admin/roles-permissions', 'admin@grace.test'],
      ['/admin/audit', 'admin@grace.test'],
      ['/admin/appearance', 'admin@grace.test'],
      ['/admin/settings', 'admin@grace.test'],
      ['/admin/organizations', 'owner@platform.test'],
    ]);
    const named = (page) => page.replace(/[\da-f-]{36}/, '…');
    const worst = (figure) =>
      visits
        .map((visit) => `${named(visit.path)} ${figure(visit)}`)
        .sort((one, other) => Number(other.split(' ').at(-1)) - Number(one.split(' ').at(-1)))
        .join(', ');
    const most = (figure) => Math.max(...visits.map(figure));
    const { grid, plain, loaded } = await scrolling(
      browser,
      app.url,
      'secretary@grace.test',
      givers,
    );
    row(
      'first load of any page, JavaScript, gzip',
      '≤ 150,000 bytes',
      atMost(
        150_000,
        most(({ bytes }) => bytes),
        worst(({ bytes }) => bytes),
        ' bytes',
      ),
    );
    row(
      'long tasks of any page in sum, first visit, at a quarter of the speed',
      '≤ 600 ms',
      atMost(
        600,
        most(({ tasks }) => tasks),
        worst(({ tasks }) => tasks.toFixed(0)),
        ' ms',
      ),
    );
    row('layout shift of any page, first visit, at a quarter of the speed', '≤ 0.02', {
      ...atMost(
        0.02,
        most(({ shift }) => shift),
        worst(({ shift }) => shift.toFixed(3)),
      ),
      figure: most(({ shift }) => shift).toFixed(3),
    });
    note(`requests: ${worst(({ requests }) => requests)}`);
    note(`bytes over the wire: ${worst(({ wire }) => wire)}`);
    row(
      'ledger grid, frames a second while scrolling, against a bare page',
      '≥ 0.9',
      atLeast(
        0.9,
        grid / plain,
        `${grid.toFixed(1)} against ${plain.toFixed(1)}; ${JSON.stringify(loaded)}`,
      ),
    );
  });
  const scores = await lighthouse(
    app.url,
    [['/sign-in'], ['/', 'member@grace.test'], ['/admin/church-ledger', 'secretary@grace.test']],
    5,
  );
  row(
    'Lighthouse, mobile, the middle of five',
    '≥ 90',
    atLeast(
      90,
      Math.min(...scores.map(({ score }) => score)),
      scores
        .map(({ path: page, score, runs }) => `${page} ${score} (${runs.join(' ')})`)
        .join(', '),
    ),
  );
}
