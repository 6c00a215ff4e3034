import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import { HostChurch, isKnownVersion, notFound, OwnTransaction, pathId, Route } from '#libs/http';
import { coverKey, coverOf } from '#libs/images';
import { churchUrl, Config } from '../../ops/config.js';
import {
  coverPicture,
  isPodcastOn,
  isServed,
  podcastUrl,
  readChurch,
  type HostChurch as Church,
} from '../../tenancy/index.js';
import { Files } from '../files/files.js';
import { sendFile } from '../files/files.controller.js';
import { readSermonAudio } from './feeds.sql.js';
import { episodes, podcastOf, type Episode } from './podcast.js';
import { sendFeed } from './send-feed.js';

/** may be kept, and asked about each time: what is switched off is gone at once */
const cacheControl = 'public, no-cache';

/**
 * The one podcast of a church that is for everybody, on the church's own host, where its admin has switched it on: its
 * active sermons, and their recordings by the sermons' ids. No other file has an address here.
 */
@Controller()
@OwnTransaction()
export class PublicPodcastController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Files) private readonly files: Files,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Route(routes.publicPodcast.feed)
  async feed(
    @HostChurch() host: Church | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const text = await this.#for(host, async (tx, { slug }) => {
      const { name: church, email, timeZone } = await readChurch(tx);
      const picture = await coverPicture(tx);
      const home = churchUrl(this.config, slug);
      const audioAt = ({ id, fileId, type, audioUrl }: Episode) =>
        fileId ? `${home}/podcast/${id}/sermon.${endings[type!] ?? 'mp3'}` : audioUrl!;
      return podcastOf(await episodes(tx), {
        church,
        description: `Sermons of ${church}.`,
        link: home,
        timeZone,
        now: new Date(),
        audioAt,
        email,
        address: podcastUrl(this.config, slug),
        ...(picture ? { cover: `${home}/podcast/cover/${picture.id}.jpg` } : {}),
      });
    });
    await sendFeed(request, forEverybody(reply), text, {
      type: 'application/rss+xml',
      cacheControl,
    });
  }

  /** `name`: the picture's id, so that another picture has another address, and the ending that directories ask for. */
  @Route(routes.publicPodcast.cover)
  async cover(
    @HostChurch() host: Church | null,
    @Param('name') name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const picture = await this.#for(host, async (tx) => {
      const current = await coverPicture(tx);
      if (!current || name !== `${current.id}.jpg`) throw notFound();
      return current;
    });
    const etag = `"${picture.id}-${coverKey}"`;
    void forEverybody(reply).header('etag', etag).header('cache-control', cacheControl);
    if (isKnownVersion(request.headers['if-none-match'], etag)) return reply.status(304).send();
    const bytes = await coverOf(this.db, host!.id, picture);
    if (!bytes) throw notFound();
    await reply
      .header('content-type', 'image/jpeg')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes);
  }

  /** `name` is for programs that look at an address's ending. */
  @Route(routes.publicPodcast.audio)
  async audio(
    @HostChurch() host: Church | null,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.#for(host, async (tx) => {
      const [row] = await readSermonAudio(tx, { sermonId: pathId(id) });
      if (!row) throw notFound();
      return row;
    });
    await sendFile(request, forEverybody(reply), this.files.store, file, cacheControl);
  }

  /** @throws HttpError 404 on a host of no church, or of one that shows no podcast (any more) */
  async #for<T>(host: Church | null, work: (tx: Tx, church: Church) => Promise<T>): Promise<T> {
    if (!host) throw notFound();
    return this.db.tenant(host.id, async (tx) => {
      if (!(await isPodcastOn(tx)) || !(await isServed(tx))) throw notFound();
      return work(tx, host);
    });
  }
}

const endings: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
};

/** Players on other sites may use it: nobody's sign-in has to do with it. */
const forEverybody = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*');
