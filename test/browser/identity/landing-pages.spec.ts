import { expect, it } from '@jest/globals';
import { describeInBrowser, open, phone } from '../support.js';
import { dayAndNight, expectToFit } from '../steps/layout.js';

const looks = [
  ...dayAndNight,
  { viewport: { width: 320, height: 700 }, colorScheme: 'light' as const },
];

describeInBrowser(
  'a visitor of the landing page or of a church',
  (portal) => {
    const urlOf = (host: string, path = '/') => `http://${host}:${new URL(portal.url).port}${path}`;

    it('finds an email address and the prices on the landing page, also on a phone', async () => {
      const visitor = await portal.visit(null);
      const page = await open(visitor, urlOf('portal.localhost'));
      await expectToFit(page, looks);
      await page.setViewportSize(phone);
      await page.getByRole('button', { name: 'Contact' }).click();
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('link', { name: 'help@portal.test' }).waitFor();
      await footer.getByRole('button', { name: 'Pricing' }).click();
      await page.getByText('Up to 300 members').waitFor();
      await visitor.close();
    });

    it.each(['/', '/signup', '/sermons', '/admin/members', '/nowhere'])(
      'sees the title of the landing page on every path: %s',
      async (path) => {
        const visitor = await portal.visit(null);
        const page = await open(visitor, urlOf('portal.localhost', path));
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.title()).toMatch(/^Register your church · /);
        await visitor.close();
      },
    );

    it('gets links to the new church and to the import after the registration', async () => {
      const visitor = await portal.visit(null);
      const page = await open(visitor, urlOf('portal.localhost', '/signup-success?church=grace'));
      await expectToFit(page, looks);
      await page.getByRole('link', { name: 'help@portal.test' }).waitFor();
      await page.getByRole('link', { name: 'Bring your giving along' }).click();
      await page.waitForURL(urlOf('grace.localhost', '/sign-in?next=**'));
      await page.getByLabel('Email').fill('secretary@grace.test');
      await page.getByLabel('Password', { exact: true }).fill('demo-password-2018');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('heading', { level: 1, name: 'Import Donations' }).waitFor();
      const other = await open(
        await portal.visit(null),
        urlOf('portal.localhost', '/signup-success?church=grace'),
      );
      await other.getByRole('link', { name: /^grace\.localhost:\d+$/ }).click();
      await other.getByText('Grace Community Church').first().waitFor();
      // The page uses the parameter only if it is the short name of a church.
      const forgedLinkPage = await open(
        await portal.visit(null),
        urlOf('portal.localhost', '/signup-success?church=evil.example/x'),
      );
      expect(await forgedLinkPage.getByText('evil').count()).toBe(0);
      for (const context of [visitor, other.context(), forgedLinkPage.context()])
        await context.close();
    });

    it('sees the plans on the host of a church, and signs in to choose one', async () => {
      const visitor = await portal.visit(null);
      const page = await open(visitor, urlOf('grace.localhost', '/subscribe'));
      await page.getByRole('heading', { level: 1, name: 'Choose Your Plan' }).waitFor();
      for (const words of [
        '7-Day Free Trial',
        'Cancel Anytime',
        'Most Popular',
        'Unlimited members',
      ])
        await page.getByText(words, { exact: true }).first().waitFor();
      await expectToFit(page, looks);
      await page.getByRole('link', { name: 'Start Free Trial' }).first().click();
      await page.getByLabel('Email').fill('admin@grace.test');
      await page.getByLabel('Password', { exact: true }).fill('demo-password-2018');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('heading', { level: 1, name: 'Choose Your Plan' }).waitFor();
      await page.getByRole('heading', { name: /^Your plan: / }).waitFor();
      const otherPage = await open(await portal.visit(null), '/subscribe');
      await otherPage.getByRole('heading', { name: 'Church Registration' }).waitFor();
      for (const context of [visitor, otherPage.context()]) await context.close();
    });
  },
  () => ({ OWNER_EMAIL: 'help@portal.test' }),
);
