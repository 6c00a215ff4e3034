import { type Act, broken, click, fill, first, mended, type Row, sure } from './say.js';

const titleAndText = [
  'Title must be at least 3 characters',
  'Description must be at least 10 characters',
];

/** What staff read where they keep content. */
export const content: Row[] = [
  { screen: '/admin/events/new', as: 'admin@grace.test', says: ['Add Event', '18:00'] },
  {
    acts: [fill('Location', ''), fill('Date', ''), fill('Time', ''), click('Create Event')],
    says: [
      ...titleAndText,
      'Please enter a valid date',
      'Please enter a valid time (HH:MM)',
      'Location must be at least 3 characters',
    ],
  },
  {
    acts: [
      broken('/api/events'),
      fill('Title', 'An event of words'),
      fill('Description', 'It is there for its toasts.'),
      fill('Location', 'Anywhere'),
      fill('Date', '2101-05-05'),
      fill('Time', '09:00'),
      fill('WebEx link', 'https://grace.webex.com/words'),
      fill('Google Calendar ID', 'words'),
      (page) => page.getByLabel(/^Featured/).check(),
      click('Create Event'),
    ],
    says: ['Error', 'Failed to create the event. Please try again.'],
  },
  { acts: [mended('/api/events'), click('Create Event')], says: ['Event Created'] },
  {
    acts: [fill('Search events', 'of words')],
    says: [
      'Featured',
      'Thursday, May 5, 2101',
      '9:00 AM',
      'Join WebEx Meeting',
      'View in Google Calendar',
    ],
  },
  {
    acts: [
      first('Edit An event of words', 'link'),
      broken('/api/events/**'),
      fill('Location', 'Elsewhere'),
      click('Update Event'),
    ],
    says: ['Failed to update the event. Please try again.'],
  },
  { acts: [mended('/api/events/**'), click('Update Event')], says: ['Event Updated'] },
  {
    acts: [broken('/api/events/**'), click('Delete An event of words'), click('Delete event')],
    says: ['Failed to delete the event. Please try again.'],
  },
  { acts: [mended('/api/events/**'), click('Delete event')], says: ['Event Deleted'] },
  {
    screen: '/admin/announcements',
    as: 'pastor@grace.test',
    acts: [first('Create Announcement'), sure('Create Announcement')],
    says: [
      'Title must be at least 3 characters',
      'Content must be at least 10 characters',
      'High',
      'Normal',
      'Low',
    ],
  },
  {
    acts: [
      broken('/api/announcements'),
      fill('Title', 'Words, announced'),
      fill('Content', 'They are there for their toasts.'),
      sure('Create Announcement'),
    ],
    says: ['Failed to create announcement'],
  },
  {
    acts: [mended('/api/announcements'), sure('Create Announcement')],
    says: ['Announcement Created', 'Normal priority', 'Active'],
  },
  {
    acts: [
      broken('/api/announcements/**'),
      click('Edit Words, announced'),
      fill('Title', 'Words, announced anew'),
      click('Update Announcement'),
    ],
    says: ['Failed to update announcement'],
  },
  {
    acts: [mended('/api/announcements/**'), click('Update Announcement')],
    says: ['Announcement Updated'],
  },
  {
    acts: [
      broken('/api/announcements/**'),
      click('Delete Words, announced anew'),
      click('Delete announcement'),
    ],
    says: ['Failed to delete announcement'],
  },
  {
    acts: [mended('/api/announcements/**'), click('Delete announcement')],
    says: ['Announcement Deleted'],
  },
  {
    screen: '/admin/brothers-in-christ',
    as: 'pastor@grace.test',
    acts: [first('Add Content'), sure('Create Content')],
    says: [
      'Title is required',
      'At least one content type (article, video, or audio) is required',
      'Wisdom',
      'Understanding',
      'Principle',
      'Promise',
      'Precept',
    ],
  },
  {
    acts: [
      broken('/api/brothers-in-christ'),
      fill('Title', 'Iron and words'),
      fill('Article', 'One sharpens another.'),
      click('Create Content'),
    ],
    says: ['Failed to create content'],
  },
  { acts: [mended('/api/brothers-in-christ'), click('Create Content')], says: ['Content Created'] },
  {
    acts: [
      broken('/api/brothers-in-christ/**'),
      click('Actions for Iron and words'),
      click('Edit', 'menuitem'),
      fill('Title', 'Iron and more words'),
      click('Update Content'),
    ],
    says: ['Failed to update content'],
  },
  {
    acts: [mended('/api/brothers-in-christ/**'), click('Update Content')],
    says: ['Content Updated'],
  },
  {
    acts: [
      broken('/api/brothers-in-christ/**'),
      click('Actions for Iron and more words'),
      click('Delete', 'menuitem'),
      click('Delete item'),
    ],
    says: ['Failed to delete content'],
  },
  { acts: [mended('/api/brothers-in-christ/**'), click('Delete item')], says: ['Content Deleted'] },
  {
    screen: '/admin/content/resources/new',
    as: 'admin@grace.test',
    acts: [click('Create Resource')],
    says: [
      ...titleAndText,
      '15',
      'Article',
      'Video',
      'Audio',
      'Book',
      'Beginner',
      'Intermediate',
      'Advanced',
      'Bible Study',
      'Prayer',
      'Discipleship',
      'Theology',
      'Worship',
      'Evangelism',
    ],
  },
  {
    screen: '/admin/content/sermons/new',
    as: 'admin@grace.test',
    acts: [click('Create Sermon')],
    says: [...titleAndText, 'else 30'],
  },
  {
    screen: '/admin/content/nuggets/new',
    as: 'admin@grace.test',
    acts: [click('Create Nugget')],
    says: [...titleAndText, '60', '10 to 300', 'Inspirational', 'Teaching', 'Worship', 'Testimony'],
  },
  {
    acts: [(page) => page.getByLabel(/^Tags/).focus()],
    says: [
      'Faith',
      'Hope',
      'Love',
      'Grace',
      'Salvation',
      'Prayer',
      'Forgiveness',
      'Discipleship',
      'Wisdom',
      'Peace',
      'Family',
      'Gospel',
      'Spiritual Growth',
      'Leadership',
    ],
  },
  {
    screen: '/admin/pastor-dashboard/studies/new',
    as: 'pastor@grace.test',
    acts: [click('Publish Bible Study')],
    says: ['Title must be at least 3 characters', 'Online tools', 'Study resources'],
  },
  { screen: '/community', as: 'admin@grace.test', says: ['Our Community', 'Edit Links'] },
  {
    acts: [
      click('Edit Links'),
      broken('/api/settings'),
      fill('Facebook', 'https://facebook.com/words'),
      click('Save Links'),
    ],
    says: ['Error', 'Failed to update social media links'],
  },
  {
    acts: [mended('/api/settings'), click('Save Links')],
    says: ['Success', 'Social media links updated successfully'],
  },
];

/** A file that is read, and then cannot be recorded: of one row it is said whose it was. */
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

/** What staff read where money is kept. */
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

/** What those read who look after people, the church and the platform; and whoever is refused. */
export const office: Row[] = [
  {
    screen: '/admin/church-ledger',
    as: 'member@grace.test',
    says: ['Access Restricted', "You don't have permission to view the church ledger."],
  },
  {
    screen: '/admin/members',
    as: 'member@grace.test',
    says: ['Access Denied', "You don't have permission to access the admin area."],
  },
  {
    screen: '/admin/brothers-in-christ',
    as: 'secretary@grace.test',
    says: ['Only admins and pastors can manage Brothers in Christ content.'],
  },
  {
    screen: '/admin/user-approvals',
    as: 'admin@grace.test',
    says: ['User Approvals', 'Approve Access'],
  },
  {
    acts: [broken('/api/users/**'), first(/^Approve Access/)],
    says: ['Failed to approve user: Please try again.'],
  },
  {
    screen: '/admin/roles-permissions',
    as: 'admin@grace.test',
    says: ['Administrator', 'Pastor', 'Secretary', 'Support', 'Member', 'Pending'],
  },
  { acts: [click(/^Show all/)], says: ['Suspended'] },
  { screen: '/admin/roles-permissions', as: 'owner@platform.test', says: ['Access Denied'] },
  {
    screen: '/support',
    as: 'support@grace.test',
    says: ['Support Center', 'Mine', 'Unassigned', 'Urgent', 'Waiting', 'Keyboard'],
  },
  {
    screen: '/support',
    as: 'admin@grace.test',
    acts: [
      click('Church Connect Support', 'tab'),
      first('Create Ticket'),
      fill('Subject', 'A ticket to the platform'),
      fill('Description', 'It is there for its words.'),
      sure('Create Ticket'),
    ],
    says: ['Support Ticket Created', 'A ticket to the platform'],
  },
  {
    acts: [first('A ticket to the platform', 'link')],
    says: ['Church Connect Support', 'Internal note'],
  },
  {
    acts: [
      (page) => page.getByLabel('Internal note').check(),
      (page) => page.getByLabel('Internal note', { exact: true }).first().fill('A note of words'),
      click('Send Message'),
    ],
    says: ['Message Added', 'A note of words', 'Internal'],
  },
  {
    screen: '/admin/organizations',
    as: 'owner@platform.test',
    says: ['Organization Management', 'Total', 'Active', 'Paused', 'Trial'],
  },
  {
    acts: [
      first('Create Organization'),
      fill('Name', ''),
      fill('Slug', ''),
      sure('Create Organization'),
    ],
    says: ['Organization name and slug are required.', 'Basic', 'Premium', 'Enterprise'],
  },
  {
    acts: [
      broken('/api/organizations'),
      fill('Name', 'Church of Words'),
      fill('Slug', 'words'),
      fill('Contact person', 'Wendy Words'),
      fill('Email', 'wendy@words.test'),
      sure('Create Organization'),
    ],
    says: ['Failed to create organization. Please try again.'],
  },
  {
    acts: [mended('/api/organizations'), sure('Create Organization')],
    says: ['Organization Created'],
  },
  {
    acts: [
      broken('/api/organizations/**'),
      click('Actions for Church of Words'),
      click('Pause…', 'menuitem'),
    ],
    says: ['Non-payment'],
  },
  { acts: [sure('Pause Organization')], says: ['Failed to pause organization.'] },
  {
    acts: [mended('/api/organizations/**'), sure('Pause Organization')],
    says: ['Organization Paused', 'Paused'],
  },
  {
    acts: [
      broken('/api/organizations/**'),
      click('Actions for Church of Words'),
      click('Resume', 'menuitem'),
    ],
    says: ['Failed to resume organization.'],
  },
  {
    acts: [
      mended('/api/organizations/**'),
      click('Actions for Church of Words'),
      click('Resume', 'menuitem'),
    ],
    says: ['Organization Resumed'],
  },
];

/** What is said where a plan is chosen and paid. `standIn` takes the place of Stripe. */
export const paying = (standIn: Act): Row[] => [
  {
    screen: '/subscribe',
    as: 'member@grace.test',
    says: [
      'Choose Your Plan',
      '7-Day Free Trial',
      'Cancel Anytime',
      '$35',
      '$80',
      '$179',
      '$299',
      'Up to 100 members',
      'Up to 300 members',
      'Up to 1,000 members',
      'Unlimited members',
      'Most Popular',
      'Your church’s administrators choose its plan.',
    ],
  },
  {
    screen: '/subscribe',
    as: 'admin@empty.test',
    says: ['Choose Your Plan', 'Start Free Trial', 'Apply'],
  },
  {
    acts: [standIn, fill('Promo code', 'NO SUCH'), click('Apply')],
    says: ['Invalid Promo Code', 'Please check your promo code and try again.'],
  },
  {
    acts: [fill('Promo code', 'faith20'), click('Apply')],
    says: ['Promo Code Applied', 'Applied'],
  },
  {
    acts: [broken('/api/create-subscription'), first('Start Free Trial')],
    says: ['Error', 'Failed to create subscription. Please try again.'],
  },
  {
    acts: [
      mended('/api/create-subscription'),
      (page) =>
        page.route('**/api/create-subscription', (route) =>
          route.fulfill({ status: 201, json: {} }),
        ),
      first('Start Free Trial'),
    ],
    says: ['Error', 'No client secret received'],
  },
  {
    acts: [mended('/api/create-subscription'), first('Start Free Trial')],
    says: [
      'Back to Plans',
      'Complete Your Subscription',
      'Basic',
      '20%',
      'Subscribe Now',
      'Secured by',
    ],
  },
  {
    acts: [
      (page) => page.getByLabel('Card number').fill('4242 4242 4242 4242'),
      click('Subscribe Now'),
    ],
    says: ['Payment Successful', 'Welcome to your new subscription!', 'Current Plan'],
  },
];
