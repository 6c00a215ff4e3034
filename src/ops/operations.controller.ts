import { timingSafeEqual } from 'node:crypto';
import { Controller, Headers, Inject, NotFoundException, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { HttpError, Route } from '#libs/http';
import { Jobs, upkeepEvery, type Upkeep } from '#libs/jobs';
import { Config, isPublic } from './config.js';
import { FileStorageWatch } from '../content/index.js';
import { Follower } from '../giving/index.js';
import { givingFollowed, jobsUpkeep, metrics } from './metrics.js';

/** For those who run the service. */
@Controller()
export class Operations {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(Follower) private readonly follower: Follower,
    @Inject(FileStorageWatch) private readonly files: FileStorageWatch,
  ) {}

  /**
   * 200 when requests can be served: the database answers, and the program listens only after its migrations. `jobs`
   * says whether the queue of emails is looked after. `giving` says whether events that are recorded in EventStoreDB
   * reach the ledger. With `not following: …` or `stopped: …` they are recorded, but not shown. With `read-only: …` nothing
   * is recorded for some churches. `files` says whether files can be stored in the bucket. Requests are served all the same.
   */
  @Route(routes.operations.health)
  async health(): Promise<{ status: 'ok'; jobs: 'ok' | 'late'; giving: string; files: string }> {
    if (!(await this.db.isUp()))
      throw new HttpError(503, 'The database does not answer.', 'database-away');
    const { trouble } = this.follower;
    return {
      status: 'ok',
      jobs: isLate(await this.jobs.upkeep()) ? 'late' : 'ok',
      giving: trouble === null ? 'ok' : `${trouble.kind}: ${trouble.reason}`,
      files: this.files.state,
    };
  }

  /** Where people can come from elsewhere only with `METRICS_TOKEN`, whoever asks: behind a proxy everybody comes from its address. */
  @Route(routes.operations.metrics)
  async metrics(
    @Res() reply: FastifyReply,
    @Headers('authorization') authorization = '',
  ): Promise<void> {
    const { METRICS_TOKEN } = this.config;
    if (isPublic(this.config)) {
      if (!METRICS_TOKEN) throw new NotFoundException();
      const [given, wanted] = [Buffer.from(authorization), Buffer.from(`Bearer ${METRICS_TOKEN}`)];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
        throw new HttpError(401, 'Please send METRICS_TOKEN as a bearer token.', 'signed-out');
    }
    if (await this.db.isUp()) {
      const upkeep = await this.jobs.upkeep();
      for (const kind of ['lost', 'finished'] as const)
        jobsUpkeep.set({ kind }, (upkeep[kind]?.getTime() ?? 0) / 1000);
    }
    givingFollowed.set(this.follower.trouble === null ? 1 : 0);
    void reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  }
}

/** Three turns missed. The first turn comes with the start, beside the first requests. */
const isLate = (upkeep: Upkeep): boolean =>
  (['lost', 'finished'] as const).some(
    (kind) => upkeep[kind] === null || Date.now() - upkeep[kind].getTime() > 3 * upkeepEvery[kind],
  );
