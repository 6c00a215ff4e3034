import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Database } from '#libs/database';
import { HttpError, Public } from '#libs/http';
import { metrics } from './metrics.js';

/** For those who run the service. */
@Controller()
export class Operations {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** 200 when requests can be served: the database answers, and the program listens only after its migrations. */
  @Get('health')
  @Public()
  async health(): Promise<{ status: 'ok' }> {
    if (!(await this.db.isUp())) throw new HttpError(503, 'The database does not answer.', 'database-away');
    return { status: 'ok' };
  }

  @Get('metrics')
  @Public()
  async metrics(@Res() reply: FastifyReply): Promise<void> {
    void reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  }
}
