import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPassword } from '../../support/program/program.js';
import { describeInBrowser, open } from '../support.js';

describeInBrowser('the sign-in form', (portal) => {
  const fill = async (page: Page, email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  };

  it('moves the focus to a wrong email address, and checks it while it is typed', async () => {
    const context = await portal.visit(null);
    const page = await open(context, '/sign-in');
    await fill(page, 'secretary');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid email address').waitFor();
    const email = page.getByLabel('Email');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.activeElement.name')).toBe('email');
    await email.pressSequentially('@grace.test');
    await page.getByText('Invalid email address').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Welcome, Esther!' }).waitFor();
    await context.close();
  });

  it('is sent once when the user presses Enter twice', async () => {
    const context = await portal.visit(null);
    const page = await open(context, '/sign-in');
    let sentCount = 0;
    await page.route('**/api/login', async (route) => {
      sentCount++;
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await fill(page, 'secretary@grace.test');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Welcome, Esther!' }).waitFor();
    expect(sentCount).toBe(1);
    await context.close();
  });

  it('is checked by the server alone if its validation cannot be loaded', async () => {
    const context = await portal.visit(null);
    const page = await open(context, '/sign-in');
    await page.route('**/assets/sign-in.schema*', (route) => route.abort());
    await fill(page, 'secretary');
    const answer = page.waitForResponse('**/api/login');
    await page.keyboard.press('Enter');
    expect((await answer).status()).toBe(400);
    await page.getByRole('alert').getByText('Invalid email address').waitFor();
    await context.close();
  });
});
