import { Body, Controller, Inject } from '@nestjs/common';
import { type PublicPodcast } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { audit, CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { readChurch } from './churches.js';
import { isFlagOn, writeFlag } from './settings.js';
import { churchUrl, Config } from '../ops/config.js';

/** Whether the public podcast of the transaction's church is on. */
export const isPodcastOn = (tx: Tx): Promise<boolean> => isFlagOn(tx, 'publicPodcast');

/**
 * Returns the address of a church's public podcast. It uses the slug, because a custom domain may
 * change.
 */
export const podcastUrl = (config: Config, slug: string) =>
  `${churchUrl(config, slug)}/podcast.xml`;

/** Turns the public podcast of a church on and off. It is off at first. */
@Controller()
export class PodcastController {
  constructor(@Inject(Config) private readonly config: Config) {}

  @Route(routes.podcast.state)
  state(@ChurchTransaction() tx: Tx): Promise<PublicPodcast> {
    return this.#state(tx);
  }

  @Route(routes.podcast.change)
  async change(
    @CurrentActor() { id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<PublicPodcast> {
    const { isOn } = parse(routes.podcast.change.body, body);
    const hasChanged = await writeFlag(tx, 'publicPodcast', isOn);
    if (hasChanged) await audit(tx, id, isOn ? 'podcast-opened' : 'podcast-closed', {});
    return this.#state(tx);
  }

  async #state(tx: Tx): Promise<PublicPodcast> {
    const { slug } = await readChurch(tx);
    return { isOn: await isPodcastOn(tx), url: podcastUrl(this.config, slug) };
  }
}
