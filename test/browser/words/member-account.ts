import { broken, click, fill, mended, type Row, sure } from './say.js';

const pledge = '/api/pledges**';

/** The texts of members' own pages: settings, notifications, profile, groups and pledges. */
export const memberAccount: Row[] = [
  {
    screen: '/settings',
    as: 'member@grace.test',
    says: [
      'Account Settings',
      'Logout of All Devices',
      'Sign Out',
      'Theme',
      'Email notifications',
      'Push notifications',
      'These two switches do not change which messages you get.',
      'Member since',
    ],
  },
  {
    acts: [fill('Phone', '12'), click('Save Changes')],
    says: ['Invalid Phone Number', 'Please enter a valid phone number (e.g., 555-123-4567)'],
  },
  {
    acts: [broken('/api/auth/profile'), fill('Phone', '555-123-4567'), click('Save Changes')],
    says: ['Update Failed', 'There was an error updating your settings.'],
  },
  { acts: [mended('/api/auth/profile'), click('Save Changes')], says: ['Settings Updated'] },
  {
    acts: [
      (page) =>
        page
          .getByRole('switch', { name: /multi-factor|authentication/i })
          .first()
          .click(),
    ],
    says: ['Authenticator App'],
  },
  {
    screen: '/settings',
    as: 'support@grace.test',
    acts: [
      (page) =>
        page
          .getByRole('switch', { name: /multi-factor|authentication/i })
          .first()
          .click(),
    ],
    says: ['A phone number is required to enable MFA. Please add your phone number first.'],
  },
  {
    screen: '/notifications',
    as: 'member@grace.test',
    says: ['New Resources', 'New Sermons', 'New Events', 'Email Only', 'SMS Only', 'Email & SMS'],
  },
  {
    acts: [
      broken('/api/user/notification-preferences'),
      (page) => page.getByRole('switch').first().click(),
    ],
    says: ['Error', 'Failed to update notification preferences. Please try again.'],
  },
  {
    acts: [
      mended('/api/user/notification-preferences'),
      (page) => page.getByRole('switch').first().click(),
    ],
    says: ['Preferences Updated'],
  },
  {
    screen: '/profile',
    as: 'member@grace.test',
    says: [
      'My Profile',
      'Contact an administrator to change your email address',
      'Member since',
      'Account status',
      'Role',
      'User ID',
    ],
  },
  {
    acts: [fill('First name', ''), fill('Last name', ''), click('Save Changes')],
    says: ['First name is required', 'Last name is required'],
  },
  {
    acts: [
      broken('/api/auth/profile'),
      fill('First name', 'Hannah'),
      fill('Last name', 'Brooks-Lee'),
      click('Save Changes'),
    ],
    says: ['Error', 'Failed to update profile'],
  },
  {
    acts: [mended('/api/auth/profile'), click('Save Changes')],
    says: ['Profile Updated', 'Your profile has been updated.'],
  },
  {
    screen: '/brothers-in-christ',
    as: 'member@grace.test',
    says: ['Brothers in Christ', 'Wisdom', 'Understanding', 'Principle', 'Promise', 'Precept'],
  },
  // This user has no pledge yet.
  {
    screen: '/donations',
    as: 'giver@empty.test',
    acts: [click('Create Annual Pledge'), fill('Pledge amount', '0'), sure('Create Pledge')],
    says: ['Pledge amount must be at least $1', String(new Date().getFullYear())],
  },
  {
    acts: [broken(pledge), fill('Pledge amount', '1200'), sure('Create Pledge')],
    says: ['Error', 'Failed to create pledge. Please try again.'],
  },
  {
    acts: [mended(pledge), sure('Create Pledge')],
    says: [
      'Pledge Created',
      'Your annual pledge has been successfully created!',
      'away from your goal',
    ],
  },
];
