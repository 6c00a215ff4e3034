import { preached, type DemoContent } from './demo-content.js';

export const graceSermons: DemoContent['sermons'] = preached('Samuel Okafor', [
  'The table in the wilderness | Hope, Psalm 23 | Psalm 23 sets a table where nobody would ' +
    'look for one. What it means to eat in the presence of what we fear.',
  'Enough for today | Prayer, Trust | The prayer for daily bread asks for so little that it ' +
    'is hard to pray. A sermon on enough, and on the neighbor who has less.',
  'Named before noon | Identity, Isaiah 43 | “I have called you by name.” Who calls us what, ' +
    'all day long, and whose word is the last.',
  'The long way home | Exodus, Patience | God led them not by the near road. Why the way ' +
    'through the desert was the kind one.',
  'A door on the sea | Exodus, Courage | The water opened only when somebody stepped in. On ' +
    'the first step, and who takes it with us.',
  'What the stones say | Joshua, Memory | Twelve stones from a river, so that children would ' +
    'ask. How a church remembers, and how it tells.',
  'Ruth, the foreigner | Ruth, Kindness | A field, a stranger and the corners left ' +
    'unharvested: a law that made room before anybody asked.',
  'The fifth loaf | Giving, John 6 | A boy’s lunch and five thousand. What happens to a gift ' +
    'when it leaves our hands.',
  'Salt | Sermon on the Mount | It is not seen, and missed at once. A short sermon on being ' +
    'useful.',
  'The lamp and the bushel | Sermon on the Mount, Light | Nobody hides a lamp, and everybody ' +
    'does. What we cover, and why.',
  'Anger, slowly | James, Wisdom | Quick to listen, slow to speak, slow to anger. An honest ' +
    'look at a week of conversations.',
  'Two builders | Sermon on the Mount, Obedience | The same house, the same storm. The ' +
    'difference lies where no one looks.',
  'When nothing grows | Lament, Hope | Habakkuk sings in an empty barn. On praising without ' +
    'pretending.',
  'The waiting father | Luke 15, Grace | He saw him while he was still far off. Which of the ' +
    'two sons are we today?',
  'Martha’s kitchen | Luke 10, Rest | Good work, done with an anxious heart. What the one ' +
    'thing might be for those who cook.',
  'Bread on the shore | John 21, Forgiveness | A charcoal fire, a breakfast and three ' +
    'questions. How Jesus takes shame away.',
  'A year of small beginnings | Zechariah, Hope | Who despises the day of small things? ' +
    'Looking back at our year, with thanks.',
  'Peace, be still | Mark 4, Fear | He slept. What the sleeping tells us about the storm.',
]);
