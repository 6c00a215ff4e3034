import { expect, it } from '@jest/globals';
import { describeInBrowser, open } from '../support.js';

describeInBrowser('a gift in the panel of the ledger', (portal) => {
  const openPanel = async (email: string) => {
    const context = await portal.visit(email);
    const page = await open(context, '/admin/church-ledger?search=Hannah');
    await page.getByRole('grid').locator('[data-row]').first().click();
    const panel = page.getByRole('dialog').or(page.getByRole('complementary')).last();
    await panel.getByRole('button', { expanded: false }).first().click();
    await panel.getByText('Recorded').or(panel.getByText('Imported')).first().waitFor();
    return { context, page, link: panel.getByRole('link', { name: 'Open in Member Donations' }) };
  };

  it('can be opened where it is corrected', async () => {
    const { context, page, link } = await openPanel('secretary@grace.test');
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Member Donations' }).waitFor();
    await page.getByRole('heading', { name: 'Hannah Brooks' }).first().waitFor();
    await page.getByRole('button', { name: 'Edit' }).first().waitFor();
    await context.close();
  });

  it('has no link for those who may not correct it', async () => {
    const { context, link } = await openPanel('pastor@grace.test');
    expect(await link.count()).toBe(0);
    await context.close();
  });
});
