import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport, Ticket } from '#libs/contracts';
import iconv from 'iconv-lite';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { sheetData, xlsx } from '../../libs/workbook/support.js';
import { choices, hasFocus, pressArrowDownInEveryControl, waitForRequests } from './arrow-down.js';
import { describeInBrowser, open } from './support.js';

interface Place {
  email: string | null;
  /** Returns the path of the page. Creates the ticket or the import that the page shows. */
  path: (context: BrowserContext) => string | Promise<string>;
  /** Makes further controls visible, for example by opening a dialog. */
  prepare?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
const openDialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').waitFor();
};

async function importFile(context: BrowserContext, name: string, buffer: Buffer): Promise<string> {
  const answer = await context.request.post('/api/admin/donation-imports', {
    multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
  });
  const { id } = (await answer.json()) as DonationImport;
  return `/admin/donation-imports/${id}`;
}
const importText = (text: string) => (context: BrowserContext) =>
  importFile(context, 'gifts.csv', Buffer.from(text));
const template = 'email,amount,paymentmethod,date,campaign,notes';

const openTicket = async (context: BrowserContext) => {
  const answer = await context.request.post('/api/support-tickets', {
    data: { subject: 'A ticket of arrow keys', description: 'Nothing may be saved by them.' },
  });
  return `/support/${((await answer.json()) as Ticket).id}`;
};

const secretary = 'secretary@grace.test';
const admin = 'admin@grace.test';

/** Pages and dialogs with controls that no page of the list of screens shows after loading. */
const further: [name: string, place: Place][] = [
  ['a ticket of the staff', { email: 'support@grace.test', path: openTicket }],
  ['a ticket of its creator', { email: 'member@grace.test', path: openTicket }],
  [
    'an import with wrong payment methods',
    {
      email: secretary,
      path: importText(
        `${template}\n` +
          'member@grace.test,1.00,Shells,2017-01-01,,\n' +
          'member@grace.test,2.00,Beads,2017-01-02,,\n' +
          'stranger@example.test,3.00,Cash,2017-01-03,,\n',
      ),
    },
  ],
  [
    'an import whose columns are unknown',
    {
      email: secretary,
      path: importText('Who,How much,When\nmember@grace.test,"1,00",03/04/2017\n'),
      prepare: (page) => page.getByText('Change how the file is read').click(),
    },
  ],
  [
    'an import of a workbook with two sheets',
    {
      email: secretary,
      path: (context) =>
        importFile(
          context,
          'gifts.xlsx',
          xlsx({
            sheets: {
              Cover: sheetData([['Grace Church', 'Report']]),
              Gifts: sheetData([
                ['Email', 'Amount', 'Given on'],
                ['member@grace.test', 41.3, '2017-03-02'],
              ]),
            },
          }),
        ),
    },
  ],
  [
    'an import in an unknown encoding',
    {
      email: secretary,
      path: (context) =>
        importFile(
          context,
          'bank.csv',
          iconv.encode('Name,Amount,Date\nJosé Núñez,25.00,2017-04-02\n', 'macintosh'),
        ),
    },
  ],
  [
    'the import of members in an unknown encoding',
    {
      email: admin,
      path: () => '/admin/members',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Import members from a file' }).first().click();
        const dialog = page.getByRole('dialog', { name: 'Import Members' });
        await dialog.getByLabel('CSV file').setInputFiles({
          name: 'old.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('Name,Email\nJos\xe9 P\xe9rez,jose@example.test\n', 'latin1'),
        });
        await dialog.getByText('Which of these looks right?').waitFor();
      },
    },
  ],
  ...(
    [
      ['/admin/member-donations', secretary, 'Add Donation'],
      ['/admin/church-ledger', secretary, 'Add Donation from Non-Registered Giver'],
      ['/admin/announcements', secretary, 'Create Announcement'],
      ['/support', 'member@grace.test', 'Create Ticket'],
      ['/support', 'owner@platform.test', 'Create Ticket'],
      ['/admin/organizations', 'owner@platform.test', 'Create Organization'],
      ['/admin/members', admin, 'Add Member'],
    ] as const
  ).map(([path, email, button]): [string, Place] => [
    `the dialog ${button} of ${path}, ${email}`,
    { email, path: () => path, prepare: openDialog(button) },
  ]),
];

// `screens.spec.ts` tries the controls that each screen of the portal shows after loading.
describeInBrowser('ArrowDown', (portal) => {
  const visits = new Map<string | null, Promise<BrowserContext>>();
  const visit = (email: string | null) => {
    const context = visits.get(email) ?? portal.visit(email);
    visits.set(email, context);
    return context;
  };
  afterAll(async () => {
    for (const context of visits.values()) await (await context).close();
  });

  const tryEveryControl = async ({ email, path, prepare }: Place) => {
    const context = await visit(email);
    const page = await open(context, await path(context));
    await prepare?.(page);
    await page.locator(choices).first().waitFor({ state: 'attached' });
    const tried = await pressArrowDownInEveryControl(page);
    await page.close();
    return tried;
  };

  describe('in the controls of dialogs, filters and import steps', () => {
    it.each(further)('saves nothing: %s', async (_name, place) => {
      const { controls, changes } = await tryEveryControl(place);
      expect(changes).toEqual([]);
      expect(controls).toBeGreaterThan(0);
    });
  });

  describe('in the menus of a ticket', () => {
    let page: Page;
    beforeAll(async () => {
      const context = await visit('support@grace.test');
      page = await open(context, await openTicket(context));
    });

    it.each([
      ['Status', 'In progress', 'Status Updated'],
      ['Priority', 'High', 'Priority Updated'],
      ['Assigned to', 'Daniel Reyes (you)', 'Ticket Assigned'],
    ])('saves the %s only after Enter, and then reads it aloud', async (label, entry, title) => {
      let changes = 0;
      // The page itself marks the ticket as seen, on a busy machine only now.
      const isChange = (request: Request) =>
        request.method() === 'PATCH' && !request.url().endsWith('/seen');
      page.on('request', (request) => (changes += Number(isChange(request))));
      await page.getByRole('button', { name: new RegExp(`^${label}: `) }).focus();
      await page.keyboard.press('ArrowDown');
      const wantedItem = page.getByRole('menuitemradio', { name: entry, exact: true });
      await wantedItem.waitFor();
      for (let n = 0; n < 10; n++) {
        if (await hasFocus(wantedItem)) break;
        await page.keyboard.press('ArrowDown');
      }
      expect(changes).toBe(0);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `${label}: ${entry}` }).waitFor();
      await page.getByRole('status').filter({ hasText: title }).first().waitFor();
      expect(changes).toBe(1);
    });
  });

  it('saves no payment method of import rows before the apply button is pressed', async () => {
    const lastYear = new Date().getFullYear() - 1;
    const context = await visit(secretary);
    const rows = [
      `member@grace.test,1.00,Shells,${lastYear}-01-01,,`,
      `member@grace.test,2.00,Beads,${lastYear}-01-02,,`,
    ];
    const path = await importText(`${[template, ...rows].join('\n')}\n`)(context);
    const page = await open(context, path);
    const all = page.getByLabel('Payment method of all these rows');
    const apply = page.getByRole('button', { name: 'Apply to 2 rows' });
    expect(await apply.isDisabled()).toBe(true);
    await all.selectOption('Cash');
    await waitForRequests(page);
    await page.getByText('Import is disabled while 2 rows have errors.').waitFor();
    // The notification disappears after 5 seconds, so that waiting starts before the click.
    const notified = page.getByRole('status').filter({ hasText: '2 rows changed.' }).first();
    await Promise.all([notified.waitFor(), apply.click()]);
    await page.getByRole('button', { name: 'Import 2 donations' }).waitFor();
    await page.close();
  });
});
