import { afterEach, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { demoPassword } from '../../support/program/program.js';
import { waitForEmailText } from '../../support/email/emails.js';
import { describeInBrowser, goTo, open, phone, until, violations, wide } from '../support.js';

describeInBrowser('the account of a user', (portal) => {
  afterEach(() => portal.sql('delete from rate_limit'));

  const linkTo = (address: string, page: string) =>
    waitForEmailText(portal, address, new RegExp(`/${page}\\?token=\\S+`));

  it('shows a new picture and a new name in the navigation immediately', async () => {
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

  it('can be protected by an authenticator app, which can be turned off', async () => {
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
    const timeoutAlert = other.getByRole('alert').getByText('This sign-in took too long');
    await passwordGiven();
    await until(
      other,
      `document.activeElement.getAttribute('autocomplete') === 'one-time-code' && ` +
        `document.title.startsWith('Enter your code')`,
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
    // The page for the code is still there after a reload, and after going back and forward.
    await other.reload({ waitUntil: 'networkidle' });
    await code.waitFor();
    await other.goBack();
    await other.getByLabel('Password', { exact: true }).waitFor();
    await other.goForward();
    await code.waitFor();
    // If the sign-in has ended in the meantime, the page leads back to the password: both when the
    // code is sent and when the page is loaded.
    await portal.sql('delete from session where awaits_factor');
    await code.fill('000000');
    await other.getByRole('button', { name: 'Sign In' }).click();
    await timeoutAlert.waitFor();
    await goTo(other, '/sign-in/code?next=/notifications');
    await timeoutAlert.waitFor();
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
    const [staff, own, visitor] = [
      await portal.visit('admin@grace.test'),
      await portal.visit('member@grace.test'),
      await portal.visit(null),
    ];
    const members = await open(staff, '/admin/members?search=member%40grace.test');
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
    await Promise.all([staff.close(), own.close(), visitor.close()]);
  });
});
