import { serveBarePage } from './bare-page.mjs';
import { hasBrowser, lighthouse, scrolling, withBrowser } from './browser.mjs';
import { cookieOf, measureFirstVisits } from './first-visits.mjs';
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

/** Returns all pages that are measured, as paths and the email addresses of their users. */
const allPages = async (app) => [
  ['/'],
  ['/join'],
  ['/signup'],
  ['/forgot-password'],
  ...[
    '/donations',
    '/resources',
    '/nuggets',
    '/sermons',
    '/community',
    '/church-program',
    '/brothers-in-christ',
    '/notifications',
    '/message-pastor',
    '/support',
    '/profile',
    '/settings',
  ].map((page) => [page, 'member@grace.test']),
  ...['/admin/donation-imports', '/admin/fundraisers'].map((page) => [
    page,
    'secretary@grace.test',
  ]),
  ...[
    '/admin/events',
    '/admin/announcements',
    '/admin/content',
    '/admin/content?tab=site-images',
    '/admin/brothers-in-christ',
    '/admin/pastor-dashboard',
    '/admin/pastor-dashboard?tab=studies',
    '/subscribe',
    '/admin/members',
    '/admin/user-approvals',
    '/admin/roles-permissions',
    '/admin/audit',
    '/admin/appearance',
    '/admin/settings',
  ].map((page) => [page, 'admin@grace.test']),
  ['/admin/organizations', 'owner@platform.test'],
  ...(await editors(app)),
];

/** The pages whose processor time is measured, with its bounds as ratios to the bare page. */
const timedPages = [
  { page: ['/sign-in'], maxCpu: 1.6, maxLongTasks: 1, maxPoints: 5 },
  { page: ['/', 'member@grace.test'], maxCpu: 3.5, maxLongTasks: 1.7, maxPoints: 12 },
  {
    page: ['/admin/church-ledger', 'secretary@grace.test'],
    maxCpu: 3.5,
    maxLongTasks: 1.7,
    maxPoints: 12,
  },
  { page: ['/admin/member-donations', 'secretary@grace.test'], maxCpu: 3.5, maxLongTasks: 1.7 },
];

const rounds = 5;

/**
 * Measures first visits of pages, with the data that the other parts have left, in relation to a
 * bare page.
 */
async function firstVisitRows(app, files) {
  const bare = await serveBarePage(files);
  try {
    await compareWith(bare, app);
  } finally {
    await bare.close();
  }
}

async function compareWith(bare, app) {
  const cookies = new Map([[undefined, Promise.resolve(null)]]);
  const visitOf = async ([page, email]) => {
    if (!cookies.has(email)) cookies.set(email, cookieOf(app.url, email));
    return [`${app.url}${page}`, await cookies.get(email)];
  };
  const listOf = (pages) => Promise.all(pages.map(visitOf));
  const timed = await listOf(timedPages.map(({ page }) => page));
  const [plain, ...visits] = await measureFirstVisits([[bare.url, null], ...timed], rounds);
  for (const [index, { page, maxCpu, maxLongTasks }] of timedPages.entries()) {
    const { cpu, longTasks } = visits[index];
    const ofCpu = (time) => `${time.toFixed(0)} ms against ${plain.cpu.toFixed(0)} ms`;
    row(
      `first visit of ${page[0]}, processor time against a bare page`,
      `≤ ${maxCpu}`,
      atMost(maxCpu, cpu / plain.cpu, ofCpu(cpu)),
    );
    row(
      `first visit of ${page[0]}, time in long tasks against a bare page’s processor time`,
      `≤ ${maxLongTasks}`,
      atMost(maxLongTasks, longTasks / plain.cpu, ofCpu(longTasks)),
    );
  }
  const others = await allPages(app);
  const pages = [...timedPages.map(({ page }) => page), ...others];
  const all = [...visits, ...(await measureFirstVisits(await listOf(others), 1))];
  sizeRows(pages, all, plain);
  await lighthouseRows(bare, timed);
}

/** Adds rows with the largest figure of all pages, and the figures of each page. */
function sizeRows(pages, visits, plain) {
  const named = ([page]) => page.replace(/[\da-f-]{36}/, '…');
  const list = (figure, digits = 0) =>
    visits
      .map((visit, index) => [named(pages[index]), figure(visit)])
      .sort(([, one], [, other]) => other - one)
      .map(([page, value]) => `${page} ${value.toFixed(digits)}`)
      .join(', ');
  const largest = (figure) => Math.max(...visits.map(figure));
  const bytes = ({ scriptBytes }) => scriptBytes;
  const requests = (visit) => visit.requests;
  const shift = (visit) => visit.shift;
  row(
    'first load of any page, JavaScript, gzip',
    '≤ 150,000 bytes',
    atMost(150_000, largest(bytes), list(bytes), ' bytes'),
  );
  row(
    'first load of any page, JavaScript against a bare page',
    '≤ 1.4',
    atMost(1.4, largest(bytes) / plain.scriptBytes, `a bare page has ${plain.scriptBytes} bytes`),
  );
  row(
    'first visit of any page, requests without pictures and live updates',
    '≤ 20',
    atMost(20, largest(requests), list(requests)),
  );
  row('first visit of any page, layout shift', '≤ 0.02', {
    ...atMost(0.02, largest(shift), list(shift, 3)),
    figure: largest(shift).toFixed(3),
  });
}

async function lighthouseRows(bare, timed) {
  const compared = timedPages
    .map((page, index) => ({ ...page, visit: timed[index] }))
    .filter(({ maxPoints }) => maxPoints !== undefined);
  const [plain, ...scores] = await lighthouse(
    [[bare.url, null], ...compared.map(({ visit }) => visit)],
    rounds,
  );
  for (const [index, { page, maxPoints }] of compared.entries()) {
    const { score, runs } = scores[index];
    row(
      `Lighthouse, mobile, ${page[0]}: points below a bare page`,
      `≤ ${maxPoints}`,
      atMost(maxPoints, plain.score - score, `${score} (${runs.join(' ')}) of ${plain.score}`),
    );
  }
}

/** Compares the scrolling of the ledger with that of a bare page. */
async function scrollRow(app) {
  const { grid, plain, loaded } = await withBrowser((browser) =>
    scrolling(browser, app.url, 'secretary@grace.test', givers),
  );
  row(
    'ledger grid, frames a second while scrolling, against a bare page',
    '≥ 0.9',
    atLeast(
      0.9,
      grid / plain,
      `${grid.toFixed(1)} against ${plain.toFixed(1)}; ${JSON.stringify(loaded)}`,
    ),
  );
}

/**
 * Measures pages in a browser.
 * @param files a directory for built files
 */
export async function browserRows(app, files) {
  if (!hasBrowser) {
    note('no browser here: the rows that need one were not measured');
    return;
  }
  await firstVisitRows(app, files);
  await scrollRow(app);
}
