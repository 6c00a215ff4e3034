import { broken, click, fill, first, mended, type Row, sure } from './say.js';

/** The texts of the pages for users, the church and the platform, and of missing permissions. */
export const administration: Row[] = [
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
