import type { DemoContent } from './demo-content.js';
import { graceAnnouncements, graceEvents } from './grace-calendar.js';
import { graceResources } from './grace-resources.js';
import { graceSermons } from './grace-sermons.js';
import { graceBrothers, graceStudies } from './grace-studies.js';

export const graceContent: DemoContent = {
  about: `We are a young church with an old hope. Grace began in 2018 around a kitchen table; today we meet in a hotel in Augusta, and wherever two or three of us set up chairs.

## What you will find
- Sunday services with a short sermon and a long table afterward
- Bible study on Thursday evenings, online
- People who will learn your name

### New here?
Come as you are, **ten minutes early** if you like coffee. Somebody at the door will show you where the children go.`,
  eventLocation: 'Riverfront Hotel, ballroom B',
  leaders: [
    {
      title: 'Samuel Okafor',
      description: 'Lead pastor. Preaches, listens, and makes the second pot of coffee.',
    },
    {
      title: 'Ruth Whitfield',
      description: 'Church administrator. Knows where everything is, and who needs it.',
    },
    { title: 'Esther Lindqvist', description: 'Secretary. Keeps the books, and the birthdays.' },
  ],
  faq: [
    {
      question: 'How soon will I hear back?',
      answer: 'Usually within a day or two. If it is urgent, please call the office.',
    },
    {
      question: 'Who reads what I write?',
      answer:
        'The pastor, and the administrators of the portal. Nobody else, and it is in no email.',
    },
    {
      question: 'Can we meet in person?',
      answer: 'Gladly. Say when you are free, and the pastor will suggest a time.',
    },
  ],
  sermons: graceSermons,
  resources: graceResources,
  nuggets: [
    {
      title: 'One minute on mercy',
      description: 'Why mercy is stronger than being right, in the time it takes to boil an egg.',
      category: 'inspirational',
      tags: ['Grace', 'Love'],
      durationSeconds: 64,
    },
    {
      title: 'Before you open the laptop',
      description: 'A prayer of three sentences for a Monday morning at the desk.',
      category: 'teaching',
      tags: ['Prayer', 'Peace'],
      durationSeconds: 45,
    },
    {
      title: 'What I learned from the harvest',
      description: 'Katherine on a dry summer, a neighbor’s tractor and being carried.',
      category: 'testimony',
      tags: ['Faith', 'Hope', 'Family'],
      durationSeconds: 158,
    },
    {
      title: 'Sing it slower',
      description: 'The choir shows what happens to a hymn that is given its time.',
      category: 'worship',
      tags: ['Worship'],
      durationSeconds: 92,
    },
    {
      title: 'The mustard seed',
      description: 'Smaller than you think, and not in a hurry.',
      category: 'teaching',
      tags: ['Faith', 'Wisdom'],
      durationSeconds: 71,
    },
    {
      title: 'A word for the tired',
      description: '“Come to me, all you who labor.” Nothing else, said twice.',
      category: 'inspirational',
      tags: ['Peace', 'Gospel'],
      durationSeconds: 38,
    },
  ],
  studies: graceStudies,
  brothers: graceBrothers,
  events: graceEvents,
  announcements: graceAnnouncements,
};
