import { Body, Controller, Headers, Inject } from '@nestjs/common';
import { type PublicPodcast } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  audit,
  CurrentActor,
  parse,
  readIfMatch,
  staleVersion,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { ChurchUsers, describeChangeOf } from './church-facts.js';
import { readChurch } from './churches.js';
import { isFlagOn, writeFlag } from './settings/settings.js';
import {
  listSettingVersions,
  lockSettingVersion,
  raiseSettingVersion,
} from './settings/settings.sql.js';
import { churchUrl, Config } from '../ops/config.js';

const podcastKey = 'publicPodcast';

/** Whether the public podcast of the transaction's church is on. */
export const isPodcastOn = (tx: Tx): Promise<boolean> => isFlagOn(tx, podcastKey);

/**
 * Returns the address of a church's public podcast. It uses the slug, because a custom domain may
 * change.
 */
export const podcastUrl = (config: Config, slug: string) =>
  `${churchUrl(config, slug)}/podcast.xml`;

/** Turns the public podcast of a church on and off. It is off at first. */
@Controller()
export class PodcastController {
  constructor(
    @Inject(Config) private readonly config: Config,
    @Inject(ChurchUsers) private readonly users: ChurchUsers,
  ) {}

  @Route(routes.podcast.state)
  state(@ChurchTransaction() tx: Tx): Promise<PublicPodcast> {
    return this.#state(tx);
  }

  @Route(routes.podcast.change)
  async change(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<PublicPodcast> {
    const { isOn } = parse(routes.podcast.change.body, body);
    await this.#lockSeen(tx, actor, readIfMatch(ifMatch, 'the podcast'));
    const hasChanged = await writeFlag(tx, podcastKey, isOn);
    if (hasChanged) {
      await raiseSettingVersion(tx, { key: podcastKey, updatedBy: actor.id });
      await audit(tx, actor.id, isOn ? 'podcast-opened' : 'podcast-closed', {});
    }
    return this.#state(tx);
  }

  /**
   * Locks the switch of the podcast until the transaction ends.
   * @param seenVersion the version that the user has seen; null for any version
   * @throws HttpError 409 with the code `stale` if the switch was turned since
   */
  async #lockSeen(tx: Tx, actor: ChurchActor, seenVersion: number | null): Promise<void> {
    const [setting] = await lockSettingVersion(tx, { key: podcastKey });
    if (seenVersion === null || seenVersion === setting!.version) return;
    const message = await describeChangeOf(
      this.users,
      tx,
      actor,
      setting!.updatedBy,
      'this setting',
    );
    throw staleVersion(message, await this.#state(tx));
  }

  async #state(tx: Tx): Promise<PublicPodcast> {
    const { slug } = await readChurch(tx);
    const versions = await listSettingVersions(tx);
    return {
      isOn: await isPodcastOn(tx),
      url: podcastUrl(this.config, slug),
      version: versions.find(({ key }) => key === podcastKey)?.version ?? 0,
    };
  }
}
