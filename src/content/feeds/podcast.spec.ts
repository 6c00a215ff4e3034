import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { generatePodcast, publicationTimes, type Episode } from './podcast.js';

const episode: Episode = {
  id: '01a1fc63-f841-71e3-ad8c-fa6353f799cd',
  title: 'The vine',
  description: 'On staying where one grows.',
  preacher: 'Samuel Okafor',
  date: '2026-03-01',
  placeOfDay: 1,
  createdAt: new Date('2026-03-01T20:00:00Z'),
  durationMinutes: 20,
  audioUrl: 'https://recordings.example/vine.mp3',
  fileId: null,
  size: null,
  type: null,
  seconds: null,
};
const feedOf = (more: Partial<Episode>, church = 'Grace') =>
  generatePodcast([{ ...episode, ...more }], {
    church,
    description: `Sermons of ${church}.`,
    link: 'https://grace.example',
    timeZone: 'America/New_York',
    now: new Date('2026-03-02T12:00:00Z'),
    audioUrlOf: ({ audioUrl }) => audioUrl!,
    email: 'office@grace.example',
    address: 'https://grace.example/podcast.xml',
  });
/**
 * Returns the text of a document.
 * @throws Error if the document is not well-formed XML
 */
function textOfXml(xml: string): string {
  const parser = new SaxesParser();
  let text = '';
  parser.on('text', (part) => (text += part));
  parser.on('cdata', (part) => (text += part));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return text;
}

/** Characters that XML 1.0 forbids, and half of a surrogate pair. */
const forbidden = [
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => !'\t\n\r'.includes(character),
  ),
  '\ufffe',
  '\uffff',
  '\ud83d',
];

describe('a podcast', () => {
  it.each(['title', 'description', 'preacher'] as const)(
    'is well-formed XML even if the %s of a sermon has characters that XML forbids',
    async (field) => {
      for (const character of forbidden) {
        const xml = await feedOf({ [field]: `before${character}after` });
        expect(() => textOfXml(xml)).not.toThrow();
        expect(xml).toMatch(/before\ufffd?after/);
      }
    },
  );

  it('is well-formed XML even if the church’s name has a character that XML forbids', async () => {
    const xml = await feedOf({}, `Grace\u0008 & Peace`);
    expect(textOfXml(xml)).toContain('Grace & Peace: sermons');
  });

  it('keeps line breaks, tabs and emoji', async () => {
    const xml = await feedOf({ description: 'One\n\tTwo \u{1f54a}' });
    expect(textOfXml(xml)).toContain('One\n\tTwo \u{1f54a}');
  });
});

describe('a text of a podcast', () => {
  it.each([
    'The vine',
    'Salt & light',
    '<b>Ruth</b>',
    ' starts and ends with space ',
    'A "quoted" one',
    'one ]]> two',
    'one\n\n  two',
    'one & two\n\n  three',
    'x <![CDATA[ y ]]> <z>',
  ])('has no added white space: %j', async (text) => {
    const xml = await feedOf({ title: text, description: text, preacher: text }, text);
    const elementTexts: string[] = [];
    const parser = new SaxesParser();
    let elementText = '';
    parser.on('opentag', () => (elementText = ''));
    parser.on('text', (part) => (elementText += part));
    parser.on('cdata', (part) => (elementText += part));
    parser.on('closetag', ({ name }) => {
      if (['title', 'description', 'itunes:author', 'podcast:person'].includes(name))
        elementTexts.push(elementText);
    });
    parser.write(xml).close();
    const expected = [text, `${text}: sermons`, `Sermons of ${text}.`];
    const changed = elementTexts.filter(
      (foundText) =>
        !expected.some(
          (expectedText) => foundText === expectedText || foundText === expectedText.trim(),
        ),
    );
    expect(elementTexts.length).toBeGreaterThanOrEqual(6);
    expect(changed).toEqual([]);
  });
});

describe('the time of an episode', () => {
  const timeZone = 'America/New_York';
  // This is 11:00 on the day of the change to summer time.
  const now = new Date('2026-03-08T15:00:00Z');
  /** Returns the publication times of sermons. Pass the newest sermon first. `added` is in UTC. */
  const timesOf = (...list: { date: string; place?: number; added: string }[]) => {
    const episodes = list.map(({ date, place = 1, added }, index) => ({
      ...episode,
      id: String(index),
      date,
      placeOfDay: place,
      createdAt: new Date(added),
    }));
    return [...publicationTimes(episodes, timeZone, now).values()].map((time) =>
      time.toISOString(),
    );
  };

  it('is noon of its date', () => {
    expect(timesOf({ date: '2026-03-01', added: '2026-03-04T10:00:00Z' })).toEqual([
      '2026-03-01T17:00:00.000Z',
    ]);
  });

  it('follows the order of the sermons of one date, a minute apart', () => {
    expect(
      timesOf(
        { date: '2026-03-01', place: 3, added: '2026-03-05T10:00:00Z' },
        { date: '2026-03-01', place: 2, added: '2026-03-05T10:00:00Z' },
        { date: '2026-03-01', place: 1, added: '2026-03-05T10:00:00Z' },
      ),
    ).toEqual(['2026-03-01T17:02:00.000Z', '2026-03-01T17:01:00.000Z', '2026-03-01T17:00:00.000Z']);
  });

  it('is the time at which it was added, for sermons of this morning and of later dates', () => {
    expect(
      timesOf(
        { date: '2026-03-15', added: '2026-03-08T14:59:00Z' },
        { date: '2026-03-08', place: 2, added: '2026-03-08T14:30:00Z' },
        { date: '2026-03-08', place: 1, added: '2026-03-08T14:00:00Z' },
      ),
    ).toEqual(['2026-03-08T14:59:00.000Z', '2026-03-08T14:30:00.000Z', '2026-03-08T14:00:00.000Z']);
  });

  it('is unique and not in the future, in whatever order sermons were added', () => {
    const sermonsOfDay = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.tuple(sermonsOfDay, sermonsOfDay, sermonsOfDay), (days) => {
        const dates = ['2026-03-15', '2026-03-08', '2026-03-07'];
        const list = days.flatMap((addedHalfDaysAgo, day) =>
          addedHalfDaysAgo.map((halfDays, index) => ({
            date: dates[day]!,
            place: addedHalfDaysAgo.length - index,
            added: new Date(now.getTime() - halfDays * 43_200_000).toISOString(),
          })),
        );
        const times = timesOf(...list);
        expect(times.every((time) => time <= now.toISOString())).toBe(true);
        expect([...new Set(times)].sort().reverse()).toEqual(times);
      }),
    );
  });
});
