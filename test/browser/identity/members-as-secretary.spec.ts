import { expect, it } from '@jest/globals';
import { describeInBrowser, open, phone } from '../support.js';

describeInBrowser('the member administration', (portal) => {
  it('offers secretaries no changes of admins or roles', async () => {
    const context = await portal.visit('secretary@grace.test', { viewport: phone });
    const cards = await open(context, '/admin/members');
    await cards.getByText('Ruth Whitfield').waitFor();
    expect(await cards.getByRole('button', { name: 'Actions for Ruth Whitfield' }).count()).toBe(0);
    await cards.getByRole('button', { name: 'Actions for Hannah Brooks' }).click();
    await cards.getByRole('menuitem').first().waitFor();
    expect(await cards.getByRole('menuitem').allInnerTexts()).toEqual([
      'Edit',
      'Suspend',
      'Remove',
    ]);
    await cards.keyboard.press('Escape');
    await cards.getByRole('button', { name: 'Open menu' }).click();
    expect(
      await cards
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: /Audit|Roles/ })
        .count(),
    ).toBe(0);
    await context.close();
  });
});
