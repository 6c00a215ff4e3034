import { expect, it } from '@jest/globals';
import { inLetter } from './letters.js';
import { describeInBrowser, open, violations } from './support.js';

describeInBrowser('a new church', (portal) => {
  const at = (host: string, path = '/') => `http://${host}:${new URL(portal.url).port}${path}`;

  it('registers on the portal’s host, gets its letters, signs in as its first admin; the owner pauses and resumes it', async () => {
    const visitor = await portal.visit(null);
    const page = await open(visitor, at('portal.localhost', '/donations'));
    await page.getByRole('heading', { name: 'Everything your church runs on, in one portal' }).waitFor();
    expect(await page.getByText('Up to 300 members').count()).toBe(0);
    await page.getByRole('button', { name: 'View Pricing' }).click();
    await page.getByText('Up to 300 members').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('listitem').filter({ hasText: 'Up to 300 members' }).getByRole('button', { name: 'Start Free Trial' }).click();
    const form = page.locator('form');
    await form.getByRole('button', { name: 'Start Free Trial' }).click();
    for (const message of ['Organization name must be at least 2 characters', 'Contact name must be at least 2 characters', 'Please enter a valid email address', 'Domain must be at least 3 characters']) await page.getByText(message).waitFor();
    await form.getByLabel('Organization name').fill('Antioch Fellowship');
    await form.getByLabel('Contact name').fill('Barnabas of Cyprus');
    await form.getByLabel('Email').fill('barnabas@antioch.test');
    await form.getByLabel('Custom domain').fill('portal');
    await form.getByRole('button', { name: 'Start Free Trial' }).click();
    await page.getByText('Please enter a valid domain name').waitFor();
    await form.getByLabel('Custom domain').fill('portal.antioch.test');
    await form.getByLabel('Promo code').fill('NO SUCH');
    await form.getByRole('button', { name: 'Start Free Trial' }).click();
    await form.getByText('Invalid Promo Code').waitFor();
    await form.getByLabel('Promo code').fill('');
    expect(await form.getByLabel('Plan').inputValue()).toBe('standard');
    await form.getByRole('button', { name: 'Start Free Trial' }).click();
    await page.getByText('15-Day Free Trial Active').waitFor();
    await page.getByText('antioch-fellowship.localhost').waitFor();

    await inLetter(portal.directory, 'barnabas@antioch.test', /TXT {2}_church-connect\.portal\.antioch\.test/);
    await page.goto(await inLetter(portal.directory, 'barnabas@antioch.test', /http:\/\/antioch-fellowship\.localhost:\d+\/reset-password\?token=\S+/));
    await page.getByLabel('New password').fill('son of encouragement');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.getByLabel('Email').fill('barnabas@antioch.test');
    await page.getByLabel('Password', { exact: true }).fill('son of encouragement');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome, Barnabas!' }).waitFor();
    await page.getByText('Admin Controls').first().waitFor();

    const owner = await portal.visit('owner@platform.test');
    const desk = await open(owner, '/admin/organizations');
    await desk.getByRole('button', { name: 'Actions for Antioch Fellowship' }).click();
    await desk.getByRole('menuitem', { name: 'Pause…' }).click();
    expect(await desk.getByLabel('Reason').inputValue()).toBe('Non-payment');
    await desk.getByRole('button', { name: 'Pause Organization' }).click();
    await desk.getByRole('row', { name: /Antioch Fellowship/ }).getByText('Paused').waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText(/is paused \(Non-payment\)/).waitFor();
    await desk.getByRole('button', { name: 'Actions for Antioch Fellowship' }).click();
    await desk.getByRole('menuitem', { name: 'Resume' }).click();
    await desk.getByRole('row', { name: /Antioch Fellowship/ }).getByText('Trial', { exact: true }).waitFor();
    await desk.getByRole('button', { name: 'Create Organization' }).click();
    await desk.getByRole('dialog').getByLabel('Name').fill('Berea Chapel');
    await desk.getByRole('dialog').getByRole('button', { name: 'Create Organization' }).click();
    await desk.getByText('Organization name and slug are required.').waitFor();
    await desk.getByRole('dialog').getByLabel('Slug').fill('berea');
    await desk.getByRole('dialog').getByRole('button', { name: 'Create Organization' }).click();
    await desk.getByRole('row', { name: /Berea Chapel/ }).waitFor();
    await Promise.all([visitor.close(), owner.close()]);
  }, 120_000);
});
