import { expect, it } from '@jest/globals';
import { waitForEmailText } from '../../support/email/emails.js';
import { describeInBrowser, open, violations } from '../support.js';

describeInBrowser('a church', (portal) => {
  it('can be created by a super administrator, who invites its contact again', async () => {
    const superAdmin = await portal.visit('owner@platform.test');
    const admin = await open(superAdmin, '/');
    const row = (name: RegExp) => admin.getByRole('row', { name });
    await row(/Grace/).waitFor();
    await admin.getByRole('button', { name: 'Create Organization' }).click();
    await admin.getByRole('dialog').getByLabel('Name').fill('Berea Chapel');
    await admin.getByRole('dialog').getByRole('button', { name: 'Create Organization' }).click();
    await admin.getByText('Organization name and slug are required.').waitFor();
    await admin.getByText('Contact name must be at least 2 characters').waitFor();
    await admin.getByRole('dialog').getByLabel('Slug').fill('berea');
    await admin.getByRole('dialog').getByLabel('Contact person').fill('Sopater of Berea');
    await admin.getByRole('dialog').getByLabel('Email').fill('sopater');
    await admin.getByRole('dialog').getByRole('button', { name: 'Create Organization' }).click();
    await admin.getByText('Please enter a valid email address').waitFor();
    await admin.getByRole('dialog').getByLabel('Email').fill('sopater@berea.test');
    await admin.getByRole('dialog').getByRole('button', { name: 'Create Organization' }).click();
    await row(/Berea Chapel/).waitFor();
    await admin.getByRole('searchbox', { name: 'Search organizations' }).fill('sopater');
    await row(/Grace/).waitFor({ state: 'detached' });
    await row(/Berea Chapel/)
      .getByText('berea', { exact: true })
      .click();
    const panel = admin.getByRole('dialog', { name: 'Berea Chapel' });
    await panel.getByText('No administrator yet').waitFor();
    expect(await violations(admin)).toEqual([]);
    // The first address had a typing error. The invitation is sent to another one.
    await panel.getByRole('button', { name: 'Send Invitation…' }).click();
    const again = admin.getByRole('dialog', { name: 'Contact of Berea Chapel' });
    expect(await again.getByLabel('Email').inputValue()).toBe('sopater@berea.test');
    await again.getByRole('button', { name: 'Send Invitation' }).click();
    await again.getByText('Contact name must be at least 2 characters').waitFor();
    expect(await violations(admin)).toEqual([]);
    await again.getByLabel('Contact person').fill('Sopater of Berea');
    await again.getByLabel('Email').fill('sopater.p@berea.test');
    await again.getByRole('button', { name: 'Send Invitation' }).click();
    await panel.getByText('sopater.p@berea.test has an email').waitFor();
    const contact = await portal.visit(null);
    const welcome = await open(
      contact,
      await waitForEmailText(
        portal,
        'sopater.p@berea.test',
        /http:\/\/berea\.localhost:\d+\/reset-password\?token=\S+/,
      ),
    );
    await welcome.getByLabel('New password').fill('searched the scriptures');
    await welcome.getByRole('button', { name: 'Save password' }).click();
    await welcome.getByRole('heading', { level: 1, name: 'Welcome, Sopater!' }).waitFor();
    await admin.reload({ waitUntil: 'networkidle' });
    // The search is part of the address of the page.
    expect(await row(/Grace/).count()).toBe(0);
    await row(/Berea Chapel/)
      .getByText('berea', { exact: true })
      .click();
    await panel.getByText('sopater.p@berea.test').first().waitFor();
    expect(await panel.getByText('No administrator yet').count()).toBe(0);
    await panel.getByRole('button', { name: 'Edit' }).click();
    await admin
      .getByRole('dialog', { name: 'Edit Organization' })
      .getByLabel('Phone')
      .fill('555-0177');
    await admin.getByRole('button', { name: 'Update Organization' }).click();
    await panel.getByText('555-0177').waitFor();
    await Promise.all([superAdmin.close(), contact.close()]);
  });
});
