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

/** The texts of the pages of content, giving and support that members see. */
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
    says: ['Nuggets', 'Watch', 'Showing ', ' nuggets'],
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
];
