import { timingSafeEqual } from 'node:crypto';
import { Controller, Get, Headers, Inject, NotFoundException, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Database } from '#libs/database';
import { HttpError, Public } from '#libs/http';
import { Config, isPublic } from './config.js';
import { metrics } from './metrics.js';

/** For those who run the service. */
@Controller()
export class Operations {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** 200 when requests can be served: the database answers, and the program listens only after its migrations. */
  @Get('health')
  @Public()
  async health(): Promise<{ status: 'ok' }> {
    if (!(await this.db.isUp())) throw new HttpError(503, 'The database does not answer.', 'database-away');
    return { status: 'ok' };
  }

  /** Where people can come from elsewhere only with `METRICS_TOKEN`, whoever asks: behind a proxy everybody comes from its address. */
  @Get('metrics')
  @Public()
  async metrics(@Res() reply: FastifyReply, @Headers('authorization') authorization = ''): Promise<void> {
    const { METRICS_TOKEN } = this.config;
    if (isPublic(this.config)) {
      if (!METRICS_TOKEN) throw new NotFoundException();
      const [given, wanted] = [Buffer.from(authorization), Buffer.from(`Bearer ${METRICS_TOKEN}`)];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new HttpError(401, 'Please send METRICS_TOKEN as a bearer token.', 'signed-out');
    }
    void reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  }
}
