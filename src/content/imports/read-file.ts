import type * as Feeds from 'feedsmith';
import { resourceTypes, skillLevels, topics, type contentImportKinds } from '#libs/contracts';
import { todayIn } from '#libs/calendar';
import { CsvError, inspect, readRows } from '#libs/csv';
import { Refusal } from '#libs/workers';

export type ImportKind = (typeof contentImportKinds)[number];
/** A sermon or resource in a file. */
export interface FileItem {
  /** the number of the row in a spreadsheet, or of the entry in a feed */
  row: number;
  /** the values of the fields of its form */
  values: Record<string, unknown>;
}

/** The maximum number of items in a file. */
export const maxRows = 5_000;

/** The field of each column heading, in lower case and letters only. */
const columns: Record<string, string> = {
  title: 'title',
  name: 'title',
  description: 'description',
  summary: 'description',
  preacher: 'preacher',
  speaker: 'preacher',
  date: 'date',
  preachedon: 'date',
  duration: 'durationMinutes',
  durationminutes: 'durationMinutes',
  minutes: 'durationMinutes',
  video: 'videoUrl',
  videourl: 'videoUrl',
  audio: 'audioUrl',
  audiourl: 'audioUrl',
  thumbnail: 'thumbnailUrl',
  thumbnailurl: 'thumbnailUrl',
  picture: 'thumbnailUrl',
  tags: 'tags',
  type: 'resourceType',
  resourcetype: 'resourceType',
  skilllevel: 'skillLevel',
  level: 'skillLevel',
  topic: 'topic',
  content: 'content',
  text: 'content',
  article: 'articleUrl',
  articleurl: 'articleUrl',
  booktitle: 'bookTitle',
  bookauthor: 'bookAuthor',
  author: 'bookAuthor',
  isbn: 'bookIsbn',
  bookisbn: 'bookIsbn',
  bookpurchaseurl: 'bookPurchaseUrl',
};
const fieldsOf: Record<ImportKind, readonly string[]> = {
  sermons: [
    'title',
    'description',
    'preacher',
    'date',
    'durationMinutes',
    'videoUrl',
    'audioUrl',
    'thumbnailUrl',
    'tags',
  ],
  resources: [
    'title',
    'description',
    'resourceType',
    'skillLevel',
    'topic',
    'durationMinutes',
    'content',
    'videoUrl',
    'audioUrl',
    'articleUrl',
    'bookTitle',
    'bookAuthor',
    'bookIsbn',
    'bookPurchaseUrl',
    'thumbnailUrl',
    'tags',
  ],
};

/**
 * Reads a CSV file, or the feed of a podcast or a video channel (RSS, Atom).
 * @throws Refusal for a file that cannot be read
 */
export async function readItems(
  kind: ImportKind,
  bytes: Buffer,
  timeZone: string,
): Promise<FileItem[]> {
  const items = /^\s*(?:\ufeff)?</.test(bytes.subarray(0, 200).toString('utf8'))
    ? await readFeed(kind, bytes.toString('utf8'), timeZone)
    : await readCsv(kind, bytes);
  if (items.length > maxRows)
    throw new Refusal(`Please import at most ${maxRows.toLocaleString('en-US')} at once.`);
  if (items.length === 0) throw new Refusal('There is nothing in this file.');
  return items;
}

async function readCsv(kind: ImportKind, bytes: Buffer): Promise<FileItem[]> {
  try {
    const { encoding, delimiter, headerRow, header } = inspect(bytes, true);
    const fields = header
      .map((cell) => columns[cell.toLowerCase().replace(/[^a-z]/g, '')])
      .map((field) => (field && fieldsOf[kind].includes(field) ? field : undefined));
    if (!fields.includes('title'))
      throw new Refusal(
        `The file needs the column “title”; there may be: ${fieldsOf[kind].slice(1).join(', ')}.`,
      );
    const items: FileItem[] = [];
    for await (const rows of readRows(oneChunk(bytes), { encoding, delimiter, headerRow })) {
      for (const { row, cells } of rows) {
        const values: Record<string, unknown> = {};
        for (const [index, field] of fields.entries()) {
          const cell = cells[index]?.trim();
          if (field && cell) values[field] ??= valueOf(field, cell);
        }
        items.push({ row, values });
        if (items.length > maxRows) return items;
      }
    }
    return items;
  } catch (error) {
    throw error instanceof CsvError ? new Refusal(error.message) : error;
  }
}

function valueOf(field: string, cell: string): unknown {
  if (field === 'durationMinutes') return minutesOf(cell) ?? cell;
  if (field === 'tags')
    return cell
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter(Boolean);
  const choices = { resourceType: resourceTypes, skillLevel: skillLevels, topic: topics }[field] as
    | readonly string[]
    | undefined;
  return choices
    ? (choices.find((choice) => choice === cell.toLowerCase().replace(/\s+/g, '-')) ?? cell)
    : cell;
}

/** Reads a duration such as `45`, `0:45:10` or `45:10`. Returns null for any other text. */
function minutesOf(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,3}):(\d\d)$/.exec(text) ?? [];
  return minutes === undefined
    ? null
    : Math.max(1, Math.round(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60));
}

/** An entry of a feed. */
interface Entry {
  title?: string | undefined;
  description?: string | undefined;
  date?: string | undefined;
  link?: string | undefined;
  audio?: string | undefined;
  picture?: string | undefined;
  preacher?: string | undefined;
  seconds?: number | undefined;
}

async function readFeed(kind: ImportKind, text: string, timeZone: string): Promise<FileItem[]> {
  const { parseFeed } = await import('feedsmith');
  return entriesOf(text, parseFeed)
    .slice(0, maxRows + 1)
    .map((entry, index) => ({ row: index + 1, values: valuesOf(entry, kind, timeZone) }));
}

function valuesOf(entry: Entry, kind: ImportKind, timeZone: string): Record<string, unknown> {
  const { date, link, audio, picture, preacher, seconds } = entry;
  const published = date === undefined ? null : new Date(date);
  const isValid = published !== null && !Number.isNaN(published.getTime());
  const day = isValid ? todayIn(timeZone, published) : undefined;
  const video = audio ? undefined : link;
  return {
    title: withoutMarkup(entry.title ?? '').slice(0, 255),
    description: descriptionOf(entry, day),
    ...(seconds ? { durationMinutes: Math.max(1, Math.round(seconds / 60)) } : {}),
    ...(video ? { videoUrl: video } : {}),
    ...(audio ? { audioUrl: audio } : {}),
    ...(picture ? { thumbnailUrl: picture } : {}),
    ...(kind === 'sermons'
      ? { ...(day ? { date: day } : {}), ...(preacher ? { preacher } : {}) }
      : { resourceType: audio ? 'audio' : 'video' }),
  };
}

/**
 * Returns the description of an entry. Adds to a short one what the entry is and where it is from.
 */
function descriptionOf({ title, description }: Entry, day: string | undefined): string {
  const text = withoutMarkup(description ?? '');
  const complete =
    text.length >= 10
      ? text
      : `${text} ${withoutMarkup(title ?? '')}, from ${day ?? 'a feed'}.`.trim();
  return complete.slice(0, 5_000);
}

/** @throws Refusal for a file that is no feed */
function entriesOf(text: string, parseFeed: typeof Feeds.parseFeed): Entry[] {
  let read: ReturnType<typeof parseFeed>;
  try {
    read = parseFeed(text);
  } catch {
    throw new Refusal(
      'This file is neither CSV nor the feed of a podcast or a video channel (RSS, Atom).',
    );
  }
  if (read.format === 'rss') return (read.feed.items ?? []).map(rssEntry);
  if (read.format === 'atom') return (read.feed.entries ?? []).map(atomEntry);
  throw new Refusal(
    'This feed is of a kind that is not read here. Please give one in RSS or Atom.',
  );
}

type Feed = ReturnType<typeof Feeds.parseFeed>;
type RssItem = NonNullable<Extract<Feed, { format: 'rss' }>['feed']['items']>[number];
type AtomEntry = NonNullable<Extract<Feed, { format: 'atom' }>['feed']['entries']>[number];

const rssEntry = (item: RssItem): Entry => ({
  title: item.title,
  description: item.description ?? item.content?.encoded,
  date: textOf(item.pubDate),
  link: item.link,
  audio: item.enclosures?.find(({ type }) => type?.startsWith('audio/'))?.url,
  picture: item.itunes?.image ?? item.media?.thumbnails?.[0]?.url,
  preacher: item.itunes?.author,
  seconds: item.itunes?.duration,
});

function atomEntry(entry: AtomEntry): Entry {
  const media = entry.media?.groups?.[0];
  return {
    title: textOf(entry.title),
    description: textOf(media?.description ?? entry.summary ?? entry.content),
    date: textOf(entry.published ?? entry.updated),
    link: entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href,
    picture: media?.thumbnails?.[0]?.url,
    preacher: entry.authors?.[0]?.name,
  };
}

/** Returns a text, or the text of an element with attributes. */
function textOf(text: unknown): string | undefined {
  if (typeof text === 'string') return text;
  const isElement = typeof text === 'object' && text !== null && 'value' in text;
  return isElement && typeof text.value === 'string' ? text.value : undefined;
}

/**
 * How many characters of a description's HTML are read. 5,000 characters of its text are stored.
 */
const maxHtml = 100_000;

/** Removes the markup of HTML. */
const withoutMarkup = (html: string) =>
  html
    .slice(0, maxHtml)
    .replace(/<(br|\/p|\/div|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(
      /&(amp|lt|gt|quot|apos|nbsp|#39);/g,
      (_, name: string) =>
        ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: '’', nbsp: ' ', '#39': '’' })[name]!,
    )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n\s*\n\s*/g, '\n\n')
    .trim();

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}
