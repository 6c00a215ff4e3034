import { afterEach, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { until as eventually } from '../support/until.js';
import { describeInBrowser, open } from './support.js';

/** A script that collects violations of the policy from the start of the page. */
const recordViolations = `
  window.policyViolations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    window.policyViolations.push(violatedDirective + ' ' + blockedURI);
  });`;

const submit = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).last().click();
const submitDialog = (opener: string, name: string) => async (page: Page) => {
  await page.getByRole('button', { name: opener }).first().click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
};

describeInBrowser('the content security policy', (portal) => {
  let context: BrowserContext;
  afterEach(() => context.close());

  it.each<[path: string, email: string | null, send: (page: Page) => Promise<void>]>([
    ['/signup', null, submit(/Register|Create|Continue|Start/)],
    [
      '/admin/member-donations',
      'secretary@grace.test',
      submitDialog('Add Donation', 'Record donation'),
    ],
    ['/support', 'member@grace.test', submitDialog('Create Ticket', 'Create Ticket')],
    ['/admin/members', 'admin@grace.test', submitDialog('Add Member', 'Add Member')],
    ['/admin/events/new', 'pastor@grace.test', submit(/Event$/)],
    ['/admin/content/sermons/new', 'admin@grace.test', submit(/Sermon$/)],
  ])('is not violated by the form of %s and its validation', async (path, email, send) => {
    context = await portal.visit(email);
    await context.addInitScript(recordViolations);
    const page = await open(context, path);
    await send(page);
    await eventually(
      async () => (await page.locator('[aria-invalid=true]').count()) > 0,
      'The form did not check its fields.',
    );
    expect(await page.evaluate('window.policyViolations')).toEqual([]);
  });
});

describeInBrowser('the documentation of the API', (portal) => {
  it('is displayed without violations of the content security policy', async () => {
    const context = await portal.visit('admin@grace.test');
    await context.addInitScript(recordViolations);
    const page = await open(context, '/api/docs');
    await page.locator('[data-path="/api/login"]').first().waitFor();
    expect(await page.evaluate('window.policyViolations')).toEqual([]);
    await context.close();
  });
});
