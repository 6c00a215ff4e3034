import {
  broken,
  chooseFromMenu,
  click,
  fill,
  first,
  mended,
  openChoices,
  pressEscape,
  reopen,
  type Row,
  sure,
} from './say.js';

const progress = '/api/user-resources/**';
const pledge = '/api/pledges**';

/** What members read on their screens. */
export const members: Row[] = [
  {
    screen: '/nowhere',
    as: 'member@grace.test',
    says: ['404 Page Not Found', 'Did you forget to add the page to the router?'],
  },
  {
    screen: '/',
    as: 'member@grace.test',
    says: [
      'Welcome, Hannah!',
      'Refresh Data',
      'Member since 2020',
      'upcoming events',
      'accessed',
      'Donors',
      'Lives Impacted',
      'Settings',
      'Logout',
    ],
  },
  {
    screen: '/resources',
    as: 'member@grace.test',
    says: ['Bible Study Resources', 'Skill level', 'Topic', 'Start Learning'],
  },
  {
    acts: [broken(progress), first('Start Learning')],
    says: ['Error', 'Failed to update progress'],
  },
  {
    acts: [mended(progress), first('Start Learning')],
    says: ['Progress updated', 'Your progress has been saved.'],
  },
  { acts: [reopen('/resources')], says: ['Continue (1%)'] },
  { acts: [first('Continue (1%)')], says: ['Resource opened', 'Continuing '] },
  {
    screen: '/nuggets',
    as: 'member@grace.test',
    says: ['Nuggets', 'Watch', 'Showing ', ' nuggets', 'views'],
  },
  { acts: [fill('Search nuggets', 'no such thing')], says: ['No Results Found', 'Clear Filters'] },
  { screen: '/sermons', as: 'member@grace.test', says: ['Sermon Archive', 'Download Audio'] },
  {
    acts: [fill('Search sermons', 'no such thing')],
    says: ['No sermons found matching your search criteria.'],
  },
  {
    screen: '/church-program',
    as: 'member@grace.test',
    says: [
      'Regular Services',
      '1st and 3rd Sunday',
      '11:00 AM',
      'Thursday',
      '8:00 PM',
      'Upcoming Events',
      'Past Events',
    ],
  },
  {
    screen: '/donations',
    as: 'member@grace.test',
    says: [
      'Donations & Giving',
      'Support our ministry and make a difference in our community.',
      'Annual Giving Pledge',
      'Current Fundraising Campaigns',
      'Make a Donation',
      'Donate Online',
      'Other Ways to Give',
      'Donate',
      'tax-deductible',
      'receipt',
      'Open in New Tab',
      'Your Donation History',
      'Total contributions:',
      'Something wrong? Ask',
      'General Fund',
      'Additional Ways to Give',
      'Other Ways to Connect',
      'Grace Community Church',
      'Update Pledge',
    ],
  },
  { acts: [click('Other Ways to Give', 'tab')], says: ['check', 'offering plate'] },
  {
    acts: [
      broken(pledge),
      click('Update Pledge'),
      fill('Pledge amount', '0'),
      sure('Update Pledge'),
    ],
    says: ['Pledge amount must be at least $1'],
  },
  {
    acts: [fill('Pledge amount', '2500'), sure('Update Pledge')],
    says: ['Error', 'Failed to update pledge. Please try again.'],
  },
  {
    acts: [mended(pledge), sure('Update Pledge')],
    says: ['Pledge Updated', 'Your annual pledge has been successfully updated!'],
  },
  {
    screen: '/message-pastor',
    as: 'member@grace.test',
    says: [
      'Message Pastor',
      '24 to 48 hours',
      'Pending',
      'Replied',
      'Pastor’s reply',
      'Frequently Asked Questions',
      '(706) 555-0142',
    ],
  },
  {
    acts: [fill('Subject', 'Hi'), fill('Message', 'Too short'), click('Send Message')],
    says: ['Subject must be at least 3 characters', 'Message must be at least 10 characters'],
  },
  {
    acts: [
      fill('Subject', 'x'.repeat(101)),
      fill('Message', 'x'.repeat(1001)),
      click('Send Message'),
    ],
    says: ['Subject must be less than 100 characters', 'Message must be less than 1000 characters'],
  },
  {
    acts: [
      broken('/api/messages'),
      fill('Subject', 'A message of words'),
      fill('Message', 'It is there for its toasts.'),
      click('Send Message'),
    ],
    says: ['Error', 'There was an error sending your message. Please try again.'],
  },
  {
    acts: [mended('/api/messages'), click('Send Message')],
    says: ['Message Sent', 'A message of words'],
  },
  {
    screen: '/support',
    as: 'member@grace.test',
    acts: [first('Create Ticket'), sure('Create Ticket')],
    says: [
      'Subject must be at least 3 characters',
      'Description must be at least 10 characters',
      'Low',
      'Medium',
      'High',
      'Urgent',
      'Technical',
      'Billing',
      'Feature request',
      'Bug report',
      'General',
    ],
  },
  {
    acts: [
      broken('/api/support-tickets'),
      fill('Subject', 'A ticket of words'),
      fill('Description', 'It is there for its toasts.'),
      sure('Create Ticket'),
    ],
    says: ['Error', 'Failed to create support ticket.'],
  },
  {
    acts: [mended('/api/support-tickets'), sure('Create Ticket')],
    says: [
      'Support Ticket Created',
      'Your support ticket has been submitted successfully.',
      'A ticket of words',
    ],
  },
  {
    acts: [first('A ticket of words', 'link')],
    says: [
      'Back to Support',
      'Ticket #',
      'Internal Support',
      'Resolve',
      'Messages',
      'Send Message',
      'Created By',
      'Priority',
      'Category',
      'Status',
      'Created',
    ],
  },
  { acts: [openChoices('Status')], says: ['Open', 'In progress', 'Resolved', 'Closed'] },
  {
    acts: [
      pressEscape,
      broken('/api/support-tickets/**'),
      fill('Your message', 'A message of words'),
      click('Send Message'),
    ],
    says: ['Failed to add message'],
  },
  {
    acts: [mended('/api/support-tickets/**'), click('Send Message')],
    says: ['Message Added', 'Your message has been added to the ticket.'],
  },
  {
    acts: [broken('/api/support-tickets/**'), chooseFromMenu('Status', 'In progress')],
    says: ['Failed to update status'],
  },
  {
    acts: [mended('/api/support-tickets/**'), chooseFromMenu('Status', 'In progress')],
    says: ['Status Updated', 'Ticket status has been updated.'],
  },
  {
    acts: [broken('/api/support-tickets/**'), click('Resolve')],
    says: ['Failed to resolve ticket'],
  },
  {
    acts: [mended('/api/support-tickets/**'), click('Resolve')],
    says: ['Ticket Resolved', 'The ticket has been marked as resolved.'],
  },
  {
    screen: '/support/12345678',
    as: 'member@grace.test',
    says: [
      'Ticket Not Found',
      "The support ticket you're looking for doesn't exist or you don't have access to it.",
      'Back to Support',
    ],
  },
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
  // this person has no pledge yet
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

/** What the doors say: to nobody, to who waits, to who is shut out. */
export const doors: Row[] = [
  {
    screen: '/',
    says: [
      'Members Portal',
      'Sign In',
      'Sign in to access our community resources, sermon archives, and donation tracking.',
      'New to the ministry? Sign up to join our community.',
      'Access Bible study resources, sermon archives, and contribute to our mission.',
    ],
  },
  { screen: '/sign-in', says: ['Sign In', 'Email', 'Password', 'Forgot'] },
  {
    screen: '/',
    as: 'pending@grace.test',
    says: ['Your account is awaiting approval', '1-2 business days', 'Sign Out'],
  },
  { screen: '/', as: 'suspended@grace.test', says: ['Account Suspended', 'temporary', 'Sign Out'] },
  {
    screen: '/signup',
    says: [
      'Church Registration',
      'Start Free Trial',
      '15 days',
      'View Pricing',
      'Pricing',
      'Contact',
      'Questions?',
    ],
  },
  {
    acts: [
      fill('Organization name', 'X'),
      fill('Contact name', 'Y'),
      fill('Email', 'nobody'),
      fill('Custom domain', 'x'),
      click('Start Free Trial'),
    ],
    says: [
      'Organization name must be at least 2 characters',
      'Contact name must be at least 2 characters',
      'Please enter a valid email address',
      'Domain must be at least 3 characters',
      '1-50',
      '51-100',
      '101-300',
      '301-1000',
      '1000+',
    ],
  },
  {
    acts: [fill('Custom domain', 'portal'), click('Start Free Trial')],
    says: ['Please enter a valid domain name'],
  },
  {
    acts: [
      broken('/api/organizations/signup'),
      fill('Organization name', 'Church of the Words'),
      fill('Contact name', 'Yael Stone'),
      fill('Email', 'yael@words.test'),
      fill('Custom domain', 'portal.words.test'),
      click('Start Free Trial'),
    ],
    says: ['Registration Failed', 'Something went wrong. Please try again.'],
  },
  {
    acts: [mended('/api/organizations/signup'), click('Start Free Trial')],
    says: [
      'Registration Successful!',
      'Welcome to Church Connect! Check your email for DNS setup instructions.',
      '15-Day Free Trial Active',
      'Check your email',
      'Complete the setup',
      'Add team members',
      'Add content',
      "Your portal's address",
      'church-of-the-words.localhost',
      'Good to begin with',
      'Need help?',
    ],
  },
  // a visitor is led to where churches register
  { screen: '/subscribe', says: ['Church Registration'] },
];
