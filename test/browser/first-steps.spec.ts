import { expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { FactorSetUp } from '#libs/contracts';
import { waitForEmailText } from '../support/email/emails.js';
import { picture } from '../support/pictures.js';
import { demoPassword } from '../support/program/program.js';
import { describeInBrowser, goTo, open, phone, violations } from './support.js';

describeInBrowser('the dashboard of a new church', (portal) => {
  const urlOf = (host: string, path = '/') => `http://${host}:${new URL(portal.url).port}${path}`;

  it('has a list of first steps that marks completed steps and can be hidden', async () => {
    const visitor = await portal.visit(null);
    const body = {
      organizationName: 'Lystra Chapel',
      contactName: 'Lois of Lystra',
      email: 'lois@lystra.test',
      customDomain: 'portal.lystra.test',
      memberCount: '1-50',
      selectedPlan: 'basic',
    };
    expect((await visitor.request.post('/api/organizations/signup', { data: body })).status()).toBe(
      201,
    );
    const page = await open(
      visitor,
      await waitForEmailText(
        portal,
        'lois@lystra.test',
        /http:\/\/lystra-chapel\.localhost:\d+\/reset-password\?token=\S+/,
      ),
    );
    await page.getByLabel('New password').fill('a grandmother’s faith');
    // The page must not check the used link again while the dashboard is loading.
    const askedAgain: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/link')) askedAgain.push(request.url());
    });
    await page.route('**/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome, Lois!' }).waitFor();
    await page.unroute('**/*.js');
    expect(askedAgain).toEqual([]);
    await page.getByText('Admin Controls').first().waitFor();

    const list = page.getByRole('region', { name: 'Get your church ready' });
    await list.getByText('0 of 5 done').first().waitFor();
    expect(await list.getByRole('listitem').allInnerTexts()).toHaveLength(5);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(
      await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ),
    ).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    await list.getByRole('link', { name: 'Add your logo and color' }).click();
    await page.getByRole('button', { name: 'Add logo' }).click();
    await page.getByLabel('Picture: choose a file').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await picture(300, 300, '#7c2d12').png().toBuffer(),
    });
    await page.getByRole('button', { name: 'Upload Picture' }).click();
    await page.locator('aside img[src^="/api/images/"]').first().waitFor();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Dashboard', exact: true })
      .click();
    await list.getByText('1 of 5 done').first().waitFor();
    await list.getByRole('listitem').filter({ hasText: 'Done: Add your logo and color' }).waitFor();
    expect(await list.getByRole('link').allInnerTexts()).toEqual([
      'Enter your service times',
      'Invite your people',
      'Say where people give online',
      'Bring in your first gifts',
    ]);

    await list.getByRole('link', { name: 'Invite your people' }).click();
    await page
      .getByRole('dialog', { name: 'Invite people' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Dashboard', exact: true })
      .click();
    await page.getByRole('link', { name: '15 days left in your free trial' }).click();
    await page.getByRole('heading', { level: 1, name: 'Choose Your Plan' }).waitFor();
    await page.getByText('15 days left in your free trial').waitFor();

    await goTo(page, urlOf('lystra-chapel.localhost'));
    await list.getByRole('button', { name: 'Dismiss' }).click();
    await list.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.getByText('1 of 5 done').first().waitFor();
    await list.getByRole('button', { name: 'Dismiss' }).click();
    await list.waitFor({ state: 'detached' });
    // The server stores that the list is hidden, so that it is hidden in other browsers, too.
    const other = await portal.visit(null);
    await other.request.post('/api/login', {
      data: { email: 'lois@lystra.test', password: 'a grandmother’s faith' },
    });
    const otherPage = await open(other, '/');
    await otherPage.getByRole('link', { name: '15 days left in your free trial' }).waitFor();
    expect(await otherPage.getByRole('region', { name: 'Get your church ready' }).count()).toBe(0);
    await Promise.all([visitor.close(), other.close()]);
  });

  it('opens only after the code for a contact whose account has a second factor', async () => {
    const contact = await portal.visit('member@hope.test');
    const post = async <Body>(path: string, data: object) =>
      (await (await contact.request.post(path, { data })).json()) as Body;
    await contact.request.put('/api/auth/profile', {
      data: { firstName: 'Lot', lastName: 'Haran', phone: '555-123-4567' },
    });
    const { secret } = await post<FactorSetUp>('/api/auth/mfa/setup', {
      method: 'authenticator',
      password: demoPassword,
    });
    const code = (timestamp: number) =>
      new TOTP({ secret: Secret.fromBase32(secret!) }).generate({ timestamp });
    await post('/api/auth/mfa/confirm', { code: code(Date.now()) });
    const superAdmin = await portal.visit('owner@platform.test');
    const created = await superAdmin.request.post('/api/organizations', {
      data: { name: 'Zoar', slug: 'zoar', contactName: 'Lot of Haran', email: 'member@hope.test' },
    });
    expect(created.status()).toBe(201);
    const page = await open(
      await portal.visit(null),
      await waitForEmailText(
        portal,
        'member@hope.test',
        /http:\/\/zoar\.localhost:\d+\/verify-email\?token=\S+/,
      ),
    );
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page.getByLabel('Code').fill(code(Date.now() + 30_000));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome, Lot!' }).waitFor();
    await page.getByRole('region', { name: 'Get your church ready' }).waitFor();
    await page.getByText('Nothing is on record for').waitFor();
    for (const context of [contact, superAdmin, page.context()]) await context.close();
  });

  it('shows no list to users who cannot do its steps', async () => {
    for (const email of ['secretary@grace.test', 'member@grace.test']) {
      const context = await portal.visit(email);
      const page = await open(context, '/');
      expect(await page.getByRole('region', { name: 'Get your church ready' }).count()).toBe(0);
      await context.close();
    }
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/');
    await page.getByText('4 of 5 done').first().waitFor();
    await context.close();
  });
});
