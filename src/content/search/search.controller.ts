import { Controller, Query } from '@nestjs/common';
import { may, screens, type SearchResult } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { searchUsers } from '../../identity/index.js';
import { findByWords } from '../content.sql.js';

/** of each kind */
const most = 5;

/** What somebody looks for by Ctrl-K: by words and their beginnings, among what they may open. */
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
      ...screens
        .filter(
          ({ action, title }) =>
            may(actor, action) &&
            words.every((word) =>
              title
                .toLowerCase()
                .split(/\W+/)
                .some((one) => one.startsWith(word)),
            ),
        )
        .slice(0, most)
        .map(({ kind = 'screen' as const, title, to }) => ({ kind, id: to, title, to })),
      ...(may(actor, 'member.list') ? await people(tx, q) : []),
      ...(await contents(tx, words)),
    ];
  }
}

async function people(tx: Tx, search: string): Promise<SearchResult[]> {
  const users = await searchUsers(tx, search, most);
  return users.map(({ id, firstName, lastName, email }) => ({
    kind: 'person',
    id,
    title: [firstName, lastName].join(' ') || email,
    to: `/admin/members?search=${encodeURIComponent(email)}`,
  }));
}

const kinds = [
  { kind: 'resource', page: '/resources' },
  { kind: 'sermon', page: '/sermons' },
  { kind: 'event', page: '/church-program' },
] as const;

/** By full text: the best of each kind first. What is not active is found by nobody: it is looked for where it is managed. */
async function contents(tx: Tx, words: string[]): Promise<SearchResult[]> {
  const wanted = words.map((word) => `${word}:*`).join(' & ');
  const found: SearchResult[] = [];
  for (const { kind, page } of kinds) {
    const rows = await findByWords[kind]!(tx, { words: wanted, limit: most });
    found.push(...rows.map(({ id, title }) => ({ kind, id, title, to: `${page}?open=${id}` })));
  }
  return found;
}
