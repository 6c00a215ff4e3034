import { v5 as nameId } from 'uuid';
import { instantAt } from '#libs/calendar';
import type { Tx } from '#libs/database';
import { withoutXmlControls } from '../plain-text.js';

/** how many sermons a feed holds */
const most = 300;
/** The podcast namespace's own, for the ids of feeds. */
const namespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

/** An active sermon with a recording: a file of the church's, or one that lies elsewhere. */
export interface Episode {
  id: string;
  title: string;
  description: string;
  preacher: string | null;
  date: string;
  durationMinutes: number;
  audioUrl: string | null;
  fileId: string | null;
  size: bigint | null;
  type: string | null;
  seconds: number | null;
}

export const episodes = (tx: Tx): Promise<Episode[]> =>
  tx.sql<Episode>(
    `select s.id, s.title, s.description, s.preacher, s.date::text as date, s.duration_minutes as "durationMinutes", s.audio_url as "audioUrl",
            f.id as "fileId", f.size, f.content_type as type, f.duration_seconds as seconds
       from sermon s left join content_file f on f.organization_id = $1 and f.id = s.file_id
      where s.organization_id = $1 and s.is_active and (f.id is not null or s.audio_url is not null) order by s.date desc, s.id desc limit ${most}`,
    [tx.organizationId],
  );

interface Channel {
  church: string;
  description: string;
  /** the page that the podcast belongs to */
  link: string;
  timeZone: string;
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
  const { church, description, link, timeZone, audioAt, email, cover, address } =
    readableTexts(channel);
  const { generateRssFeed } = await import('feedsmith');
  return generateRssFeed({
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
      pubDate: instantAt(`${episode.date}T12:00:00`, timeZone),
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
}

/** The same with all its texts fit for XML. */
function readableTexts<T extends Episode | Channel>(value: T): T {
  const texts = Object.entries(value).map(([key, one]: [string, unknown]) => [
    key,
    typeof one === 'string' ? withoutXmlControls(one) : one,
  ]);
  return Object.fromEntries(texts) as T;
}
