import { Body, Controller, Inject } from '@nestjs/common';
import { type PublicPodcast } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { audit, CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { readChurch } from './churches.js';
import { isFlagOn, writeFlag } from './settings.js';
import { churchUrl, Config } from '../ops/config.js';

/** Whether anybody may hear the sermons of the transaction's church. */
export const isPodcastOn = (tx: Tx): Promise<boolean> => isFlagOn(tx, 'publicPodcast');

/** Where everybody finds a church's podcast. Its slug never changes; a domain of its own may. */
export const podcastUrl = (config: Config, slug: string) =>
  `${churchUrl(config, slug)}/podcast.xml`;

/** The church's public podcast, which is off until its admin turns it on. */
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
