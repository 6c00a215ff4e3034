import { v5 as nameId } from 'uuid';
import { instantAt } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { withoutXmlControls } from '../plain-text.js';
import { listEpisodes } from './feeds.sql.js';

/** The maximum number of sermons in a feed. */
const maxEpisodes = 300;
/** The UUID namespace that the podcast namespace defines for the ids of feeds (`podcast:guid`). */
const namespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

/** An active sermon with a recording: a file of the church, or a file on another server. */
export type Episode = Awaited<ReturnType<typeof readEpisodes>>[number];

export const readEpisodes = (tx: Tx) => listEpisodes(tx, { limit: maxEpisodes });

/** The facts about a podcast. */
interface Channel {
  church: string;
  description: string;
  /** the page that the podcast belongs to */
  link: string;
  timeZone: string;
  now: Date;
  /** Returns the address of a recording in this feed. */
  audioUrlOf: (episode: Episode) => string;
  /** the email address of the church; null: none */
  email: string | null;
  /** the address of the cover, a square JPEG */
  cover?: string;
  /**
   * the public address of the feed; undefined for a user's own feed, which directories must not
   * list
   */
  address?: string;
}

/** The media types of file extensions, for recordings on other servers. */
const mediaTypes: Record<string, string> = {
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
  mediaTypes[/\.(\w+)$/.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? ''] ?? 'audio/mpeg';

/** Returns a podcast as RSS 2.0 with the tags of iTunes and of the podcast namespace. */
export async function generatePodcast(list: Episode[], channel: Channel): Promise<string> {
  const { church, description, link, timeZone, now, audioUrlOf, email, cover, address } =
    withValidTexts(channel);
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
      // Apple no longer reads the owner. Other directories use it to verify that the church owns
      // the feed.
      // oxlint-disable-next-line typescript/no-deprecated
      ...(email ? { owner: { name: church, email } } : {}),
    },
    podcast: address
      ? { guid: nameId(address.replace(/^https?:\/\//, ''), namespace), medium: 'podcast' }
      : { blocks: [{ value: true }] },
    items: list.map(withValidTexts).map((episode) => ({
      ...describeEpisode(episode),
      pubDate: published.get(episode.id)!,
      enclosures: [describeRecording(episode, audioUrlOf(episode))],
    })),
  });
  return withoutIndentation(xml);
}

const describeRecording = ({ size, type, audioUrl }: Episode, url: string) => ({
  url,
  length: Number(size ?? 0),
  type: type ?? typeOf(audioUrl!),
});

/** Returns the item of an episode without its time and its recording. */
const describeEpisode = ({
  id,
  title,
  description,
  preacher,
  seconds,
  durationMinutes,
}: Episode) => ({
  title,
  description,
  guid: { value: id, isPermaLink: false },
  itunes: {
    ...(preacher ? { author: preacher } : {}),
    duration: seconds ?? durationMinutes * 60,
    episodeType: 'full' as const,
  },
  ...(preacher ? { podcast: { persons: [{ display: preacher, role: 'host' }] } } : {}),
});

/** Milliseconds between the sermons of one date. */
const timeBetweenSermons = 60_000;

/**
 * Decides which time each episode has in the feed. A sermon has a date but no time, and podcast
 * apps order episodes by time and hide future ones.
 * @param list the newest first, ordered by date and by `placeOfDay`
 * @param now no returned time is later
 * @returns the times by the id of the episode, in descending order and without equal times
 */
export function publicationTimes(
  list: readonly Episode[],
  timeZone: string,
  now: Date,
): Map<string, Date> {
  const times = new Map<string, Date>();
  let previousTime = now.getTime() + 1_000;
  for (const episode of list) {
    const time = Math.min(ownTime(episode, timeZone, now).getTime(), previousTime - 1_000);
    times.set(episode.id, new Date(time));
    previousTime = time;
  }
  return times;
}

/**
 * Returns the time of a sermon: noon of its date, or a minute later for each further sermon of the
 * date. If the sermon was added on its date before that time, or if that time is in the future,
 * returns the time at which the sermon was added.
 */
function ownTime({ date, placeOfDay, createdAt }: Episode, timeZone: string, now: Date): Date {
  const noon =
    instantAt(`${date}T12:00:00`, timeZone).getTime() + (placeOfDay - 1) * timeBetweenSermons;
  const midnight = instantAt(`${date}T00:00:00`, timeZone).getTime();
  const addedAt = createdAt.getTime();
  const isAddedThatMorning = midnight <= addedAt && addedAt < noon;
  return new Date(isAddedThatMorning || noon > now.getTime() ? addedAt : noon);
}

/**
 * Removes the indentation that the library adds around CDATA sections. Podcast apps would show it
 * as part of the title.
 */
function withoutIndentation(xml: string): string {
  let isInside = false;
  const parts = xml.split(/(<!\[CDATA\[|\]\]>)/).map((part) => {
    if (part === (isInside ? ']]>' : '<![CDATA[')) {
      isInside = !isInside;
      return part;
    }
    return isInside ? part : onOneLine(part);
  });
  return parts.join('');
}

/** Removes the line breaks and spaces before tags. Keeps line breaks within texts. */
function onOneLine(markup: string): string {
  const [first = '', ...lines] = markup.split('\n');
  const keptLines = lines.map((line, index) => {
    const trimmedLine = line.trimStart();
    const isBeforeTag =
      trimmedLine.startsWith('<') || (trimmedLine === '' && index === lines.length - 1);
    return isBeforeTag ? trimmedLine : `\n${line}`;
  });
  return first + keptLines.join('');
}

/** Removes the characters that XML forbids from all texts. */
function withValidTexts<T extends Episode | Channel>(value: T): T {
  const entries = Object.entries(value).map(([key, property]: [string, unknown]) => [
    key,
    typeof property === 'string' ? withoutXmlControls(property) : property,
  ]);
  return Object.fromEntries(entries) as T;
}
