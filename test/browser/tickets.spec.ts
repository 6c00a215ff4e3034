import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { chooseIn, describeInBrowser, everyByte, open, until, violations } from './support.js';
import { createTicket, ticketsPath, visitAsMemberAndAdmin } from './steps/support-tickets.js';

describeInBrowser('the Support Center', (portal) => {
  let member: BrowserContext;
  let admin: BrowserContext;
  beforeAll(async () => {
    ({ member, admin } = await visitAsMemberAndAdmin(portal));
  });
  afterAll(() => Promise.all([member.close(), admin.close()]));

  const toast = (page: Page, words: string) =>
    page.locator('[data-toasts]').getByText(words).first().waitFor();

  it('lets a member create, an admin answer, and the member reopen a ticket', async () => {
    const page = await open(member, '/support');
    const received = await everyByte(page);
    await page.getByRole('button', { name: 'Create Ticket' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Support Ticket' });
    await dialog.waitFor();
    await until(page, `document.activeElement?.name === 'subject'`);
    await dialog.getByRole('button', { name: 'Create Ticket' }).click();
    await dialog.getByText('Subject must be at least 3 characters').waitFor();
    await dialog.getByText('Description must be at least 10 characters').waitFor();
    await until(page, `document.activeElement?.name === 'subject'`);
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Subject').fill('The organ hums');
    await dialog
      .getByLabel('Description')
      .fill('It hums since the storm,\neven while nobody plays.');
    await dialog.getByLabel('Priority').selectOption('high');
    await dialog.getByLabel('Category').selectOption('technical');
    // An error of the server is shown at its field, which gets the focus.
    await page.route(`**${ticketsPath}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: {
              message: 'Not like that',
              code: 'invalid',
              issues: [{ path: 'description', message: 'Not like that' }],
            },
          })
        : route.fallback(),
    );
    await dialog.getByRole('button', { name: 'Create Ticket' }).click();
    await dialog.getByText('Not like that').waitFor();
    await until(page, `document.activeElement?.name === 'description'`);
    await page.unroute(`**${ticketsPath}`);
    await dialog.getByRole('button', { name: 'Create Ticket' }).dblclick();
    await toast(page, 'Your support ticket has been submitted successfully.');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'The organ hums' }).waitFor();
    expect(await page.getByRole('link', { name: 'The organ hums' }).count()).toBe(1);
    await page.getByRole('link', { name: 'The organ hums' }).click();
    await page.getByRole('heading', { level: 1, name: /^Ticket #\d{8}$/ }).waitFor();
    const path = new URL(page.url()).pathname;
    for (const words of ['Internal Support', 'Created By', 'Technical', 'Nobody has answered yet.'])
      await page.getByText(words).first().waitFor();
    expect(await page.getByRole('button', { name: 'Send Message' }).isDisabled()).toBe(true);
    await page.getByLabel('Your message').fill('   \n ');
    expect(await page.getByRole('button', { name: 'Send Message' }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Internal note').count()).toBe(0);

    // While the ticket is open, new messages count as read. Therefore the member opens another
    // page.
    await page.goto('/community');
    const desk = await open(admin, '/support');
    expect(
      Number(
        (await desk.getByRole('link', { name: /^Support \d+ unread$/ }).innerText()).replace(
          /\D+/g,
          '',
        ),
      ),
    ).toBeGreaterThan(0);
    await desk.getByRole('link', { name: 'The organ hums' }).click();
    await desk.getByLabel('Internal note').check();
    await desk
      .getByLabel('Internal note', { exact: true })
      .first()
      .fill('They forgot to pay the tuner.');
    await desk.getByRole('button', { name: 'Send Message' }).click();
    await toast(desk, 'Your message has been added to the ticket.');
    await desk
      .locator('li', { hasText: 'They forgot to pay the tuner.' })
      .getByText('Internal')
      .waitFor();
    await desk.getByLabel('Your message').fill('The tuner comes on Friday.');
    await desk.getByRole('button', { name: 'Send Message' }).dblclick();
    await desk.locator('li', { hasText: 'The tuner comes on Friday.' }).waitFor();
    expect(await desk.locator('li', { hasText: 'The tuner comes on Friday.' }).count()).toBe(1);
    await desk.getByRole('button', { name: 'Resolve', exact: true }).click();
    await toast(desk, 'The ticket has been marked as resolved.');
    await desk.locator('dt', { hasText: 'Resolved' }).waitFor();
    expect(await desk.getByRole('button', { name: 'Resolve', exact: true }).count()).toBe(0);
    await desk.close();

    await page.goto('/support', { waitUntil: 'networkidle' });
    await page.locator('li', { hasText: 'The organ hums' }).getByText('Unread').waitFor();
    await page.getByRole('link', { name: 'The organ hums' }).click();
    await page.getByText('The tuner comes on Friday.').waitFor();
    await page.getByRole('button', { name: 'Status: Resolved' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Your message').fill('It still hums.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('It still hums.').first().waitFor();
    await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Status: Open' }).waitFor();
    await chooseIn(page, 'Status', 'Closed');
    await toast(page, 'Ticket status has been updated.');
    await page.getByRole('link', { name: 'Back to Support' }).click();
    await page.getByRole('link', { name: 'The organ hums' }).waitFor();
    // The cached list shows "Unread" until the list is loaded again.
    await page
      .locator('li', { hasText: 'The organ hums' })
      .getByText('Unread')
      .waitFor({ state: 'detached' });
    expect(path).toMatch(/^\/support\/[1-8]\d{7}$/);
    expect(await received()).not.toContain('tuner.');
    expect(await received()).toContain('tuner comes');
    await page.close();
  });

  it('does not close a menu that was opened while a message is sent', async () => {
    const { id } = await createTicket(member, 'The bell');
    const page = await open(admin, `/support/${id}`);
    let letGo!: () => void;
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(`**${ticketsPath}/*/messages`, async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.getByLabel('Your message').fill('It is repaired.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByRole('button', { name: 'Status: Open' }).click();
    const entry = page.getByRole('menuitemradio', { name: 'Closed' });
    await entry.waitFor();
    letGo();
    await toast(page, 'Your message has been added to the ticket.');
    await page.locator('li', { hasText: 'It is repaired.' }).waitFor();
    expect(await entry.count()).toBe(1);
    await page.close();
  });

  it('has tab, filters and search in the address of the page', async () => {
    await createTicket(member, 'The blue door sticks', { priority: 'urgent' });
    await createTicket(admin, 'The invoice of the blue door', {
      ticketType: 'external',
      category: 'billing',
    });
    const page = await open(admin, '/support?q=blue&priority=urgent&status=open&tab=nothing');
    await page.getByRole('link', { name: 'The blue door sticks' }).waitFor();
    expect(await page.locator('[data-ticket]').count()).toBe(1);
    expect(await page.getByPlaceholder('Search tickets...').inputValue()).toBe('blue');
    await page.getByRole('button', { name: 'Remove filter Priority: Urgent' }).click();
    await page.waitForURL((url) => !url.searchParams.has('priority'));
    await page.getByPlaceholder('Search tickets...').fill('no such thing');
    await page.getByText('No support tickets found').waitFor();
    await page.getByText('Try adjusting your search terms or filters.').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('no such thing');
    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await page.getByRole('link', { name: 'The blue door sticks' }).waitFor();
    // If the user opens a ticket just after typing a search, the page stays at the ticket. The
    // search is in the list when the user returns.
    await page.getByPlaceholder('Search tickets...').fill('door');
    await page.getByRole('link', { name: 'The blue door sticks' }).click();
    await page.getByLabel('Your message').waitFor();
    await page.waitForTimeout(1_000);
    expect(new URL(page.url()).pathname).toMatch(/^\/support\/\d+$/);
    await page.getByRole('link', { name: 'Back to Support' }).click();
    await page.waitForURL((url) => url.searchParams.get('q') === 'door');
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Open' }).click();
    await page.getByRole('tab', { name: 'Church Connect Support' }).click();
    await page.getByRole('link', { name: 'The invoice of the blue door' }).click();
    await page.getByText('Church Connect Support').first().waitFor();
    await page.getByRole('link', { name: 'Back to Support' }).click();
    await page.waitForURL(
      (url) =>
        url.searchParams.get('tab') === 'external' && url.searchParams.get('status') === 'open',
    );
    await page.getByRole('link', { name: 'The invoice of the blue door' }).waitFor();
    await page.close();
    const other = await open(member, '/support?tab=external');
    await other.getByRole('link', { name: 'The blue door sticks' }).waitFor();
    expect(await other.getByRole('tab').count()).toBe(0);
    await other.close();
  });

  it('shows inaccessible tickets as not found, and can load a failed list again', async () => {
    const { id } = await createTicket(admin, 'Nothing for members', { ticketType: 'external' });
    const page = await open(member, `/support/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Ticket Not Found' }).waitFor();
    await page
      .getByText(
        "The support ticket you're looking for doesn't exist or you don't have access to it.",
      )
      .waitFor();
    expect(await violations(page)).toEqual([]);
    let isAway = true;
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    await page.route(`**${ticketsPath}?**`, async (route) => {
      await gate;
      await (isAway ? route.abort() : route.fallback());
    });
    await page.getByRole('link', { name: 'Back to Support' }).click();
    await page.locator('[data-placeholder]').first().waitFor();
    expect(await page.locator('[data-placeholder]').count()).toBe(6);
    go();
    await page.getByText('The tickets could not be loaded.').waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[data-ticket]').first().waitFor();
    await page.close();
  });
});
