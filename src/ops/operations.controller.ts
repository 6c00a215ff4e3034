import { timingSafeEqual } from 'node:crypto';
import { Controller, Headers, Inject, NotFoundException, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { HttpError, Route } from '#libs/http';
import { Jobs, upkeepIntervals, type Upkeep } from '#libs/jobs';
import { Config, isPublic } from './config.js';
import { FileStorageWatch } from '../content/index.js';
import { Follower } from '../giving/index.js';
import { givingFollowed, jobsUpkeep, metrics } from './metrics.js';

/** Serves `/health` and `/metrics` to the operator. */
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
   * Answers 200 if the database answers, because requests can then be served. The other fields
   * describe problems during which requests are served, too:
   * - `jobs` is `late` if the upkeep of the job queue has not run for some time.
   * - `giving` says whether events in EventStoreDB reach the ledger. With `not following: …` or
   *   `stopped: …`, events are recorded but not shown. With `read-only: …`, nothing is recorded for
   * some
   *   churches.
   * - `files` says whether files can be stored in the bucket.
   * @throws HttpError 503 if the database does not answer
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

  /**
   * Sends the metrics. If other machines can reach the program, the request must contain
   * `METRICS_TOKEN`. The address of the client proves nothing, because it can be that of a proxy.
   * @throws HttpError 401 if the token is missing or wrong
   */
  @Route(routes.operations.metrics)
  async metrics(
    @Res() reply: FastifyReply,
    @Headers('authorization') authorization = '',
  ): Promise<void> {
    const { METRICS_TOKEN } = this.config;
    if (isPublic(this.config)) {
      if (!METRICS_TOKEN) throw new NotFoundException();
      const received = Buffer.from(authorization);
      const expected = Buffer.from(`Bearer ${METRICS_TOKEN}`);
      if (received.length !== expected.length || !timingSafeEqual(received, expected))
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

/** Returns whether the upkeep has not run for three intervals. It first runs after the start. */
const isLate = (upkeep: Upkeep): boolean =>
  (['lost', 'finished'] as const).some(
    (kind) =>
      upkeep[kind] === null || Date.now() - upkeep[kind].getTime() > 3 * upkeepIntervals[kind],
  );
