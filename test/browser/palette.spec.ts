import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { StaffUser } from '#libs/contracts';
import { describeInBrowser, goTo, open, until, violations } from './support.js';

/** Opens the palette, types a text, and chooses the first option, with the keyboard only. */
async function type(page: Page, text: string, option: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type(text);
  await page
    .getByRole('option', { name: option })
    .and(page.locator('[aria-selected=true]'))
    .waitFor();
  await page.keyboard.press('Enter');
}
const focused = (page: Page, label: string) =>
  until(
    page,
    `document.activeElement?.labels?.[0]?.textContent.startsWith(${JSON.stringify(label)})`,
  );

describeInBrowser('the command palette', (portal) => {
  it('opens the dialogs of six actions, from other pages and from their own', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/');
    await type(page, 'add don', /^Add donation/);
    const dialog = page.getByRole('dialog', { name: 'Add Donation' });
    await dialog.waitFor();
    await page
      .getByRole('heading', { level: 1, name: 'Member Donations', includeHidden: true })
      .waitFor();
    await focused(page, 'Member');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // A closed dialog stays closed after a reload.
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.getByRole('dialog').count()).toBe(0);

    await goTo(page, '/admin/members?role=member');
    await type(page, 'invite', /^Invite people/);
    await page.getByRole('dialog', { name: 'Invite people' }).waitFor();
    await focused(page, 'Email addresses');
    expect(new URL(page.url()).search).toBe('?role=member'); // The page keeps its filters.
    await page
      .getByRole('dialog', { name: 'Invite people' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page.getByRole('dialog', { name: 'Invite people' }).waitFor({ state: 'detached' });
    // The buttons of the page still work.
    await page.getByRole('button', { name: 'Add Member' }).click();
    await page.getByRole('dialog', { name: 'Add Member' }).waitFor();
    await page.keyboard.press('Escape');

    for (const [words, option, name] of [
      ['record guest', /^Record guest donation/, 'Add Donation from Non-Registered Giver'],
      ['create camp', /^Create campaign/, /Campaign/],
      ['create ann', /^Create announcement/, /Announcement/],
      ['create tick', /^Create ticket/, /Ticket/],
    ] as const) {
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await type(page, words, option);
      await page.getByRole('dialog', { name }).waitFor();
      await page.keyboard.press('Escape');
    }
    await context.close();
  });

  it('finds a member, and opens the panel that leads to the donations', async () => {
    const context = await portal.visit('secretary@grace.test');
    const people = (await (await context.request.get('/api/admin/users')).json()) as StaffUser[];
    const hannah = people.find(({ email }) => email === 'member@grace.test')!;
    const page = await open(context, '/');
    await type(page, 'hannah br', /^Hannah Brooks/);
    const panel = page.getByRole('dialog', { name: 'Hannah Brooks' });
    await panel.getByText('member@grace.test').waitFor();
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('link', { name: 'See giving' }).click();
    await page.getByRole('button', { name: 'Hannah Brooks · Show all' }).waitFor();
    expect(new URL(page.url()).searchParams.get('donorId')).toBe(hannah.id);
    await page
      .getByRole('row', { name: /Hannah Brooks/ })
      .first()
      .waitFor();
    const names = await page
      .getByRole('grid', { name: 'Donations' })
      .getByRole('row')
      .filter({ hasText: /\$/ })
      .allInnerTexts();
    expect(
      names.filter((text) => !text.includes('Hannah Brooks') && !text.includes('Total')),
    ).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Hannah Brooks · Show all' }).click();
    await page
      .getByRole('row', { name: /Felix Abernathy/ })
      .first()
      .waitFor();
    await context.close();
  });

  it('offers members no actions of staff', async () => {
    const member = await portal.visit('member@grace.test');
    const page = await open(member, '/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    const offered = await page.getByRole('option').allInnerTexts();
    expect(offered.some((text) => text.startsWith('Create ticket'))).toBe(true);
    expect(
      offered.filter((text) => /^(Add|Invite|Record|Import|Create (?!ticket))/.test(text)),
    ).toEqual([]);
    await member.close();
    const staff = await portal.visit('secretary@grace.test');
    const members = await open(staff, '/admin/members?state=pending');
    await members
      .getByRole('row', { name: /Caleb Moreno/ })
      .getByText('Caleb Moreno')
      .click();
    const panel = members.getByRole('dialog', { name: 'Caleb Moreno' });
    await panel.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await panel.getByRole('link', { name: 'See giving' }).count()).toBe(0);
    await staff.close();
  });
});
