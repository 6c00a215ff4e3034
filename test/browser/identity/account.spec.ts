import { afterEach, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { demoPassword } from '../../support/program/program.js';
import { waitForEmailText } from '../../support/email/emails.js';
import { describeInBrowser, goTo, open, phone, until, violations, wide } from '../support.js';

describeInBrowser('the account of a user', (portal) => {
  afterEach(() => portal.sql('delete from sign_in_failure'));

  const linkTo = (address: string, page: string) =>
    waitForEmailText(portal, address, new RegExp(`/${page}\\?token=\\S+`));

  it('is created by a registration, and confirmed by the email', async () => {
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

  it('gets a new password by an email', async () => {
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

  it('says that a used or unknown link is invalid before a password is typed', async () => {
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
    // a server that does not say so takes the form from nobody
    await page.route('**/api/auth/link', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many attempts.', code: 'throttled' } }),
    );
    await goTo(page, link);
    await page.getByLabel('New password').waitFor();
    await context.close();
  });

  it('shows the password on request, and hides it before it is sent', async () => {
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
    // the keyboard of a phone stays open
    await until(page, `document.activeElement.name === 'password'`);
    expect((await looks())[0]).toBe('text');
    // Enter sends the form, and what is sent is hidden by then
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
    // 320 pixels, with the longest that fits
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

  it('shows each of two passwords separately', async () => {
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

  it('shows a picture and a new name everywhere', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/profile');
    const picture = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#884422' },
    })
      .png()
      .toBuffer();
    await page
      .getByLabel('Profile picture')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await page.getByText('Your picture has been changed.').first().waitFor();
    await page.locator('aside img[src^="/api/images/"]').waitFor();
    await page
      .getByLabel('Profile picture')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByText('Please choose a JPEG, PNG or WebP picture.').first().waitFor();
    await page.getByLabel('First name').fill('Johanna');
    await page.getByLabel('Phone').fill('12');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Please enter a valid phone number (e.g., 555-123-4567)').waitFor();
    await page.getByLabel('Phone').fill('(706) 555-0199');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.locator('aside').getByText('Johanna Lindqvist').waitFor();
    await page.getByLabel('First name').fill('Esther');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.locator('aside').getByText('Esther Lindqvist').waitFor();
    await context.close();
  });

  it('is protected by an authenticator app, which can be turned off', async () => {
    const context = await portal.visit('pastor@grace.test');
    const page = await open(context, '/settings');
    const toggle = page.getByRole('switch', { name: 'Multi-factor authentication' });
    await toggle.click();
    await page
      .getByText('A phone number is required to enable MFA. Please add your phone number first.')
      .first()
      .waitFor();
    await page.getByLabel('Phone').fill('555-123-4567');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Settings Updated').first().waitFor();
    await toggle.click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('not it');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Your current password is not right.').waitFor();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await page.locator('p.font-mono').last().innerText()).replace(/\s/g, '');
    const codeAt = (time: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Turn On' }).click();
    await page.getByText('This code is not right, or it was used before.').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(Date.now()));
    await page.getByRole('button', { name: 'Turn On' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('On: codes come from your authenticator app').waitFor();

    const visitor = await portal.visit(null);
    const other = await open(visitor, '/sign-in?next=/notifications');
    const passwordGiven = async () => {
      await other.getByLabel('Email').fill('pastor@grace.test');
      await other.getByLabel('Password', { exact: true }).fill(demoPassword);
      await other.getByRole('button', { name: 'Sign In' }).click();
      await other.getByRole('heading', { level: 1, name: 'Enter your code' }).waitFor();
    };
    const code = other.getByRole('textbox', { name: 'Code' });
    const ended = other.getByRole('alert').getByText('This sign-in took too long');
    await passwordGiven();
    await until(
      other,
      `document.activeElement.getAttribute('autocomplete') === 'one-time-code' && document.title.startsWith('Enter your code')`,
    );
    expect(new URL(other.url())).toMatchObject({
      pathname: '/sign-in/code',
      search: '?next=%2Fnotifications',
    });
    for (const [look, colorScheme] of [
      [wide, 'light'],
      [phone, 'dark'],
    ] as const) {
      await other.setViewportSize(look);
      await other.emulateMedia({ colorScheme });
      expect(await violations(other)).toEqual([]);
    }
    // loaded anew, and gone back and forth, it is what it was
    await other.reload({ waitUntil: 'networkidle' });
    await code.waitFor();
    await other.goBack();
    await other.getByLabel('Password', { exact: true }).waitFor();
    await other.goForward();
    await code.waitFor();
    // what has ended meanwhile leads back, as the code is sent and as the page is loaded
    await portal.sql('delete from session where awaits_factor');
    await code.fill('000000');
    await other.getByRole('button', { name: 'Sign In' }).click();
    await ended.waitFor();
    await goTo(other, '/sign-in/code?next=/notifications');
    await ended.waitFor();
    expect(new URL(other.url()).searchParams.get('next')).toBe('/notifications');
    await passwordGiven();
    await code.fill(codeAt(Date.now() + 30_000));
    await other.getByRole('button', { name: 'Sign In' }).click();
    await other.getByRole('heading', { level: 1, name: 'Notification Settings' }).waitFor();
    await goTo(other, '/sign-in/code?next=https://evil.example/');
    await other.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();

    await page.reload({ waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.getByText('That device is signed out.').first().waitFor();
    await toggle.click();
    await page.getByLabel('Password or code').fill('not the password');
    await page.getByRole('button', { name: 'Turn Off' }).click();
    await page.getByText('Your password is not right.').waitFor();
    await page.getByLabel('Password or code').fill(demoPassword);
    await page.getByRole('button', { name: 'Turn Off' }).click();
    await page.getByText('Multi-factor authentication is off.').first().waitFor();
    await page.getByRole('button', { name: 'Logout of All Devices' }).click();
    await page.getByRole('heading', { name: 'Members Portal' }).waitFor();
    await Promise.all([context.close(), visitor.close()]);
  });

  it('gets another email address from staff, confirmed by the user', async () => {
    const [office, own, visitor] = [
      await portal.visit('admin@grace.test'),
      await portal.visit('member@grace.test'),
      await portal.visit(null),
    ];
    const members = await open(office, '/admin/members?search=member%40grace.test');
    await members.getByRole('button', { name: 'Actions for Hannah Brooks' }).click();
    await members.getByRole('menuitem', { name: 'Edit', exact: false }).first().click();
    await members.getByRole('dialog').getByLabel('Email').fill('hannah.new@grace.test');
    await members.getByRole('button', { name: 'Update Member' }).click();
    await members
      .getByText(
        'A link was sent to hannah.new@grace.test. They sign in with it once they have ' +
          'confirmed it.',
      )
      .first()
      .waitFor();
    await members.goto('/admin/members?search=hannah.new');
    await members
      .getByRole('row')
      .filter({ hasText: 'hannah.new@grace.test' })
      .getByText('Email not confirmed')
      .waitFor();
    await members
      .getByRole('row')
      .filter({ hasText: 'hannah.new@grace.test' })
      .getByText('Hannah Brooks')
      .click();
    await members
      .getByText(
        'Until they have confirmed it, they sign in with the address that they had before.',
      )
      .waitFor();
    expect(await violations(members)).toEqual([]);

    const link = await linkTo('hannah.new@grace.test', 'verify-email');
    const outside = await visitor.newPage();
    await outside.goto(link);
    await outside.getByRole('button', { name: 'Confirm email address' }).click();
    await outside.getByText('Please sign in with your present email address first').waitFor();
    await outside.getByRole('link', { name: 'Sign In' }).click();
    await outside.getByLabel('Email').fill('member@grace.test');
    await outside.getByLabel('Password', { exact: true }).fill(demoPassword);
    await outside.getByRole('button', { name: 'Sign In' }).click();
    await outside.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
    await outside.getByRole('button', { name: 'Confirm email address' }).click();
    await outside
      .getByText(
        'From now on you would sign in with hannah.new@grace.test. Enter your password to ' +
          'confirm that.',
      )
      .waitFor();
    expect(await violations(outside)).toEqual([]);
    const settings = await open(own, '/settings');
    await settings.getByText('Please confirm your email address').waitFor();
    await outside.getByLabel('Password', { exact: true }).fill(demoPassword);
    await outside.getByRole('button', { name: 'Confirm email address' }).click();
    await outside.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    await settings.reload({ waitUntil: 'networkidle' });
    await settings.getByRole('heading', { name: 'Sign in' }).waitFor();
    await outside.goto('/settings', { waitUntil: 'networkidle' });
    expect(await outside.getByLabel('Email', { exact: true }).inputValue()).toBe(
      'hannah.new@grace.test',
    );
    expect(await outside.getByText('Please confirm your email address').count()).toBe(0);
    await Promise.all([office.close(), own.close(), visitor.close()]);
  });
});
