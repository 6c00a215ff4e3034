import { click, fill, type Row } from './say.js';

const year = new Date().getFullYear();

/** The texts of the pages of a church without content and giving. */
export const empty: Row[] = [
  {
    screen: '/',
    as: 'member@empty.test',
    says: [
      'Welcome, Nora!',
      'Refresh Data',
      'No active announcements',
      'No resources found. Check back soon or try different filters.',
      '0 upcoming events',
      'Your Resources',
      '0%',
      'accessed',
      'Your Donations',
      '$0.00',
      'Upcoming Events',
    ],
  },
  {
    screen: '/resources',
    as: 'member@empty.test',
    says: [
      'Bible Study Resources',
      'No resources found. Check back soon or try different filters.',
    ],
  },
  {
    acts: [fill('Search resources', 'nothing')],
    says: ['No resources found. Try adjusting your filters.'],
  },
  { screen: '/nuggets', as: 'member@empty.test', says: ['No Nuggets Yet'] },
  {
    screen: '/sermons',
    as: 'member@empty.test',
    says: ['Sermon Archive', 'No sermons found matching your search criteria.'],
  },
  {
    screen: '/community',
    as: 'member@empty.test',
    says: [
      'Our Community',
      'Church Leadership',
      'Leadership information will be displayed here once uploaded by administrators.',
    ],
  },
  {
    screen: '/church-program',
    as: 'member@empty.test',
    says: [
      'Church Program',
      'Upcoming Events',
      'No upcoming events at this time. Check back soon!',
    ],
  },
  {
    screen: '/brothers-in-christ',
    as: 'member@empty.test',
    says: [
      'Brothers in Christ',
      'Videos, audio and articles for the men of our church will be here.',
    ],
  },
  {
    screen: '/donations',
    as: 'member@empty.test',
    says: [
      'No active fundraising campaigns at the moment.',
      "You haven't made any donations yet.",
      'Total contributions:',
      '$0.00',
      `Set your annual giving goal for ${year}`,
      'Create Annual Pledge',
    ],
  },
  {
    screen: '/notifications',
    as: 'member@empty.test',
    says: ['What is new in your church will be listed here.'],
  },
  { screen: '/', as: 'admin@empty.test', says: ['No active announcements', 'Create First'] },
  {
    screen: '/admin/events',
    as: 'admin@empty.test',
    says: ['Events Management', 'No events found', 'Add Event'],
  },
  { screen: '/admin/user-approvals', as: 'admin@empty.test', says: ['All Caught Up!'] },
  { screen: '/admin/announcements', as: 'admin@empty.test', says: ['Create Announcement'] },
  {
    screen: '/admin/brothers-in-christ',
    as: 'admin@empty.test',
    says: [
      'Brothers in Christ Management',
      'Content for the men of the church will be listed here.',
    ],
  },
  {
    screen: '/support',
    as: 'member@empty.test',
    says: [
      'Support Center',
      'Create Ticket',
      'Search tickets...',
      'No support tickets found',
      'Create your first support ticket to get help.',
      'Create First Ticket',
    ],
  },
  {
    acts: [fill('Search tickets', 'nothing')],
    says: ['No support tickets found', 'Try adjusting your search terms or filters.'],
  },
  {
    screen: '/support',
    as: 'admin@empty.test',
    says: [
      'Internal Support',
      'Church Connect Support',
      'No support tickets found',
      'Mine',
      'Unassigned',
      'Urgent',
      'Waiting',
    ],
  },
  { acts: [click('Church Connect Support', 'tab')], says: ['Create First Ticket'] },
  {
    screen: '/message-pastor',
    as: 'member@empty.test',
    says: [
      'What you write to your pastor will be listed here, with the answers.',
      'Please ask at the church office',
    ],
  },
  {
    screen: '/admin/pastor-dashboard',
    as: 'admin@empty.test',
    says: ['What members write to you will be listed here.'],
  },
  { acts: [click('Bible Studies', 'tab')], says: ['Your Bible studies will be listed here.'] },
  {
    screen: '/admin/content',
    as: 'admin@empty.test',
    says: ['Bible study resources will be listed here.'],
  },
  { acts: [click('Sermons', 'tab')], says: ['The sermons of your church will be listed here.'] },
  { acts: [click('Nuggets', 'tab')], says: ['Short inspirational videos will be listed here.'] },
  {
    screen: '/admin/member-donations',
    as: 'admin@empty.test',
    says: ['Every donation of the church will be listed here.', '$0.00'],
  },
  {
    screen: '/admin/donation-imports',
    as: 'admin@empty.test',
    says: ['Every file you import will be listed here.'],
  },
  {
    screen: '/admin/fundraisers',
    as: 'admin@empty.test',
    says: ['Campaigns with a goal will be listed here.'],
  },
];
