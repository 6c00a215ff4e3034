import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { chooseIn, describeInBrowser, open, until, violations } from '../support.js';

describeInBrowser('the member administration', (portal) => {
  let admin: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    admin = await portal.visit('admin@grace.test');
    page = await open(admin, '/');
  });
  afterAll(() => admin.close());

  const goTo = async (name: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const act = async (person: string, menuItem: string) => {
    await page.getByRole('button', { name: `Actions for ${person}` }).click();
    await page.getByRole('menuitem', { name: menuItem, exact: true }).click();
  };
  const row = (person: string) => page.getByRole('row').filter({ hasText: person });
  const gone = (person: string) =>
    until(
      page,
      `![...document.querySelectorAll('[role=row]')].some((row) => ` +
        `row.textContent.includes(${JSON.stringify(person)}))`,
    );

  it('shows the number of pending users, and lets staff approve a user', async () => {
    const visitor = await portal.visit(null);
    const registered = await visitor.request.post('/api/register', {
      data: {
        email: 'naomi@example.test',
        password: 'a good long password',
        firstName: 'Naomi',
        lastName: 'Reed',
        organizationSlug: 'grace',
      },
    });
    expect(registered.status()).toBe(201);
    await visitor.request.post('/api/login', {
      data: { email: 'naomi@example.test', password: 'a good long password' },
    });
    const visitorPage = await open(visitor, '/');
    await visitorPage.getByRole('heading', { name: /awaiting approval/i }).waitFor();

    await page.reload({ waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'User Approvals 2 waiting' }).waitFor();
    await goTo('User Approvals');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve Access for Naomi Reed' }).click();
    const question = page.getByRole('alertdialog', { name: 'Approve Naomi Reed unconfirmed?' });
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Approve Anyway' }).click();
    await page.getByText('User Approved').first().waitFor();
    await page.getByRole('link', { name: 'User Approvals 1 waiting' }).waitFor();
    await visitorPage.reload({ waitUntil: 'networkidle' });
    await visitorPage.getByRole('heading', { name: 'Welcome, Naomi!' }).waitFor();
    await visitor.close();
  });

  it('says that nobody is pending after the last user is declined', async () => {
    await page.getByRole('button', { name: 'Decline Caleb Moreno' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Decline Caleb Moreno?' });
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('All Caught Up!').waitFor();
    expect(await page.getByText(/waiting$/).count()).toBe(0);
  });

  it('adds a member after showing errors at their fields or as a toast', async () => {
    await goTo('Members');
    await page.getByRole('button', { name: 'Add Member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Member' });
    await dialog.getByLabel('Phone').fill('12345');
    await dialog.getByRole('button', { name: 'Add Member' }).click();
    await dialog.getByText('First name is required').waitFor();
    await dialog.getByText('Please enter a valid phone number (e.g., 555-123-4567)').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('First name').fill('Lydia');
    await dialog.getByLabel('Last name').fill('Purple');
    await dialog.getByLabel('Email').fill('member@grace.test');
    await dialog.getByLabel('Phone').fill('555-123-4567');
    await dialog.getByRole('button', { name: 'Add Member' }).click();
    await dialog.getByText('Hannah Brooks has this email address already.').waitFor();
    // An error that belongs to no field is shown as a toast.
    const full = {
      status: 409,
      json: { message: 'There is no room for another member.', code: 'conflict' },
    };
    await page.route('**/api/admin/users', (route) =>
      route.request().method() === 'POST' ? route.fulfill(full) : route.continue(),
    );
    await dialog.getByLabel('Email').fill('lydia@grace.test');
    await dialog.getByRole('button', { name: 'Add Member' }).click();
    const refusalToast = page.locator('[data-toasts]').getByText(full.json.message);
    await refusalToast.waitFor();
    await page.unroute('**/api/admin/users');
    // The first Escape makes the dialog ask whether to discard the changes. The second Escape
    // closes this question. The toast stays.
    await dialog.getByLabel('Email').focus();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.waitFor();
    expect(await refusalToast.count()).toBe(1);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect([await dialog.count(), await refusalToast.count()]).toEqual([1, 1]);
    await dialog.getByLabel('Email').fill('lydia@grace.test');
    await dialog.getByRole('button', { name: 'Add Member' }).click();
    await row('Lydia Purple').getByText('No account yet').waitFor();
  });

  it('shows the errors of a file, and adds the members of a file without errors', async () => {
    await page.getByRole('button', { name: 'Import members from a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import Members' });
    const choose = (text: string) =>
      dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('First name,Last name,Email,Phone\nTabitha,Joppa,tabitha,\n');
    await dialog.getByText('Row 2: Invalid email address').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add members' }).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'old.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,Email\nJos\xe9 P\xe9rez,jose@example.test\n', 'latin1'),
    });
    await dialog.getByText('This file does not say how its accented letters are stored.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add members' }).isDisabled()).toBe(true);
    await chooseIn(dialog, 'Which of these looks right?', /UTF-8/);
    await dialog.getByText(/not valid UTF-8/).waitFor();
    await chooseIn(dialog, 'Which of these looks right?', /Windows-1252/);
    await dialog.getByRole('button', { name: 'Add 1 member' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await choose(
      'First name,Last ' +
        'name,Email,Phone\n' +
        'Tabitha,Joppa,tabitha@example.test,\nSimon,Tanner,simon@example.test,555-123-4567 ' +
        'x12\nHannah,Brooks,member@grace.test,\nNo,Number,no.number@example.test,12\n',
    );
    await dialog.getByText('2 new members').waitFor();
    await dialog.getByText('1 row has an error and will be left out.').waitFor();
    await dialog.getByText(/^Row 5: Please enter a valid phone number/).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByText(/1 person of the file is here already/).waitFor();
    await dialog.getByRole('button', { name: 'Add 2 members' }).click();
    await row('Tabitha Joppa').waitFor();
    await page.getByText('2 members were added. 1 row was left out.', { exact: true }).waitFor();
    await row('Simon Tanner').getByText('555-123-4567 ext. 12').waitFor();
    await act('Simon Tanner', 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit Member' });
    expect(await edit.getByLabel('Phone').inputValue()).toBe('555-123-4567 ext. 12');
    await edit.getByLabel('Phone').fill('+44 20 7946 0958');
    await edit.getByRole('button', { name: 'Update Member' }).click();
    await row('Simon Tanner').getByText('+442079460958').waitFor();
  });

  it('changes the name and the role of a user', async () => {
    await act('Lydia Purple', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Member' });
    await dialog.getByLabel('Last name').fill('Thyatira');
    await dialog.getByRole('button', { name: 'Update Member' }).click();
    await row('Lydia Thyatira').waitFor();
    await act('Lydia Thyatira', 'Change role');
    const roles = page.getByRole('dialog', { name: 'Role of Lydia Thyatira' });
    await roles.getByLabel('Role').selectOption('Support');
    expect(await violations(page)).toEqual([]);
    await roles.getByRole('button', { name: 'Change role' }).click();
    await row('Lydia Thyatira').getByText('Support').waitFor();
  });

  it('suspends a user with a reason, until the end of the suspension', async () => {
    const visitor = await portal.visit('member@grace.test');
    const memberPage = await open(visitor, '/');
    await act('Hannah Brooks', 'Suspend');
    const dialog = page.getByRole('alertdialog', { name: 'Suspend Hannah Brooks?' });
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByText('Please give a reason.').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('Asked to pause');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await row('Hannah Brooks').getByText('Suspended').waitFor();
    await row('Hannah Brooks').getByText('Hannah Brooks').click();
    const panel = page.getByRole('dialog', { name: 'Hannah Brooks' });
    await panel.getByText('Asked to pause').waitFor();
    await panel.getByText(/by Ruth Whitfield/).waitFor();
    expect(await violations(page)).toEqual([]);

    await memberPage.reload({ waitUntil: 'networkidle' });
    // The user is signed out, and sees the start page or, if another request of the page was
    // answered first, the sign-in page.
    await memberPage
      .getByRole('heading', { name: 'Members Portal' })
      .or(memberPage.getByRole('button', { name: 'Sign In', exact: true }))
      .first()
      .waitFor();
    const again = await portal.visit('member@grace.test');
    const shut = await open(again, '/donations');
    await shut.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await shut.goto('/', { waitUntil: 'networkidle' });
    await shut.getByRole('heading', { name: 'Account Suspended' }).waitFor();

    await panel.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate' }).click();
    await row('Hannah Brooks').getByText('Active').waitFor();
    await shut.reload({ waitUntil: 'networkidle' });
    await shut.getByRole('heading', { name: 'Welcome, Hannah!' }).waitFor();
    await page.keyboard.press('Escape');
    await visitor.close();
    await again.close();
  });

  it('removes a user from all lists except the ledger', async () => {
    await act('Benjamin Osei', 'Remove');
    const dialog = page.getByRole('alertdialog', { name: 'Remove Benjamin Osei from the portal?' });
    await dialog.getByText('no donation and no total changes').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await gone('Benjamin Osei');
    await goTo('Church Ledger');
    await page.getByText('Benjamin Osei').first().waitFor();
    // A gift of the removed user can still be corrected, but no new gift can be recorded.
    await page.goto('/admin/member-donations?search=Benjamin', { waitUntil: 'networkidle' });
    await page
      .getByRole('button', { name: /^Actions for .* Benjamin Osei/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Donation' });
    expect(await edit.getByLabel('Member').inputValue()).toBe('Benjamin Osei');
    await edit.getByLabel(/^Amount/).fill('151.00');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await edit.waitFor({ state: 'hidden' });
    await page.getByText('$151.00').first().waitFor();
    await page.getByRole('button', { name: 'Add Donation' }).click();
    await page.getByRole('dialog').getByLabel('Member').fill('Benjamin');
    await page.getByText('No member by that name.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  it('has filters and sorting in the address of the page, also in the audit log', async () => {
    await page.goto('/admin/members?role=admin', { waitUntil: 'networkidle' });
    await row('Ruth Whitfield').waitFor();
    await page.getByText('1 person').waitFor();
    await page.getByRole('searchbox').fill('nobody at all');
    await page.getByText('Nobody matches these filters.').waitFor();
    await page.getByRole('searchbox').fill('Whítfield, Ruth');
    await row('Ruth Whitfield').waitFor();
    await page.getByRole('searchbox').fill('nobody again');
    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await page.getByRole('columnheader', { name: 'Role' }).getByRole('button').click();
    await page.waitForURL(/sort=role/);
    await row('Ruth Whitfield').waitFor();

    await goTo('Audit Log');
    for (const [menuAction, whom] of [
      ['Member removed', 'Benjamin Osei'],
      ['Member suspended', 'Hannah Brooks'],
      ['Member added by hand', 'Lydia Thyatira'],
      ['Access approved', 'Naomi Reed'],
    ] as const) {
      await page
        .getByRole('row')
        .filter({ hasText: menuAction })
        .filter({ hasText: whom })
        .first()
        .waitFor();
    }
    await page.getByRole('row').filter({ hasText: 'Member → Support' }).waitFor();
    await page.getByRole('button', { name: 'Action' }).click();
    await page.getByRole('menuitemradio', { name: 'Member suspended' }).click();
    await page.waitForURL(/action=member-suspended/);
    await page.getByText('1 entry').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
