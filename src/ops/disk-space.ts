import fs from 'node:fs';
import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { HttpError } from '#libs/http';
import { Config } from './config.js';

/** How many bytes uploads leave free on a large disk. */
const reservedBytes = 5_000_000_000;
/** Which part of a smaller disk uploads leave free. */
const reservedPart = 0.1;

/**
 * Refuses uploads while the disk of the data directory is almost full, so that the database can
 * still write.
 */
@Injectable()
export class DiskSpace implements NestInterceptor {
  constructor(@Inject(Config) private readonly config: Config) {}

  /** @throws HttpError 507 for an upload while the disk is almost full */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (isUpload(request) && (await this.#isAlmostFull()))
      throw new HttpError(
        507,
        'The server has almost no space left, so no files can be uploaded. Please tell the ' +
          'person who runs the portal, and try again later.',
        'disk-full',
      );
    return next.handle();
  }

  async #isAlmostFull(): Promise<boolean> {
    const { bsize, blocks, bavail } = await fs.promises.statfs(this.config.DATA_DIR);
    return bavail * bsize < Math.min(blocks * bsize * reservedPart, reservedBytes);
  }
}

/** Returns whether a request is a form with files, or begins or continues a resumable upload. */
const isUpload = (request: FastifyRequest): boolean =>
  request.isMultipart() ||
  (request.headers['tus-resumable'] !== undefined && ['POST', 'PATCH'].includes(request.method));
