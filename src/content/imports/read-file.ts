import type * as Feeds from 'feedsmith';
import { resourceTypes, skillLevels, topics, type contentImportKinds } from '#libs/contracts';
import { todayIn } from '#libs/calendar';
import { CsvError, inspect, readRows } from '#libs/csv';
import { Refusal } from '#libs/workers';

export type ImportKind = (typeof contentImportKinds)[number];
/** One thing of a file, in the fields of its form; `row`: as a spreadsheet counts, or the entry of a feed. */
export interface FileThing {
  row: number;
  values: Record<string, unknown>;
}

export const mostRows = 5_000;

/** What columns are called, without case, blanks and signs. */
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
 * What a CSV file, or the feed of a podcast or a video channel (RSS, Atom), holds.
 * @throws Refusal for a file that cannot be read
 */
export async function readThings(
  kind: ImportKind,
  bytes: Buffer,
  timeZone: string,
): Promise<FileThing[]> {
  const things = /^\s*(?:\ufeff)?</.test(bytes.subarray(0, 200).toString('utf8'))
    ? await readFeed(kind, bytes.toString('utf8'), timeZone)
    : await readCsv(kind, bytes);
  if (things.length > mostRows)
    throw new Refusal(`Please import at most ${mostRows.toLocaleString('en-US')} at once.`);
  if (things.length === 0) throw new Refusal('There is nothing in this file.');
  return things;
}

async function readCsv(kind: ImportKind, bytes: Buffer): Promise<FileThing[]> {
  try {
    const { encoding, delimiter, headerRow, header } = inspect(bytes, true);
    const fields = header
      .map((cell) => columns[cell.toLowerCase().replace(/[^a-z]/g, '')])
      .map((field) => (field && fieldsOf[kind].includes(field) ? field : undefined));
    if (!fields.includes('title'))
      throw new Refusal(
        `The file needs the column “title”; there may be: ${fieldsOf[kind].slice(1).join(', ')}.`,
      );
    const things: FileThing[] = [];
    for await (const rows of readRows(only(bytes), { encoding, delimiter, headerRow })) {
      for (const { row, cells } of rows) {
        const values: Record<string, unknown> = {};
        for (const [index, field] of fields.entries()) {
          const cell = cells[index]?.trim();
          if (field && cell) values[field] ??= valueOf(field, cell);
        }
        things.push({ row, values });
        if (things.length > mostRows) return things;
      }
    }
    return things;
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

/** `45`, `0:45:10`, `45:10` */
function minutesOf(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,3}):(\d\d)$/.exec(text) ?? [];
  return minutes === undefined
    ? null
    : Math.max(1, Math.round(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60));
}

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

async function readFeed(kind: ImportKind, text: string, timeZone: string): Promise<FileThing[]> {
  return entriesOf(text, (await import('feedsmith')).parseFeed)
    .slice(0, mostRows + 1)
    .map(({ title, description, date, link, audio, picture, preacher, seconds }, index) => {
      const moment = date === undefined ? null : new Date(date);
      const day = moment && !Number.isNaN(moment.getTime()) ? todayIn(timeZone, moment) : undefined;
      const words = plain(description ?? '');
      const video = audio ? undefined : link;
      return {
        row: index + 1,
        values: {
          title: plain(title ?? '').slice(0, 255),
          description: (words.length >= 10
            ? words
            : `${words} ${plain(title ?? '')}, from ${day ?? 'a feed'}.`.trim()
          ).slice(0, 5_000),
          ...(seconds ? { durationMinutes: Math.max(1, Math.round(seconds / 60)) } : {}),
          ...(video ? { videoUrl: video } : {}),
          ...(audio ? { audioUrl: audio } : {}),
          ...(picture ? { thumbnailUrl: picture } : {}),
          ...(kind === 'sermons'
            ? { ...(day ? { date: day } : {}), ...(preacher ? { preacher } : {}) }
            : { resourceType: audio ? 'audio' : 'video' }),
        },
      };
    });
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
  if (read.format === 'rss') {
    return (read.feed.items ?? []).map((item) => ({
      title: item.title,
      description: item.description ?? item.content?.encoded,
      date: textOf(item.pubDate),
      link: item.link,
      audio: item.enclosures?.find(({ type }) => type?.startsWith('audio/'))?.url,
      picture: item.itunes?.image ?? item.media?.thumbnails?.[0]?.url,
      preacher: item.itunes?.author,
      seconds: item.itunes?.duration,
    }));
  }
  if (read.format === 'atom') {
    return (read.feed.entries ?? []).map((entry) => {
      const media = entry.media?.groups?.[0];
      return {
        title: textOf(entry.title),
        description: textOf(media?.description ?? entry.summary ?? entry.content),
        date: textOf(entry.published ?? entry.updated),
        link: entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href,
        picture: media?.thumbnails?.[0]?.url,
        preacher: entry.authors?.[0]?.name,
      };
    });
  }
  throw new Refusal(
    'This feed is of a kind that is not read here. Please give one in RSS or Atom.',
  );
}

const textOf = (text: unknown): string | undefined =>
  typeof text === 'string'
    ? text
    : typeof text === 'object' && text !== null && 'value' in text && typeof text.value === 'string'
      ? text.value
      : undefined;

/** Characters of a description's markup that are read; 5,000 of its text are kept. */
const maxHtml = 100_000;

/** Words without markup: what a feed brings is text here. */
const plain = (html: string) =>
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

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}
