import type { DemoContent } from './demo-content.js';

export const graceStudies: DemoContent['studies'] = [
  {
    title: 'Ruth: kindness in hard times',
    tags: ['Ruth', 'Kindness'],
    studyResources: [
      'Read Ruth 1 to 4 in one sitting',
      'Leviticus 19:9–10 on the corners of the field',
    ],
    onlineTools: [
      { name: 'Bible text to compare translations', url: 'https://www.biblegateway.com/' },
    ],
    content: `Four chapters, no miracle, and everything changes.

## Week 1: Going home empty
Naomi tells God to his face what he has done. *Nobody corrects her.*

- What does she say that you would not dare to?
- Who walks beside her, and says nothing?

## Week 2: The field
Boaz keeps a law that costs him money. **Find the line in which he does more than it asks.**`,
  },
  {
    title: 'Philippians: joy under guard',
    tags: ['Philippians', 'Joy'],
    studyResources: [
      'Acts 16 for the beginning of this church',
      'A map of the Roman road to Philippi',
    ],
    onlineTools: [],
    content: `Paul writes from prison, and the word he uses most is *joy*.

1. Underline every “joy” and “rejoice”.
2. Mark what each of them depends on.
3. Read the list in 4:8 as a plan for a week of news.`,
  },
  {
    title: 'The Lord’s Prayer in six evenings',
    tags: ['Prayer'],
    studyResources: ['Matthew 6:5–15', 'Luke 11:1–13'],
    onlineTools: [],
    content: `One line an evening.

### Our Father
Who is in the *our*? Name three people whom you would rather leave out.

### Give us this day
What is **enough** for tomorrow?`,
  },
];

export const graceBrothers: DemoContent['brothers'] = [
  {
    title: 'Iron sharpens iron',
    description: 'Why a friend who disagrees is worth two who nod.',
    tags: ['wisdom', 'principle'],
    content: `Proverbs 27:17 does not describe a comfortable evening.

- Ask one man this month to tell you **the truth** about one thing.
- Thank him. Do not explain.`,
  },
  {
    title: 'Fathers who say sorry',
    description: 'Three sentences that children remember for life.',
    tags: ['wisdom', 'understanding'],
    content: `1. I was wrong.
2. It was not your fault.
3. What do you need from me now?`,
  },
  {
    title: 'The promise under the work',
    description: 'Colossians 3 for men who do not like their job.',
    tags: ['promise', 'precept'],
    content:
      'Whatever you do, work at it *with all your heart*. Not because the work is worth it; ' +
      'because **you** are seen.',
  },
  {
    title: 'Keeping a short account',
    description:
      'Settle it before the sun goes down, and how to begin when it has gone down often.',
    tags: ['precept'],
    content: 'Write the name. Write the matter in one line. Call before the weekend.',
  },
];
