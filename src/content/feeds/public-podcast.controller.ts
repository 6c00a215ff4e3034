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
import { readEpisodes, generatePodcast, type Episode } from './podcast.js';
import { sendFeed } from './send-feed.js';

/** Caches must ask for each request, so that a podcast that was turned off is gone immediately. */
const cacheControl = 'public, no-cache';

/**
 * Serves the public podcast of a church on the church's own host, if an admin has turned it on. It
 * contains the active sermons. Their recordings have the addresses of the sermons' ids; other files
 * cannot be reached.
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
      const audioUrlOf = ({ id, fileId, type, audioUrl }: Episode) =>
        fileId ? `${home}/podcast/${id}/sermon.${endings[type!] ?? 'mp3'}` : audioUrl!;
      return generatePodcast(await readEpisodes(tx), {
        church,
        description: `Sermons of ${church}.`,
        link: home,
        timeZone,
        now: new Date(),
        audioUrlOf,
        email,
        address: podcastUrl(this.config, slug),
        ...(picture ? { cover: `${home}/podcast/cover/${picture.id}.jpg` } : {}),
      });
    });
    await sendFeed(request, allowAllOrigins(reply), text, {
      type: 'application/rss+xml',
      cacheControl,
    });
  }

  /**
   * Serves the cover.
   * @param name the id of the picture, so that another picture has another address, with the file
   * extension that podcast directories require
   */
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
    void allowAllOrigins(reply).header('etag', etag).header('cache-control', cacheControl);
    if (isKnownVersion(request.headers['if-none-match'], etag)) return reply.status(304).send();
    const bytes = await coverOf(this.db, host!.id, picture);
    if (!bytes) throw notFound();
    await reply
      .header('content-type', 'image/jpeg')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes);
  }

  /** Serves a recording. The path ends with a file name for programs that check its extension. */
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
    await sendFile(request, allowAllOrigins(reply), this.files.store, file, cacheControl);
  }

  /**
   * Runs work in a transaction of the host's church.
   * @throws HttpError 404 if the host belongs to no church, or if the church has no public podcast
   */
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

/** Lets players on other sites use an answer, which does not depend on a sign-in. */
const allowAllOrigins = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*');
