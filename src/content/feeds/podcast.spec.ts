import { describe, expect, it } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { podcastOf, type Episode } from './podcast.js';

const episode: Episode = {
  id: '01a1fc63-f841-71e3-ad8c-fa6353f799cd',
  title: 'The vine',
  description: 'On staying where one grows.',
  preacher: 'Samuel Okafor',
  date: '2026-03-01',
  durationMinutes: 20,
  audioUrl: 'https://recordings.example/vine.mp3',
  fileId: null,
  size: null,
  type: null,
  seconds: null,
};
const feedOf = (more: Partial<Episode>, church = 'Grace') =>
  podcastOf([{ ...episode, ...more }], {
    church,
    description: `Sermons of ${church}.`,
    link: 'https://grace.example',
    timeZone: 'America/New_York',
    audioAt: ({ audioUrl }) => audioUrl!,
    email: 'office@grace.example',
    address: 'https://grace.example/podcast.xml',
  });
/** Reads the document as a strict XML parser does. @throws Error where it is not well-formed */
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

/** Every character that XML 1.0 forbids, and half of a surrogate pair. */
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
    'is well-formed XML although the %s of a sermon has characters that XML forbids',
    async (field) => {
      for (const character of forbidden) {
        const xml = await feedOf({ [field]: `before${character}after` });
        expect(() => textOfXml(xml)).not.toThrow();
        expect(xml).toMatch(/before\ufffd?after/);
      }
    },
  );

  it('is well-formed XML although the name of the church has such characters', async () => {
    const xml = await feedOf({}, `Grace\u0008 & Peace`);
    expect(textOfXml(xml)).toContain('Grace & Peace: sermons');
  });

  it('keeps line breaks, tabs and emoji', async () => {
    const xml = await feedOf({ description: 'One\n\tTwo \u{1f54a}' });
    expect(textOfXml(xml)).toContain('One\n\tTwo \u{1f54a}');
  });
});
