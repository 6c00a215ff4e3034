import { v5 as nameId } from 'uuid';
import { instantAt } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { withoutXmlControls } from '../plain-text.js';
import { listEpisodes } from './feeds.sql.js';

/** how many sermons a feed holds */
const most = 300;
/** The podcast namespace's own, for the ids of feeds. */
const namespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

/** An active sermon with a recording: a file of the church's, or one that lies elsewhere. */
export type Episode = Awaited<ReturnType<typeof episodes>>[number];

export const episodes = (tx: Tx) => listEpisodes(tx, { limit: most });

interface Channel {
  church: string;
  description: string;
  /** the page that the podcast belongs to */
  link: string;
  timeZone: string;
  now: Date;
  /** where a recording is found by this feed */
  audioAt: (episode: Episode) => string;
  /** of the church's office, where there is one */
  email: string | null;
  /** where the cover is, a square JPEG */
  cover?: string;
  /** the feed's own address; a feed without one is one person's, and no directory may list it */
  address?: string;
}

/** What the endings of addresses say, where nobody has looked at the recording. */
const types: Record<string, string> = {
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
};
const typeOf = (address: string) =>
  types[/\.(\w+)$/.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? ''] ?? 'audio/mpeg';

/** RSS 2.0 with the tags of iTunes and of the podcast namespace. */
export async function podcastOf(list: Episode[], channel: Channel): Promise<string> {
  const { church, description, link, timeZone, now, audioAt, email, cover, address } =
    readableTexts(channel);
  const { generateRssFeed } = await import('feedsmith');
  const published = publicationTimes(list, timeZone, now);
  const xml = generateRssFeed({
    title: `${church}: sermons`,
    link,
    description,
    language: 'en-us',
    ...(address
      ? { atom: { links: [{ href: address, rel: 'self', type: 'application/rss+xml' }] } }
      : {}),
    ...(cover ? { image: { url: cover, title: `${church}: sermons`, link } } : {}),
    itunes: {
      author: church,
      explicit: false,
      block: !address,
      type: 'episodic',
      categories: [{ text: 'Religion & Spirituality', categories: [{ text: 'Christianity' }] }],
      ...(cover ? { image: cover } : {}),
      // oxlint-disable-next-line typescript/no-deprecated -- Apple reads it no more; by it other directories ask whether the feed is the church's
      ...(email ? { owner: { name: church, email } } : {}),
    },
    podcast: address
      ? { guid: nameId(address.replace(/^https?:\/\//, ''), namespace), medium: 'podcast' }
      : { blocks: [{ value: true }] },
    items: list.map(readableTexts).map((episode) => ({
      title: episode.title,
      description: episode.description,
      guid: { value: episode.id, isPermaLink: false },
      pubDate: published.get(episode.id)!,
      enclosures: [
        {
          url: audioAt(episode),
          length: Number(episode.size ?? 0),
          type: episode.type ?? typeOf(episode.audioUrl!),
        },
      ],
      itunes: {
        ...(episode.preacher ? { author: episode.preacher } : {}),
        duration: episode.seconds ?? episode.durationMinutes * 60,
        episodeType: 'full',
      },
      ...(episode.preacher
        ? { podcast: { persons: [{ display: episode.preacher, role: 'host' }] } }
        : {}),
    })),
  });
  return withoutIndentation(xml);
}

/** Milliseconds between the sermons of one date. */
const minute = 60_000;

/**
 * Decides which time each episode has in the feed. A sermon has a date and no time, but podcast apps order episodes by
 * their time and hide those of the future.
 * @param list by date and order of the day, the newest first
 * @param now no time is later
 * @returns by the id of the episode; each earlier than that of the episode before it in the list
 */
export function publicationTimes(
  list: readonly Episode[],
  timeZone: string,
  now: Date,
): Map<string, Date> {
  const times = new Map<string, Date>();
  let before = now.getTime() + 1_000;
  for (const episode of list) {
    const time = Math.min(ownTime(episode, timeZone, now).getTime(), before - 1_000);
    times.set(episode.id, new Date(time));
    before = time;
  }
  return times;
}

/**
 * Noon of its date for the first sermon of a date, a minute later for each further one. A sermon that was added on its
 * date before that time has the time at which it was added, and so has a sermon of a later date until that comes.
 */
function ownTime({ date, placeOfDay, createdAt }: Episode, timeZone: string, now: Date): Date {
  const noon = instantAt(`${date}T12:00:00`, timeZone).getTime() + (placeOfDay - 1) * minute;
  const midnight = instantAt(`${date}T00:00:00`, timeZone).getTime();
  const added = createdAt.getTime();
  const isAddedThatMorning = midnight <= added && added < noon;
  return new Date(isAddedThatMorning || noon > now.getTime() ? added : noon);
}

/** The library indents texts in CDATA sections, and readers take the white space for a part of the title. */
function withoutIndentation(xml: string): string {
  let isInside = false;
  const kept = xml.split(/(<!\[CDATA\[|\]\]>)/).map((part) => {
    if (part === (isInside ? ']]>' : '<![CDATA[')) {
      isInside = !isInside;
      return part;
    }
    return isInside ? part : onOneLine(part);
  });
  return kept.join('');
}

/** Tags without the line breaks and the spaces before them; line breaks within a text stay. */
function onOneLine(markup: string): string {
  const [first = '', ...lines] = markup.split('\n');
  const kept = lines.map((line, index) => {
    const rest = line.trimStart();
    const isBeforeTag = rest.startsWith('<') || (rest === '' && index === lines.length - 1);
    return isBeforeTag ? rest : `\n${line}`;
  });
  return first + kept.join('');
}

/** The same with all its texts fit for XML. */
function readableTexts<T extends Episode | Channel>(value: T): T {
  const texts = Object.entries(value).map(([key, one]: [string, unknown]) => [
    key,
    typeof one === 'string' ? withoutXmlControls(one) : one,
  ]);
  return Object.fromEntries(texts) as T;
}
