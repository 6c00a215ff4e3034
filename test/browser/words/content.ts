import { broken, click, fill, first, mended, type Row, sure } from './say.js';

export const titleAndText = [
  'Title must be at least 3 characters',
  'Description must be at least 10 characters',
];

/** The texts of the pages on which staff manage content. */
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
    says: [...titleAndText, 'or 30'],
  },
  {
    screen: '/admin/content/nuggets/new',
    as: 'admin@grace.test',
    acts: [click('Create Nugget')],
    says: [...titleAndText, '60', '10 to 300', 'Inspirational', 'Teaching', 'Worship', 'Testimony'],
  },
  {
    acts: [(page) => page.getByRole('textbox', { name: /^Tags/ }).focus()],
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
      broken('/api/settings/links'),
      fill('Facebook', 'https://facebook.com/words'),
      click('Save Links'),
    ],
    says: ['Error', 'Failed to update social media links'],
  },
  {
    acts: [mended('/api/settings/links'), click('Save Links')],
    says: ['Success', 'Social media links updated successfully'],
  },
];
