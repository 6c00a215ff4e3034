import { afterEach, expect, it } from '@jest/globals';
import { waitForEmailText } from '../../support/email/emails.js';
import { describeInBrowser, goTo, open, phone, until, violations, wide } from '../support.js';

describeInBrowser('the account of a user', (portal) => {
  afterEach(() => portal.sql('delete from rate_limit'));

  const linkTo = (address: string, page: string) =>
    waitForEmailText(portal, address, new RegExp(`/${page}\\?token=\\S+`));

  it('is created by a registration, and confirmed by the link in an email', async () => {
    const context = await portal.visit(null);
    const page = await open(context, '/join/grace');
    await page.getByLabel('First name').fill('Lydia');
    await page.getByLabel('Last name').fill('Thyatira');
    await page.getByLabel('Email').fill('lydia@grace.test');
    await page.getByLabel('Password', { exact: true }).fill('purple cloth 1');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await page.getByText('lydia@grace.test').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign In' }).last().click();
    await page.getByLabel('Email').fill('lydia@grace.test');
    await page.getByLabel('Password', { exact: true }).fill('purple cloth 1');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Please confirm your email address').waitFor();
    await page.goto(await linkTo('lydia@grace.test', 'verify-email'));
    await page.getByLabel('Password', { exact: true }).fill('not the right one');
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page.getByText('Your current password is not right.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill('purple cloth 1');
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Your account is awaiting approval' }).waitFor();
    expect(await page.getByText('Please confirm your email address').count()).toBe(0);
    await context.close();
  });

  it('gets a new password by the link in an email', async () => {
    const context = await portal.visit(null);
    const page = await open(context, '/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Invalid email address').waitFor();
    await page.getByLabel('Email').fill('support@grace.test');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await page.goto(await linkTo('support@grace.test', 'reset-password'));
    await page.getByLabel('New password').fill('a brand new one');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.getByLabel('Email').fill('support@grace.test');
    await page.getByLabel('Password', { exact: true }).fill('a brand new one');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
    await context.close();
  });

  it('has pages that show an error instead of a form for used and unknown links', async () => {
    const context = await portal.visit(null);
    await context.request.post('/api/auth/forgot-password', {
      data: { email: 'pending@grace.test' },
    });
    const link = await linkTo('pending@grace.test', 'reset-password');
    for (const look of [wide, phone]) {
      const page = await open(context, link);
      await page.setViewportSize(look);
      await page.getByLabel('New password').waitFor();
      expect(await violations(page)).toEqual([]);
    }
    const page = await open(context, link);
    await page.getByLabel('New password').fill('written in a hurry');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    for (const [look, colorScheme] of [
      [wide, 'light'],
      [phone, 'dark'],
    ] as const) {
      await page.setViewportSize(look);
      await page.emulateMedia({ colorScheme });
      await goTo(page, link);
      await page.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor();
      expect(
        (await page.getByRole('textbox').count()) + (await page.locator('input').count()),
      ).toBe(0);
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await goTo(page, '/verify-email?token=never-was');
    await page.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor();
    expect(await page.locator('input').count()).toBe(0);
    // If the server does not say whether the link is valid, the page shows the form.
    await page.route('**/api/auth/link', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many attempts.', code: 'throttled' } }),
    );
    await goTo(page, link);
    await page.getByLabel('New password').waitFor();
    await context.close();
  });

  it('has a sign-in page that can show the password, and hides it when it is sent', async () => {
    const context = await portal.visit(null);
    const page = await open(context, '/sign-in');
    const password = page.getByLabel('Password', { exact: true });
    const show = page.getByRole('button', { name: 'Show password' });
    const looks = () =>
      Promise.all([
        password.getAttribute('type'),
        show.getAttribute('aria-pressed'),
        password.getAttribute('autocomplete'),
        password.inputValue(),
      ]);
    await page.getByLabel('Email').fill('nobody@grace.test');
    await password.fill('not the right one');
    expect(await looks()).toEqual(['password', 'false', 'current-password', 'not the right one']);
    await password.focus();
    await page.keyboard.press('Tab');
    await until(page, `document.activeElement.getAttribute('aria-label') === 'Show password'`);
    await page.keyboard.press('Space');
    expect(await looks()).toEqual(['text', 'true', 'current-password', 'not the right one']);
    expect(await password.getAttribute('spellcheck')).toBe('false');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Space');
    expect(await looks()).toEqual(['password', 'false', 'current-password', 'not the right one']);
    await password.focus();
    await show.click();
    // The password field keeps the focus, so that the keyboard of a phone stays open.
    await until(page, `document.activeElement.name === 'password'`);
    expect((await looks())[0]).toBe('text');
    // Enter sends the form. The password is hidden before.
    let typeWhenSent: unknown;
    await page.route('**/api/login', async (route) => {
      typeWhenSent = await password.getAttribute('type');
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect([typeWhenSent, ...(await looks())]).toEqual([
      'password',
      'password',
      'false',
      'current-password',
      'not the right one',
    ]);
    // The longest password must fit into windows of 320 and more pixels.
    for (const [width, colorScheme] of [
      [320, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await password.fill('x'.repeat(200));
      await show.click();
      expect(
        await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        ),
      ).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    }
    await context.close();
  });

  it('has settings with a button for each password that shows only this one', async () => {
    const context = await portal.visit('pastor@grace.test');
    const page = await open(context, '/settings');
    const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')];
    await next.fill('a brand new one');
    await page.getByRole('button', { name: 'Show password' }).nth(1).click();
    expect([await current.getAttribute('type'), await next.getAttribute('type')]).toEqual([
      'password',
      'text',
    ]);
    expect(await page.getByRole('button', { name: 'Show password' }).count()).toBe(2);
    await context.close();
  });
});
