import { article, type DemoContent } from './demo-content.js';

export const graceResources: DemoContent['resources'] = [
  article(
    'How to read a psalm',
    'bible-study',
    'beginner',
    12,
    'A simple way into the prayer book of the Bible, in four quiet steps.',
    `A psalm is a prayer that somebody has lent you.

## Four steps
1. **Read it aloud.** Slowly. Psalms were made for breath.
2. Mark one line that you would never have said yourself.
3. Ask: who speaks here, to whom, about whom?
4. Pray that one line for a week.

### Where to begin
- *Psalm 121* on a journey
- *Psalm 42* when it is dark
- *Psalm 103* with thanks`,
  ),
  article(
    'Praying with an open calendar',
    'prayer',
    'beginner',
    8,
    'Ten minutes on Sunday evening that change what Monday asks of you.',
    `Take your calendar and a pencil.

Go through the week that comes, entry by entry, and say one sentence to God about each. Not more. **Names first**, then matters.

- Where you are afraid, write *with*.
- Where you are proud, write *thank you*.
- Where you do not know, leave it open.`,
  ),
  article(
    'Forgiveness is not forgetting',
    'discipleship',
    'intermediate',
    20,
    'What to do when the other person is not sorry, and what not to do.',
    `## What it is
Forgiveness gives up the right to pay back. It does **not** call evil good, and it does not send you back into danger.

## What it needs
1. The truth, said to somebody you trust.
2. Time. More than others think.
3. A decision that you will have to make again.`,
  ),
  article(
    'Three words for grace',
    'theology',
    'advanced',
    25,
    'How the Old Testament says grace, and what gets lost on the way into English.',
    `Hebrew has no single word for what we call grace. It has at least three.

### hen
The favor in somebody’s eyes: Noah *found* it.

### hesed
Loyal love, the kind that keeps a promise when the other did not.

### rahamim
Mercy, from the word for womb. It is felt in the body.`,
  ),
  article(
    'Hospitality for tired people',
    'discipleship',
    'beginner',
    10,
    'Soup is enough. A small guide to opening your door without a clean house.',
    `Nobody remembers your windows.

- Cook **one** thing.
- Ask people to bring bread.
- Let them wash up: it makes them belong.`,
  ),
  {
    title: 'The whole story in an hour',
    topic: 'bible-study',
    skillLevel: 'beginner',
    durationMinutes: 58,
    description: 'From the garden to the city: the line of the Bible, drawn once without stopping.',
    resourceType: 'video',
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  },
  {
    title: 'Singing the hymns we forgot',
    topic: 'worship',
    skillLevel: 'beginner',
    durationMinutes: 15,
    description: 'Old Hundredth on bells, to learn the tune by ear before Sunday.',
    resourceType: 'audio',
  },
  {
    title: 'Telling a neighbor why',
    topic: 'evangelism',
    skillLevel: 'intermediate',
    durationMinutes: 180,
    description:
      'The book that our Thursday group reads this winter: honest, short and without tricks.',
    resourceType: 'book',
    bookTitle: 'Why I stay',
    bookAuthor: 'A reader’s edition made for this demo',
    content:
      'Read two chapters a week. On Thursdays we talk about the questions at the end of each.',
  },
  article(
    'The creeds, line by line',
    'theology',
    'intermediate',
    30,
    'What the church has said together for seventeen centuries, and why each line was needed.',
    `Every line of a creed was once an argument.

1. *Maker of heaven and earth*: against those who despised the body.
2. *Suffered under Pontius Pilate*: it happened on a date.
3. *The life everlasting*: not only the soul.`,
  ),
  article(
    'A rule of life on one page',
    'discipleship',
    'advanced',
    15,
    'Borrowed from monks, made for people with jobs and children.',
    `A rule is a trellis. The vine does the growing.

- **Daily**: one psalm, one name, one walk
- **Weekly**: one meal with somebody outside the family
- **Yearly**: one day of silence`,
  ),
];
