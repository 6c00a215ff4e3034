import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { changePodcast, type PublicPodcast } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Allow, audit, CurrentActor, parse, type ChurchActor } from '#libs/http';
import { readChurch } from './churches.js';
import { isFlagOn, writeFlag } from './settings.js';
import { churchUrl, Config } from '../ops/config.js';

/** Whether anybody may hear the sermons of the transaction's church. */
export const isPodcastOn = (tx: Tx): Promise<boolean> => isFlagOn(tx, 'publicPodcast');

/** Where everybody finds a church's podcast. Its slug never changes; a domain of its own may. */
export const podcastUrl = (config: Config, slug: string) =>
  `${churchUrl(config, slug)}/podcast.xml`;

/** The church's public podcast, which is off until its admin turns it on. */
@Controller('api/church/podcast')
export class PodcastController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Get()
  @Allow('setting.manage')
  state(@CurrentActor() { organizationId }: ChurchActor): Promise<PublicPodcast> {
    return this.db.tenant(organizationId, (tx) => this.#state(tx));
  }

  @Put()
  @Allow('setting.manage')
  change(
    @CurrentActor() { id, organizationId }: ChurchActor,
    @Body() body: unknown,
  ): Promise<PublicPodcast> {
    const { isOn } = parse(changePodcast, body);
    return this.db.tenant(organizationId, async (tx) => {
      const hasChanged = await writeFlag(tx, 'publicPodcast', isOn);
      if (hasChanged) await audit(tx, id, isOn ? 'podcast-opened' : 'podcast-closed', {});
      return this.#state(tx);
    });
  }

  async #state(tx: Tx): Promise<PublicPodcast> {
    const { slug } = await readChurch(tx);
    return { isOn: await isPodcastOn(tx), url: podcastUrl(this.config, slug) };
  }
}
