import { expect, it } from '@jest/globals';
import http from 'node:http';
import { pagePaths } from '../../src/server/pages.js';
import { demoPassword } from '../support/program/program.js';
import { until } from '../support/until.js';
import { describeInBrowser, goTo, open } from './support.js';

/** The pages that visitors can see without a sign-in. */
const openPages = new Set<string>([
  '/',
  '/forgot-password',
  '/join',
  '/join/$slug',
  '/reset-password',
  '/sign-in',
  '/sign-in/code',
  '/signup',
  '/signup-success',
  '/subscribe',
  '/verify-email',
]);

describeInBrowser('the public pages', (portal) => {
  /** Requests a path with another host name in the header `Host`, and returns the text. */
  const textAt = (host: string, path: string) => answer(host, path).then(({ text }) => text);
  const answer = (host: string, path: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      http
        .get(portal.url + path, { headers: { host }, agent: false }, (response) => {
          let text = '';
          response
            .setEncoding('utf8')
            .on('data', (part: string) => (text += part))
            .on('end', () => resolve({ status: response.statusCode!, text }));
        })
        .on('error', reject);
    });
  const head = (html: string) => ({
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
  });

  it.each(['/', '/sign-in', '/join', '/forgot-password', '/signup', '/subscribe'])(
    'have a description and no console errors: %s',
    async (path) => {
      const context = await portal.visit(null);
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
      });
      const requests: string[] = [];
      page.on('response', (response) => {
        if (response.status() >= 400)
          requests.push(`${response.status()} ${new URL(response.url()).pathname}`);
      });
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect({ errors, asked: requests }).toEqual({ errors: [], asked: [] });
      expect(await page.locator('meta[name=description]').count()).toBe(1);
      await context.close();
    },
  );

  it.each([
    ['/', 200],
    ['/sign-in', 200],
    ['/Donations', 200],
    ['/admin/church-ledger/', 200],
    ['/support/17?from=email', 200],
    ['/SUPPORT/17', 200],
    ['/no-such-page', 404],
    ['/admin', 404],
    ['/donations/17', 404],
    ['/sitemap.xml', 404],
    ['/.well-known/security.txt', 404],
    ['//api/auth/user', 404],
    ['/index.html', 404],
    ['/constructor', 404],
  ])('answer %s with the status %i on the host of a church', async (path, status) => {
    const [church, platform] = [
      await answer('grace.localhost', path),
      await answer('portal.localhost', path),
    ];
    expect([church.status, platform.status]).toEqual([status, 200]);
    for (const { text } of [church, platform]) expect(text).toContain('<div id="root"');
  });

  it('lead signed-out visitors to the sign-in, and then to the page', async () => {
    const context = await portal.visit(null);
    const page = await context.newPage();
    for (const path of pagePaths) {
      if (openPages.has(path)) continue;
      await page.goto(path.replaceAll('$kind', 'sermons').replaceAll(/\$\w+/g, '17'));
      await page.waitForURL((url) => url.pathname === '/sign-in');
    }
    await page.goto('/Church-Program?q=choir&tab=past');
    await page.waitForURL((url) => url.pathname === '/sign-in');
    await page.getByLabel('Email').fill('member@grace.test');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { level: 1, name: 'Church Program' }).waitFor();
    expect(page.url().slice(portal.url.length)).toBe('/Church-Program?q=choir&tab=past');
    await context.close();
  });

  it('do not change that the API answers 401 if nobody is signed in', async () => {
    const context = await portal.visit(null);
    expect((await context.request.get('/api/auth/user')).status()).toBe(401);
    await context.close();
  });

  it('recognize the user after a sign-in in another tab', async () => {
    const context = await portal.visit(null);
    const other = await open(context, '/sign-in');
    const page = await open(context, '/sign-in');
    await page.getByLabel('Email').fill('member@grace.test');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome, Hannah!' }).waitFor();
    await other.getByRole('heading', { level: 1, name: 'Welcome, Hannah!' }).waitFor();
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Welcome, Hannah!' }).waitFor();
    await context.close();
  });

  it('contain the name of the church as text before any script has run', async () => {
    await portal.sql(
      `update organization set name = 'Grace & "Hope" <script>alert(1)</script> $& $1'
         where slug = 'grace'`,
    );
    const html = await textAt('grace.localhost', '/');
    expect(head(html)).toEqual({
      title:
        'Grace &#38; &#34;Hope&#34; &#60;script&#62;alert(1)&#60;/script&#62; $&#38; $1 · ' +
        'Members Portal',
      description: expect.stringMatching(
        /^The members portal of Grace &#38; &#34;Hope&#34; &#60;script&#62;alert\(1\)&#60;\/script&#62; \$&#38; \$1: sermons/,
      ),
    });
    await portal.sql(
      `update organization set name = 'Grace Community Church' where slug = 'grace'`,
    );
    expect(head(await textAt('hope.localhost', '/sign-in'))).toEqual({
      title: 'Hope Chapel · Members Portal',
      description: 'Sign in to the members portal of Hope Chapel.',
    });
    expect(head(await textAt('portal.localhost', '/'))).toMatchObject({
      title: 'Church Connect · Members Portals for Churches',
    });
    expect(head(await textAt('evil.example', '/'))).toMatchObject({ title: 'Church Connect' });
    // Pages that need a sign-in have no description.
    expect(head(await textAt('grace.localhost', '/admin/church-ledger'))).toEqual({
      title: 'Church Connect',
      description: undefined,
    });
  });

  it('are listed for search engines in robots.txt', async () => {
    expect((await textAt('portal.localhost', '/robots.txt')).split('\n')).toEqual([
      'User-agent: *',
      'Allow: /',
      'Disallow: /api/',
      'Disallow: /admin/',
      '',
    ]);
    const church = await textAt('grace.localhost', '/robots.txt');
    expect(church).toContain('Disallow: /\n');
    expect(church).toContain('Allow: /$\n');
    expect(church).not.toMatch(/Allow: \/(admin|donations|api\/(?!settings|podcast))/);
  });

  it('have titles that differ from one another and from those of all other pages', async () => {
    const context = await portal.visit('admin@grace.test');
    const paths = [
      '/',
      '/profile',
      '/settings',
      '/donations',
      '/church-program',
      '/community',
      '/resources',
      '/nuggets',
      '/sermons',
      '/brothers-in-christ',
      '/message-pastor',
      '/support',
      '/notifications',
      '/subscribe',
      '/admin/members',
      '/admin/user-approvals',
      '/admin/roles-permissions',
      '/admin/audit',
      '/admin/member-donations',
      '/admin/donation-imports',
      '/admin/church-ledger',
      '/admin/fundraisers',
      '/admin/events',
      '/admin/events/new',
      '/admin/announcements',
      '/admin/content',
      '/admin/content/resources/new',
      '/admin/brothers-in-christ',
      '/admin/pastor-dashboard',
      '/admin/pastor-dashboard/studies/new',
      '/admin/appearance',
      '/admin/settings',
      '/no-such-page',
    ];
    const page = await open(context, '/profile');
    const titles = new Map<string, string>();
    for (const path of paths) {
      await page.goto(path);
      await until(
        async () => (await page.title()).endsWith(' · Grace Community Church'),
        `no title at ${path}`,
      );
      titles.set(await page.title(), path);
    }
    expect([...titles.values()]).toEqual(paths);
    const nameOf = (title: string) => title.split(' · ')[0]!;
    const names = [...titles.keys()].map(nameOf);
    const visitor = await portal.visit(null);
    const publicPage = await visitor.newPage();
    for (const path of ['/sign-in', '/join', '/forgot-password', '/signup']) {
      await goTo(publicPage, path);
      names.push(nameOf(await publicPage.title()));
    }
    expect(new Set(names).size).toBe(names.length);
    await visitor.close();
    await context.close();
  });

  it('use files that browsers can cache; missing files are answered with 404', async () => {
    const { request } = await portal.visit(null);
    const page = await request.get('/');
    const [script] = /\/assets\/[^"]+\.js/.exec(await page.text())!;
    const response = await request.get(script);
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toContain('javascript');
    expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await request.get('/logo.svg')).headers()['cache-control']).toBe('no-cache');
    for (const icon of ['/favicon.ico', '/apple-touch-icon.png']) {
      const answer = await request.get(icon);
      expect([icon, answer.status()]).toEqual([icon, 200]);
      expect(answer.headers()['content-type']).toMatch(/^image\//);
    }

    const missing = ['/assets/', '/assets/missing.js', '/Assets/x.js', '/assets/..%2findex.html'];
    for (const path of missing) {
      const answer = await request.get(path);
      expect([path, answer.status()]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ code: 'http-404' });
      expect(answer.headers()['cache-control']).not.toContain('immutable');
    }
  });
});
