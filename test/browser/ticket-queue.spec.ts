import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Ticket } from '#libs/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { chooseIn, describeInBrowser, open, phone, until, violations } from './support.js';
import { expectNoOverflow } from './steps/layout.js';
import { createTicket, ticketsPath } from './steps/support-tickets.js';

describeInBrowser('the list of tickets for staff', (portal) => {
  let member: BrowserContext;
  let helper: BrowserContext;
  beforeAll(async () => {
    [member, helper] = [
      await portal.visit('member@grace.test'),
      await portal.visit('support@grace.test'),
    ];
    await createThreeTickets('Desk');
  });
  afterAll(() => Promise.all([member.close(), helper.close()]));

  /**
   * Creates three tickets of the member, of which the second is urgent. Each test that changes
   * tickets creates its own.
   */
  const createThreeTickets = async (name: string) => {
    await createTicket(member, `${name} one`);
    await createTicket(member, `${name} two`, { priority: 'urgent' });
    await createTicket(member, `${name} three`);
  };
  const list = async (context: BrowserContext, query = '') =>
    (await (await context.request.get(`${ticketsPath}${query}`)).json()) as Ticket[];
  const focused = (page: Page, subject: string) =>
    until(page, `document.activeElement?.textContent === '${subject}'`);

  it('can be processed by keyboard: selected, opened and answered', async () => {
    const page = await open(helper, '/support?q=Desk');
    await page.getByRole('link', { name: 'Desk three' }).waitFor();
    await page.keyboard.press('j');
    await focused(page, 'Desk three');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await until(page, `document.querySelectorAll('li input:checked').length === 1`);
    await focused(page, 'Desk two');
    await page.keyboard.press('ArrowDown');
    await focused(page, 'Desk one');
    await page.keyboard.press('k');
    await focused(page, 'Desk two');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('/');
    await until(page, `document.activeElement?.type === 'search'`);
    await page.keyboard.type('j'); // In the search, the key types a letter.
    await page.waitForURL((url) => url.searchParams.get('q') === 'j');
    await page.getByPlaceholder('Search tickets...').fill('Desk');
    await page.getByRole('link', { name: 'Desk two' }).focus();
    await page.keyboard.press('Shift+?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await help.getByText('Reply, on an open ticket').waitFor();
    expect(await violations(page)).toEqual([]);
    await help.getByLabel('Use single keys on this device').uncheck();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await focused(page, 'Desk two'); // The focus is where it was before the dialog.
    await page.keyboard.press('j');
    await focused(page, 'Desk two');
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await help.getByLabel('Use single keys on this device').check();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Desk two' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Your message').waitFor();
    await page.keyboard.press('r');
    await until(page, `document.activeElement?.tagName === 'TEXTAREA'`);
    await page.keyboard.type('Rest easy, it is done.');
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.locator('li', { hasText: 'Rest easy, it is done.' }).waitFor();
    await until(
      page,
      `document.activeElement?.tagName === 'TEXTAREA' && document.activeElement.value === ''`,
    );
    await page.goBack();
    await page.getByRole('link', { name: 'Desk two' }).waitFor();
    await page.getByRole('heading', { name: 'Support Center' }).focus();
    await page.keyboard.press('j');
    await focused(page, 'Desk two');
    await page.close();
  });

  it('shows counts and the usual response time, and changes several tickets at once', async () => {
    await createThreeTickets('Bench');
    await portal.sql(
      `update ticket set first_answered_at = created_at + interval '90 minutes'
         where first_answered_at is not null`,
    );
    const page = await open(helper, '/support?q=Bench');
    await page.getByText(/First answer usually within 2 h/).waitFor();
    const before = await list(helper, '?view=mine');
    await page.getByRole('checkbox', { name: 'Choose Bench one' }).check();
    await page.getByRole('checkbox', { name: 'Choose Bench three' }).check();
    const bar = page.getByRole('group', { name: 'Chosen tickets' });
    await bar.getByText('2 selected').waitFor();
    expect(await violations(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Assign to' }).click();
    // Secretaries answer only tickets about gifts.
    expect(await page.getByRole('menuitem', { name: 'Esther Lindqvist' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Daniel Reyes (you)' }).click();
    await page.getByText('2 tickets changed.').first().waitFor();
    await page.getByRole('button', { name: `Mine ${before.length + 2}` }).click();
    await page.waitForURL((url) => url.searchParams.get('view') === 'mine');
    await page.getByRole('link', { name: 'Bench two' }).waitFor({ state: 'detached' });
    expect(await page.locator('[data-ticket]').count()).toBe(2);
    await page.getByRole('checkbox', { name: 'Choose Bench one' }).check();
    await bar.getByRole('button', { name: 'Select all 2' }).click();
    await page.getByRole('checkbox', { name: 'Choose Bench three' }).uncheck();
    // A ticket that is selected during the request stays selected. The changed tickets do not.
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**${ticketsPath}/bulk`, async (route) => {
      const response = await route.fetch();
      await answered;
      await route.fulfill({ response });
    });
    await bar.getByRole('button', { name: 'Set priority' }).click();
    await page.getByRole('menuitem', { name: 'High' }).click();
    // The live update arrives before the response.
    await page.locator('li', { hasText: 'Bench one' }).getByText('High').waitFor();
    await page.getByRole('checkbox', { name: 'Choose Bench three' }).check();
    await bar.getByText('2 selected').waitFor();
    answer();
    await bar.getByText('1 selected').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Choose Bench three' }).isChecked()).toBe(true);
    await page.unroute(`**${ticketsPath}/bulk`);
    await bar.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Closed' }).click();
    await page.getByRole('link', { name: 'Bench three' }).waitFor({ state: 'detached' });
    expect(await list(helper, '?q=Bench+three')).toMatchObject([{ status: 'closed' }]);
    // If the server refuses the change, the list shows an error and stays as it is.
    await page.route(`**${ticketsPath}/bulk`, (route) =>
      route.fulfill({
        status: 404,
        json: { message: 'This ticket was not found.', code: 'not-found' },
      }),
    );
    await page.getByRole('checkbox', { name: 'Choose Bench one' }).check();
    await bar.getByRole('button', { name: 'Assign to' }).click();
    await page.getByRole('menuitem', { name: 'Nobody' }).click();
    await page.getByText('Failed to update tickets').first().waitFor();
    await bar.getByText('1 selected').waitFor();
    await page.close();
  });

  it('is loaded page by page', async () => {
    for (let n = 0; n < 32; n++) await createTicket(helper, `Many ${n}`);
    const page = await open(helper, '/support?q=Many');
    expect(await page.locator('[data-ticket]').count()).toBe(30);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: 'Many 0', exact: true }).waitFor();
    expect(await page.locator('[data-ticket]').count()).toBe(32);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.close();
  });

  it('leads to tickets that staff can assign and prioritize', async () => {
    const { id } = await createTicket(member, 'Whose is this');
    const page = await open(helper, `/support/${id}`);
    await chooseIn(page, 'Assigned to', 'Daniel Reyes (you)');
    await page.getByText('Ticket Assigned').first().waitFor();
    await chooseIn(page, 'Priority', 'Urgent');
    await page.getByText('Ticket priority has been updated.').first().waitFor();
    expect(await page.getByLabel('Internal note').count()).toBe(0); // Only admins write notes.
    await page.close();
    const own = await open(member, `/support/${id}`);
    await own.getByText('Daniel Reyes').waitFor();
    expect(await own.getByLabel('Assigned to').count()).toBe(0);
    expect(await own.getByLabel('Priority').count()).toBe(0);
    await own.close();
  });

  it('lets a super administrator open, assign and answer tickets of a church', async () => {
    const admin = await portal.visit('admin@grace.test');
    const { id } = await createTicket(admin, 'The bill came twice', {
      ticketType: 'external',
      category: 'billing',
    });
    const superAdmin = await portal.visit('owner@platform.test');
    const page = await open(superAdmin, '/support');
    expect(await page.getByRole('tab').count()).toBe(0);
    await page
      .locator('li', { hasText: 'The bill came twice' })
      .getByText('Grace Community Church')
      .waitFor();
    await page.getByRole('button', { name: /^Waiting \d/ }).waitFor();
    await page.getByRole('button', { name: 'Create Ticket' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Support Ticket' });
    await dialog.getByLabel('Subject').fill('Your trial ends');
    await dialog.getByLabel('Description').fill('It ends on Sunday. Do you want to go on?');
    await dialog.getByRole('button', { name: 'Create Ticket' }).click();
    await dialog.getByText('Please choose a church').waitFor();
    // A file needs a church to which it belongs.
    expect(await dialog.getByRole('button', { name: 'Attach a file' }).count()).toBe(0);
    await dialog.getByLabel('Church').selectOption({ label: 'Grace Community Church' });
    await dialog.getByLabel('Attach a file').setInputFiles({
      name: 'bill.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Twice 49.00'),
    });
    await dialog.getByRole('list', { name: 'Attached files' }).getByText('11 bytes').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create Ticket' }).click();
    await page.getByRole('link', { name: 'Your trial ends' }).waitFor();
    await page.getByRole('link', { name: 'The bill came twice' }).click();
    await chooseIn(page, 'Assigned to', /@|\(you\)/);
    await page.getByText('Ticket Assigned').first().waitFor();
    await page.getByLabel('Internal note').check();
    await page.getByLabel('Internal note', { exact: true }).first().fill('They never pay in time.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.locator('li', { hasText: 'They never pay in time.' }).waitFor();
    await page.getByLabel('Your message').fill('We have taken one of them back.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.locator('li', { hasText: 'We have taken one of them back.' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await superAdmin.close();
    const adminPage = await open(admin, `/support/${id}`);
    await adminPage.getByText('We have taken one of them back.').waitFor();
    const mainText = await adminPage.locator('main').innerText();
    expect(mainText).toContain('Church Connect Support');
    expect(mainText).not.toContain('They never pay');
    expect(mainText).not.toContain('owner@platform.test');
    expect(await adminPage.getByLabel('Internal note').count()).toBe(1);
    await admin.close();
  });

  it('fits on a phone, and shows secretaries no other tickets than their own', async () => {
    const keeper = await portal.visit('secretary@grace.test', {
      viewport: phone,
      colorScheme: 'dark',
    });
    await createTicket(keeper, 'My own as a secretary');
    const page = await open(keeper, '/support');
    await page.getByRole('link', { name: 'My own as a secretary' }).waitFor();
    expect(await page.getByRole('link', { name: /^(Desk|Bench)/ }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
    await page.getByRole('link', { name: 'My own as a secretary' }).click();
    await page.getByLabel('Your message').waitFor();
    expect(await violations(page)).toEqual([]);
    await expectNoOverflow(page);
    await keeper.close();
  });
});
