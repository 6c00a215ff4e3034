import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { changePodcast, type PublicPodcast } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Allow, audit, CurrentActor, newId, parse, type ChurchActor } from '#libs/http';
import { churchUrl, Config } from '../ops/config.js';

const key = 'publicPodcast';

/** Whether anybody may hear the sermons of the transaction's church. */
export async function isPodcastOn(tx: Tx): Promise<boolean> {
  const rows = await tx.sql('select 1 from site_setting where organization_id = $1 and key = $2', [
    tx.organizationId,
    key,
  ]);
  return rows.length > 0;
}

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
      const changed = isOn
        ? await tx.sql(
            `insert into site_setting (organization_id, id, key, value) values ($1, $2, $3, 'on') on conflict (organization_id, key) do nothing returning 1`,
            [organizationId, newId(), key],
          )
        : await tx.sql(
            'delete from site_setting where organization_id = $1 and key = $2 returning 1',
            [organizationId, key],
          );
      if (changed.length > 0) await audit(tx, id, isOn ? 'podcast-opened' : 'podcast-closed', {});
      return this.#state(tx);
    });
  }

  async #state(tx: Tx): Promise<PublicPodcast> {
    const [church] = await tx.sql<{ slug: string }>('select slug from organization where id = $1', [
      tx.organizationId,
    ]);
    return { isOn: await isPodcastOn(tx), url: podcastUrl(this.config, church!.slug) };
  }
}
