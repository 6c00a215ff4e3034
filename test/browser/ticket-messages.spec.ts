import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { OwnDonation, User } from '#libs/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { picture } from '../support/pictures.js';
import { describeInBrowser, open, until, violations } from './support.js';
import { createTicket, ticketsPath, visitAsMemberAndAdmin } from './steps/support-tickets.js';

describeInBrowser('the Support Center', (portal) => {
  let member: BrowserContext;
  let admin: BrowserContext;
  beforeAll(async () => {
    ({ member, admin } = await visitAsMemberAndAdmin(portal));
  });
  afterAll(() => Promise.all([member.close(), admin.close()]));

  it('accepts chosen and pasted files up to limits, and shows pictures', async () => {
    const { id } = await createTicket(member, 'A picture of the leak');
    const page = await open(member, `/support/${id}`);
    const png = await picture(60, 40).png().toBuffer();
    const chooser = page.getByLabel('Attach a file', { exact: true }).first();
    await chooser.setInputFiles({ name: 'leak.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('button', { name: 'Remove leak.png' }).waitFor();
    await page.evaluate(
      `(([data]) => {
        const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
        const details = { clipboardData: transfer, bubbles: true, cancelable: true };
        document.querySelector('textarea').dispatchEvent(new ClipboardEvent('paste', details));
      })(${JSON.stringify([png.toString('base64')])})`,
    );
    await page.getByRole('button', { name: 'Remove pasted.png' }).waitFor();
    await chooser.setInputFiles({
      name: 'plan.exe',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('MZ'),
    });
    await page.getByText(/Please choose a picture, a document/).waitFor();
    await chooser.setInputFiles({
      name: 'huge.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
    });
    await page.getByText(/at most 10.0 MB can be uploaded/).waitFor();
    for (const name of ['one.txt', 'two.txt', 'three.txt']) {
      await chooser.setInputFiles({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from('Rain came in at the window.'),
      });
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
    await chooser.setInputFiles({
      name: 'four.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Too many.'),
    });
    await page.getByText('Please attach at most 5 files').waitFor();
    await page.getByRole('button', { name: 'Remove three.txt' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Your message').fill('See for yourselves.');
    await page.getByRole('button', { name: 'Send Message', exact: true }).click();
    const message = page.locator('li', { hasText: 'See for yourselves.' });
    await message.getByRole('link', { name: 'two.txt' }).waitFor();
    await message.locator('img').first().scrollIntoViewIfNeeded();
    await until(
      page,
      `[...document.querySelectorAll('li img')].every((image) => image.naturalWidth > 0)`,
    );
    expect(await message.getByRole('link').count()).toBe(4);
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .waitFor({ state: 'detached' });
    await page.close();
  });

  it('keeps a draft of a message but not of a note, which can mention users', async () => {
    const { id } = await createTicket(member, 'Who has the key');
    const readDraft = (page: Page) =>
      page.evaluate<string>(
        `Object.entries(localStorage).filter(([key]) => key.includes('draft')).join()`,
      );
    let page = await open(admin, `/support/${id}`);
    await page.getByLabel('Your message').fill('I shall look for it');
    await until(page, `Object.values(localStorage).join().includes('I shall look for it')`);
    await page.close();
    page = await open(admin, `/support/${id}`);
    await page.getByRole('button', { name: 'Restore draft' }).click();
    expect(await page.getByLabel('Your message').inputValue()).toBe('I shall look for it');
    await page.getByLabel('Internal note').check();
    await until(page, `!Object.values(localStorage).join().includes('I shall look for it')`);
    const field = page.getByLabel('Internal note', { exact: true }).first();
    await field.fill('');
    await field.pressSequentially('Ask @da');
    await page
      .getByRole('listbox', { name: 'People to mention' })
      .getByRole('option', { name: 'Daniel Reyes' })
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await field.press('Enter');
    await field.pressSequentially('for it');
    expect(await field.inputValue()).toBe('Ask @Daniel Reyes for it');
    expect(await readDraft(page)).not.toContain('Daniel');
    await page.getByRole('link', { name: 'Back to Support' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.locator('mark', { hasText: '@Daniel Reyes' }).waitFor();
    expect(await readDraft(page)).not.toContain('Daniel');
    await page.close();
  });

  it('shows messages as plain text, and folds quoted text', async () => {
    const { id } = await createTicket(member, 'By email');
    const message = 'See https://example.org\nand <b>tell me</b>.';
    await member.request.post(`${ticketsPath}/${id}/messages`, { data: { message } });
    await portal.sql(
      `update ticket_message set via = 'email', quoted = 'On Monday you wrote: all is well.'
         where message like 'See https://example.org%'`,
    );
    const page = await open(admin, `/support/${id}`);
    const entry = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    await entry.getByText('by email').waitFor();
    expect(await entry.locator('p').innerText()).toBe(message);
    expect(await entry.getByRole('link').count()).toBe(0);
    expect(await page.getByText('On Monday you wrote').count()).toBe(0);
    await page.getByRole('button', { name: 'Show quoted text' }).click();
    await page.getByText('On Monday you wrote: all is well.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Hide quoted text' }).click();
    expect(await page.getByText('On Monday you wrote').count()).toBe(0);
    await page.close();
  });

  it('hides a gift from staff without access, and reasons of changes from members', async () => {
    const page = await open(member, '/donations');
    const { id: userId } = (await (await member.request.get('/api/auth/user')).json()) as User;
    const [gift] = (await (
      await member.request.get(`/api/donations?userId=${userId}`)
    ).json()) as OwnDonation[];
    await page
      .getByRole('button', { name: /^Something wrong\? Ask/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Ask about this gift' });
    expect(await dialog.getByLabel('Subject').inputValue()).toBe('A question about my gift');
    await dialog.getByLabel('Description').fill('short');
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await dialog.getByText('Description must be at least 10 characters').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Description').fill('I put more into the envelope, I believe.');
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await page.getByRole('heading', { name: 'A question about a gift' }).waitFor();
    const path = new URL(page.url()).pathname;

    const keeper = await portal.visit('secretary@grace.test');
    const books = await open(keeper, path);
    await books.getByRole('link', { name: 'Correct this gift' }).click();
    const panel = books.getByRole('dialog').or(books.locator('[data-side-panel]')).first();
    await panel.getByRole('button', { name: 'Edit' }).click();
    await books.getByLabel('Amount').fill('4321.09');
    await books.getByLabel(/^Reason/).fill('The envelope says so');
    await books
      .getByRole('button', { name: /Update|Save/ })
      .last()
      .click();
    await books.getByText('$4,321.09').first().waitFor();
    await keeper.close();

    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText('Corrected').first().waitFor();
    const oldAmount = Number(gift!.amount).toLocaleString('en-US', { minimumFractionDigits: 2 });
    await page.locator('del', { hasText: `$${oldAmount}` }).waitFor();
    await page.locator('ins', { hasText: '$4,321.09' }).waitFor();
    expect(await page.getByText('The envelope says so').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Correct this gift' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.close();

    const helper = await portal.visit('support@grace.test');
    const helperPage = await open(helper, path);
    await helperPage.getByRole('heading', { name: 'A question about a gift' }).waitFor();
    await helperPage.getByText('I put more into the envelope, I believe.').waitFor();
    expect(await helperPage.locator('body').innerText()).not.toContain('4,321');
    await helper.close();
  });
});
