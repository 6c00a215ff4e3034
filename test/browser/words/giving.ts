import { titleAndText } from './content.js';
import { broken, click, fill, first, mended, type Row, sure } from './say.js';

/** Uploads a file that can be read but not recorded, and expects a text. */
const importing = (rows: string[], button: string, said: string): Row => ({
  screen: '/admin/donation-imports',
  as: 'secretary@grace.test',
  acts: [
    (page) =>
      page.getByLabel('CSV file').setInputFiles({
        name: 'words.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['email,amount,paymentmethod,date,campaign,notes', ...rows].join('\n')),
      }),
    (page) => page.getByRole('grid').getByText('Hannah').first().waitFor(),
    broken('/api/admin/donation-imports/*/commit'),
    click(button),
  ],
  says: ['Import Failed', said],
});

/** The texts of the pages on which staff manage giving. */
export const giving: Row[] = [
  {
    screen: '/admin/member-donations',
    as: 'secretary@grace.test',
    says: ['Member Donations', 'Cash', 'CashApp', 'Zeffy', 'Add Donation'],
  },
  { acts: [click('More')], says: ['Download CSV template'] },
  { acts: [(page) => page.keyboard.press('Escape')], says: ['Member Donations'] },
  {
    acts: [first('Add Donation'), sure('Record donation')],
    says: ['Member is required', 'Amount must be greater than 0', 'Cash', 'CashApp', 'Zeffy'],
  },
  {
    acts: [
      broken('/api/admin/donations'),
      fill('Member', 'Hannah'),
      first(/Hannah Brooks/, 'option'),
      fill('Amount', '12.34'),
      sure('Record donation'),
    ],
    says: ['Failed to add donation'],
  },
  { acts: [mended('/api/admin/donations'), sure('Record donation')], says: ['Donation Added'] },
  importing(
    ['member@grace.test,5.01,Cash,2025-01-05,,'],
    'Import 1 donation',
    'Failed to import donation for member@grace.test',
  ),
  importing(
    ['member@grace.test,5.02,Cash,2025-01-05,,', 'member@grace.test,5.03,Cash,2025-01-06,,'],
    'Import 2 donations',
    'Failed to import some donations',
  ),
  {
    screen: '/admin/church-ledger',
    as: 'secretary@grace.test',
    says: ['Church Ledger', 'Add Donation from Non-Registered Giver', 'Export '],
  },
  {
    acts: [first('Add Donation from Non-Registered Giver'), sure('Record donation')],
    says: [
      'Please fill in first name, last name, and amount.',
      'Cash',
      'Check',
      'CashApp',
      'Zeffy',
      'Card',
      'Other',
    ],
  },
  {
    acts: [
      broken('/api/donations'),
      fill('First name', 'Wendy'),
      fill('Last name', 'Words'),
      fill('Amount', '5'),
      sure('Record donation'),
    ],
    says: ['Failed to add donation'],
  },
  { acts: [mended('/api/donations'), sure('Record donation')], says: ['Donation Added'] },
  {
    screen: '/admin/fundraisers',
    as: 'secretary@grace.test',
    says: ['Fundraising Campaigns', 'Active', '%'],
  },
  {
    acts: [first('Create Campaign'), fill('Goal', '0'), sure('Create Campaign')],
    says: [...titleAndText, 'Goal must be at least $1'],
  },
  {
    acts: [
      broken('/api/fundraisers'),
      fill('Title', 'A roof of words'),
      fill('Description', 'It keeps out the rain of letters.'),
      fill('Goal', '1000'),
      click('Create Campaign'),
    ],
    says: ['Failed to create fundraising campaign. Please try again.'],
  },
  { acts: [mended('/api/fundraisers'), click('Create Campaign')], says: ['Campaign Created'] },
  {
    acts: [
      broken('/api/fundraisers/**'),
      (page) => page.getByRole('switch', { name: /A roof of words/ }).click(),
    ],
    says: ['Failed to update campaign status. Please try again.'],
  },
  {
    acts: [
      click('Actions for A roof of words'),
      click('Edit', 'menuitem'),
      fill('Title', 'A roof of more words'),
      click('Update Campaign'),
    ],
    says: ['Failed to update fundraising campaign. Please try again.'],
  },
  { acts: [mended('/api/fundraisers/**'), click('Update Campaign')], says: ['Campaign Updated'] },
  {
    acts: [
      broken('/api/fundraisers/**'),
      click('Actions for A roof of more words'),
      click('Delete', 'menuitem'),
      sure('Delete campaign'),
    ],
    says: ['Failed to delete fundraising campaign. Please try again.'],
  },
  { acts: [mended('/api/fundraisers/**'), sure('Delete campaign')], says: ['Campaign Deleted'] },
];
