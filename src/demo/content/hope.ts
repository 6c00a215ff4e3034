import { article, preached, type DemoContent } from './demo-content.js';

export const hopeContent: DemoContent = {
  about:
    'Hope Chapel meets under a roof that leaks, with people who sing over it. **Sundays at ten.**',
  eventLocation: 'The chapel',
  leaders: [
    { title: 'Miriam Castellanos', description: 'Administrator, and the voice on the phone.' },
  ],
  faq: [],
  sermons: preached('Miriam Castellanos', [
    'Buckets in the choir | Hope, Church | What a leaking roof teaches about being one body.',
    'Small town prophets | Amos, Justice | A shepherd is sent to the city with bad news. Why ' +
      'God likes outsiders.',
    'The second mile | Sermon on the Mount | The first mile is the law’s. On what is given freely.',
  ]),
  resources: [
    article(
      'Questions for a first Bible study',
      'bible-study',
      'beginner',
      10,
      'Five questions that work with every passage and any group.',
      '1. What happens?\n2. Who speaks?\n3. What is strange?\n4. What does it promise?\n5. ' +
        'What will I do?',
    ),
  ],
  nuggets: [
    {
      title: 'Rain',
      description: 'A minute of rain on the old shingles, with Psalm 65.',
      category: 'worship',
      tags: ['Worship', 'Peace'],
      durationSeconds: 60,
    },
  ],
  studies: [],
  brothers: [
    {
      title: 'Carry it together',
      description: 'Galatians 6:2 on a ladder.',
      tags: ['principle'],
      content: 'Bring gloves. We talk while we work.',
    },
  ],
  events: [
    {
      title: 'Roof work day',
      description: 'Shingles, flashing and chili. Come with gloves.',
      inDays: 6,
      time: '09:00',
      location: 'The chapel',
      isHighlighted: true,
      durationMinutes: 360,
    },
    {
      title: 'Prayer at noon',
      description: 'A quarter of an hour in the middle of the week.',
      inDays: -30,
      time: '12:00',
      location: 'The chapel',
      recurrence: 'FREQ=WEEKLY;BYDAY=WE',
      durationMinutes: 15,
    },
  ],
  announcements: [
    {
      title: 'Buckets wanted',
      content: 'Until the roof is done: please bring any that you can spare.',
      priority: 'normal',
      inDays: null,
    },
  ],
};
