/** What the demo churches have published. All of it was written for this demo; the churches are made up. */

export interface DemoContent {
  about: string;
  eventLocation: string;
  leaders: { title: string; description: string }[];
  faq: { question: string; answer: string }[];
  /** the newest first: they were preached on the Sundays before today */
  sermons: {
    title: string;
    description: string;
    preacher: string;
    tags: string[];
    hasAudio: boolean;
    minutes: number;
  }[];
  resources: object[];
  nuggets: {
    title: string;
    description: string;
    category: string;
    tags: string[];
    durationSeconds: number;
  }[];
  studies: {
    title: string;
    content: string;
    tags: string[];
    studyResources: string[];
    onlineTools: { name: string; url: string }[];
  }[];
  brothers: { title: string; description: string; content: string; tags: string[] }[];
  /** `inDays` from today; a series repeats by its rule */
  events: {
    title: string;
    description: string;
    inDays: number;
    time: string;
    location: string;
    recurrence?: string;
    durationMinutes?: number;
    isHighlighted?: boolean;
  }[];
  announcements: {
    title: string;
    content: string;
    priority: 'high' | 'normal' | 'low';
    inDays: number | null;
  }[];
}

const preached = (preacher: string, lines: string[]): DemoContent['sermons'] =>
  lines.map((line, index) => {
    const [title, tags, description] = line.split(' | ') as [string, string, string];
    return {
      title,
      description,
      preacher,
      tags: tags.split(', '),
      hasAudio: index < 5,
      minutes: 24 + ((index * 7) % 15),
    };
  });

const article = (
  title: string,
  topic: string,
  skillLevel: string,
  durationMinutes: number,
  description: string,
  content: string,
) => ({ title, topic, skillLevel, durationMinutes, description, content, resourceType: 'article' });

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
  sermons: preached('Samuel Okafor', [
    'The table in the wilderness | Hope, Psalm 23 | Psalm 23 sets a table where nobody would look for one. What it means to eat in the presence of what we fear.',
    'Enough for today | Prayer, Trust | The prayer for daily bread asks for so little that it is hard to pray. A sermon on enough, and on the neighbor who has less.',
    'Named before noon | Identity, Isaiah 43 | “I have called you by name.” Who calls us what, all day long, and whose word is the last.',
    'The long way home | Exodus, Patience | God led them not by the near road. Why the way through the desert was the kind one.',
    'A door on the sea | Exodus, Courage | The water opened only when somebody stepped in. On the first step, and who takes it with us.',
    'What the stones say | Joshua, Memory | Twelve stones from a river, so that children would ask. How a church remembers, and how it tells.',
    'Ruth, the foreigner | Ruth, Kindness | A field, a stranger and the corners left unharvested: a law that made room before anybody asked.',
    'The fifth loaf | Giving, John 6 | A boy’s lunch and five thousand. What happens to a gift when it leaves our hands.',
    'Salt | Sermon on the Mount | It is not seen, and missed at once. A short sermon on being useful.',
    'The lamp and the bushel | Sermon on the Mount, Light | Nobody hides a lamp, and everybody does. What we cover, and why.',
    'Anger, slowly | James, Wisdom | Quick to listen, slow to speak, slow to anger. An honest look at a week of conversations.',
    'Two builders | Sermon on the Mount, Obedience | The same house, the same storm. The difference lies where no one looks.',
    'When nothing grows | Lament, Hope | Habakkuk sings in an empty barn. On praising without pretending.',
    'The waiting father | Luke 15, Grace | He saw him while he was still far off. Which of the two sons are we today?',
    'Martha’s kitchen | Luke 10, Rest | Good work, done with an anxious heart. What the one thing might be for those who cook.',
    'Bread on the shore | John 21, Forgiveness | A charcoal fire, a breakfast and three questions. How Jesus takes shame away.',
    'A year of small beginnings | Zechariah, Hope | Who despises the day of small things? Looking back at our year, with thanks.',
    'Peace, be still | Mark 4, Fear | He slept. What the sleeping tells us about the storm.',
  ]),
  resources: [
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
      description:
        'From the garden to the city: the line of the Bible, drawn once without stopping.',
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
  ],
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
  studies: [
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
  ],
  brothers: [
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
        'Whatever you do, work at it *with all your heart*. Not because the work is worth it; because **you** are seen.',
    },
    {
      title: 'Keeping a short account',
      description:
        'Settle it before the sun goes down, and how to begin when it has gone down often.',
      tags: ['precept'],
      content: 'Write the name. Write the matter in one line. Call before the weekend.',
    },
  ],
  events: [
    {
      title: 'Thanksgiving supper',
      description:
        'Turkey from the kitchen, everything else from you. Bring a dish and somebody who would eat alone.',
      inDays: 4,
      time: '18:00',
      location: 'Riverfront Hotel, ballroom B',
      isHighlighted: true,
      durationMinutes: 150,
    },
    {
      title: 'Choir practice',
      description: 'We learn the carols. Sopranos and people who only hum are welcome.',
      inDays: -60,
      time: '19:00',
      location: 'Room 214',
      recurrence: 'FREQ=WEEKLY;BYDAY=TU',
      durationMinutes: 90,
    },
    {
      title: 'Brothers’ breakfast',
      description: 'Eggs, coffee and an honest hour among men. No preparation needed.',
      inDays: -90,
      time: '08:00',
      location: 'Diner on Broad Street',
      recurrence: 'FREQ=MONTHLY;BYDAY=2SA',
    },
    {
      title: 'Winter coats: sorting day',
      description:
        'We sort and label the coats for the county shelter. Strong arms and tidy minds wanted.',
      inDays: 12,
      time: '10:00',
      location: 'Storage hall, Reynolds Street',
      durationMinutes: 180,
    },
    {
      title: 'Carols by the river',
      description: 'An hour of singing outdoors with cider. The children’s choir opens.',
      inDays: 27,
      time: '17:30',
      location: 'Riverwalk amphitheater',
      isHighlighted: true,
      durationMinutes: 75,
    },
    {
      title: 'New members’ lunch',
      description: 'For everybody who came this fall: meet the elders, ask anything, eat well.',
      inDays: -8,
      time: '12:30',
      location: 'Riverfront Hotel, restaurant',
    },
    {
      title: 'Autumn retreat',
      description: 'Two days by the lake on the Sermon on the Mount, with long walks.',
      inDays: -36,
      time: '15:00',
      location: 'Lake Thurmond camp',
      durationMinutes: 2880,
    },
    {
      title: 'Picnic on the green',
      description: 'Games, grills and the long table. It did not rain.',
      inDays: -75,
      time: '11:00',
      location: 'Pendleton King Park',
      durationMinutes: 240,
    },
    {
      title: 'Baptism Sunday',
      description:
        'Four people were baptized in the river. Thank you to everybody who carried towels.',
      inDays: -120,
      time: '09:30',
      location: 'Savannah River, boat landing',
    },
  ],
  announcements: [
    {
      title: 'Parking on Sunday',
      content:
        'The front lot is closed for repairs. Please use the **garage on 9th Street**; the first two hours are free.',
      priority: 'high',
      inDays: 9,
    },
    {
      title: 'Coats by December 5',
      content:
        'We have 140 of 200 coats.\n- children’s sizes most of all\n- clean, with working zippers\n- boxes stand at the door',
      priority: 'normal',
      inDays: 13,
    },
    {
      title: 'The office is closed on Friday',
      content:
        'After Thanksgiving Ruth and Esther take a day off. Urgent matters: call the pastor.',
      priority: 'low',
      inDays: 6,
    },
  ],
};

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
    'Small town prophets | Amos, Justice | A shepherd is sent to the city with bad news. Why God likes outsiders.',
    'The second mile | Sermon on the Mount | The first mile is the law’s. On what is given freely.',
  ]),
  resources: [
    article(
      'Questions for a first Bible study',
      'bible-study',
      'beginner',
      10,
      'Five questions that work with every passage and any group.',
      '1. What happens?\n2. Who speaks?\n3. What is strange?\n4. What does it promise?\n5. What will I do?',
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
