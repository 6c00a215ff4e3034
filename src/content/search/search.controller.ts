import { Controller, Query } from '@nestjs/common';
import { may, screens, type SearchResult } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { searchUsers } from '../../identity/index.js';
import { findByReading, findByWords } from '../content.sql.js';

/** The maximum number of results of each kind. */
const maxResults = 5;

/**
 * Searches screens, people and content for words and beginnings of words (Ctrl-K). Returns only
 * what the user may open.
 */
@Controller()
export class SearchController {
  @Route(routes.search.search)
  async search(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
  ): Promise<SearchResult[]> {
    const { q } = parse(routes.search.search.query, query);
    const words =
      q
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.slice(0, 8) ?? [];
    if (words.length === 0) return Promise.resolve([]);
    return [
      ...findScreens(actor, words),
      ...(may(actor, 'member.list') ? await findPeople(tx, q) : []),
      ...(await findContent(tx, words)),
    ];
  }
}

function findScreens(actor: ChurchActor, words: readonly string[]): SearchResult[] {
  return screens
    .filter(({ action, title }) => may(actor, action) && hasWords(title, words))
    .slice(0, maxResults)
    .map(({ kind = 'screen' as const, title, to }) => ({ kind, id: to, title, to }));
}

/** Returns whether each of the words begins a word of the title. */
function hasWords(title: string, words: readonly string[]): boolean {
  const titleWords = title.toLowerCase().split(/\W+/);
  return words.every((word) => titleWords.some((titleWord) => titleWord.startsWith(word)));
}

async function findPeople(tx: Tx, search: string): Promise<SearchResult[]> {
  const users = await searchUsers(tx, search, maxResults);
  return users.map(({ id, firstName, lastName, email }) => ({
    kind: 'person',
    id,
    title: [firstName, lastName].join(' ') || email,
    to: `/admin/members?search=${encodeURIComponent(email)}`,
  }));
}

interface FoundItem {
  id: string;
  title: string;
}

/** A kind of content that is searched. */
interface SearchedKind {
  kind: SearchResult['kind'];
  find: (tx: Tx, values: { words: string; limit: number }) => Promise<FoundItem[]>;
  /** Returns the path at which members read an item. */
  pathOf: (item: FoundItem) => string;
}

const kinds: readonly SearchedKind[] = [
  { kind: 'resource', find: findByWords.resource!, pathOf: ({ id }) => `/resources?open=${id}` },
  { kind: 'sermon', find: findByWords.sermon!, pathOf: ({ id }) => `/sermons?open=${id}` },
  { kind: 'event', find: findByWords.event!, pathOf: ({ id }) => `/church-program?open=${id}` },
  {
    kind: 'nugget',
    find: findByReading.nugget,
    pathOf: ({ title }) => `/nuggets?q=${encodeURIComponent(title)}`,
  },
  {
    kind: 'announcement',
    find: findByReading.announcement,
    pathOf: ({ id }) => `/?announcement=${id}`,
  },
  { kind: 'study', find: findByReading.study, pathOf: ({ id }) => `/resources?study=${id}` },
  {
    kind: 'brother',
    find: findByReading.brothers,
    pathOf: ({ id }) => `/brothers-in-christ?open=${id}`,
  },
];

/**
 * Searches content by full text, the best matches of each kind first. Inactive content is found
 * only on the screens on which it is managed.
 */
async function findContent(tx: Tx, words: string[]): Promise<SearchResult[]> {
  const query = words.map((word) => `${word}:*`).join(' & ');
  const results: SearchResult[] = [];
  for (const { kind, find, pathOf } of kinds) {
    const items = await find(tx, { words: query, limit: maxResults });
    results.push(...items.map((item) => ({ kind, ...item, to: pathOf(item) })));
  }
  return results;
}
