import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPassword } from '../../support/program/program.js';
import { describeInBrowser, open } from '../support.js';

describeInBrowser('a sign-in leads', (portal) => {
  const signIn = async (page: Page) => {
    await page.getByLabel('Email').fill('secretary@grace.test');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };

  it('to the requested page with its filters', async () => {
    const context = await portal.visit(null);
    const page = await open(
      context,
      `/api/login?next=${encodeURIComponent('/admin/church-ledger?year=2025')}`,
    );
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Church Ledger' }).waitFor();
    expect(new URL(page.url()).search).toBe('?year=2025');
    await context.close();
  });

  it.each([
    '/api/login?next=//evil.test',
    '/sign-in?next=//evil.test',
    '/sign-in?next=/.//evil.test',
    '/sign-in?next=https:%2F%2Fevil.test',
    '/sign-in?next=/%5Cevil.test',
  ])('to the dashboard instead of another site: %s', async (path) => {
    const context = await portal.visit(null);
    const page = await open(context, path);
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Welcome, Esther!' }).waitFor();
    expect(new URL(page.url()).origin).toBe(portal.url);
    await context.close();
  });

  it('back to the page on which the session ended', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/church-ledger?year=2025');
    await context.clearCookies();
    await page.getByText('Abigail Carter').first().click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByText('Your session has ended. Please sign in again.').first().waitFor();
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Church Ledger' }).waitFor();
    expect(new URL(page.url()).search).toBe('?year=2025');
    await context.close();
  });
});
