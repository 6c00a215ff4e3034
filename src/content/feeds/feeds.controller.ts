import { createHash, randomBytes } from 'node:crypto';
import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { feedKinds, type Feed, type FeedKind } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  audit,
  CurrentActor,
  notFound,
  OwnTransaction,
  parse,
  pathId,
  RateLimiter,
  type ChurchActor,
  Route,
} from '#libs/http';
import { findUsers } from '../../identity/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import { type ChurchRecord, readChurch } from '../../tenancy/index.js';
import { calendarOf } from '../events/calendar.js';
import { EventEntity } from '../events/event.entity.js';
import { sendFile } from '../files/files.controller.js';
import { Files } from '../files/files.js';
import { deleteFeed, readRecording, saveFeed } from './feeds.sql.js';
import { generatePodcast, readEpisodes } from './podcast.js';
import { sendFeed } from './send-feed.js';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const fileExtensions: Record<FeedKind, string> = { calendar: 'ics', podcast: 'xml' };
/** How many feeds one user may create in an hour. */
const hourlyFeeds = 20;
/** Programs may keep a feed for 15 minutes. */
const cacheControl = 'private, max-age=900';
/** The maximum number of events in a calendar. */
const maxEvents = 300;

/** The user to whom a feed belongs. */
interface Reader {
  organizationId: string;
  userId: string;
}

/**
 * Serves the list of the user's feeds. A feed has a secret address for programs that cannot sign
 * in.
 */
@Controller()
@OwnTransaction()
export class OwnFeedsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Route(routes.ownFeeds.list)
  list(@CurrentActor() { id, organizationId }: ChurchActor): Promise<Feed[]> {
    return this.db.platform(async (tx) => {
      const rows = await tx.query
        .selectFrom('feed')
        .select(['kind', 'createdAt'])
        .where('organizationId', '=', organizationId)
        .where('userId', '=', id)
        .orderBy('kind')
        .execute();
      return rows.map(({ kind, createdAt }) => ({
        kind: kind as FeedKind,
        createdAt: createdAt.toISOString(),
      }));
    });
  }

  /**
   * Creates a feed. If the user has one of this kind already, its old address becomes invalid.
   * @throws HttpError 429 after 20 feeds in an hour
   */
  @Route(routes.ownFeeds.make)
  async make(
    @CurrentActor() { id, organizationId }: ChurchActor,
    @Body() body: unknown,
  ): Promise<{ url: string }> {
    const { kind } = parse(routes.ownFeeds.make.body, body);
    await this.rateLimiter.countUpTo(`feeds:${id}`, hourlyFeeds);
    const secret = randomBytes(16).toString('base64url');
    await this.db.platform((tx) =>
      saveFeed(tx, { secretHash: hashOf(secret), kind, organizationId, userId: id }),
    );
    await this.db.tenant(organizationId, (tx) => audit(tx, id, 'feed-made', { kind }));
    return { url: `${baseUrl(this.config)}/feeds/${secret}.${fileExtensions[kind]}` };
  }

  @Route(routes.ownFeeds.end)
  async end(
    @CurrentActor() { id, organizationId }: ChurchActor,
    @Param('kind') kind: string,
  ): Promise<void> {
    const feedKind = feedKinds.find((validKind) => validKind === kind);
    const deleted = feedKind
      ? await this.db.platform((tx) =>
          deleteFeed.count(tx, { kind: feedKind, organizationId, userId: id }),
        )
      : 0;
    if (deleted === 0) throw notFound('This feed');
    await this.db.tenant(organizationId, (tx) => audit(tx, id, 'feed-ended', { kind: feedKind }));
  }
}

/**
 * Serves feeds, and the audio in them, at their secret addresses, as long as the user to whom a
 * feed belongs may use the portal.
 */
@Controller()
@OwnTransaction()
export class FeedsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Files) private readonly files: Files,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Route(routes.feeds.calendar)
  async calendar(
    @Param('secret') secret: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const text = await this.#for(secret, 'calendar', async (tx, { organizationId }, church) => {
      const newestFirst = { orderBy: { date: 'desc' }, limit: maxEvents } as const;
      const events = await tx.em.find(EventEntity, { organizationId, isActive: true }, newestFirst);
      // Some programs delete their copy of an event only if the feed says that it is canceled.
      const deleted = { organizationId, wasActive: true };
      const deletedEvents = await tx.em.find(EventEntity, deleted, newestFirst);
      return calendarOf([...events, ...deletedEvents], church.timeZone, church.name);
    });
    await sendFeed(request, reply, text, { type: 'text/calendar', cacheControl });
  }

  @Route(routes.feeds.podcast)
  async podcast(
    @Param('secret') secret: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const text = await this.#for(
      secret,
      'podcast',
      async (tx, _reader, { name: church, email, timeZone }) => {
        const home = baseUrl(this.config);
        const episodes = await readEpisodes(tx);
        const ownRecordings = episodes.filter(({ fileId }) => fileId !== null);
        return generatePodcast(ownRecordings, {
          church,
          description: `Sermons of ${church}. This address is yours alone.`,
          link: `${home}/sermons`,
          timeZone,
          now: new Date(),
          email,
          audioUrlOf: ({ fileId }) => `${home}/feeds/${secret}/${fileId!}`,
        });
      },
    );
    await sendFeed(request, reply, text, { type: 'application/rss+xml', cacheControl });
  }

  @Route(routes.feeds.audio)
  async audio(
    @Param('secret') secret: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.#for(secret, 'podcast', async (tx) => {
      const [row] = await readRecording(tx, { fileId: pathId(id) });
      if (!row) throw notFound();
      return row;
    });
    await sendFile(request, reply, this.files.store, file);
  }

  /**
   * Runs work for the user to whom a feed belongs, in a transaction of the user's church.
   * @throws HttpError 404 if there is no feed with the secret, or if the user or the church may no
   * longer use the portal
   */
  async #for<T>(
    secret: string,
    kind: FeedKind,
    work: (tx: Tx, reader: Reader, church: ChurchRecord) => Promise<T>,
  ): Promise<T> {
    const reader = await this.db.platform((tx) =>
      tx.query
        .selectFrom('feed')
        .select(['organizationId', 'userId'])
        .where('secretHash', '=', hashOf(secret))
        .where('kind', '=', kind)
        .executeTakeFirst(),
    );
    if (!reader) throw notFound();
    return this.db.tenant(reader.organizationId, async (tx) => {
      const church = await readChurch(tx);
      const [user] = await findUsers(tx, [reader.userId]);
      const isMember = user?.isApproved && !user.isSuspended && !user.isRemoved;
      if (!isMember || !church.isActive) throw notFound();
      return work(tx, reader, church);
    });
  }
}
