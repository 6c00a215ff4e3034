import { Controller, Inject, Query, Req } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BatchAnswer, maxBatchCalls } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { NoVisit, OwnTransaction, parse, invalidField, Route, WithoutTurn } from '#libs/http';
import { isJsonRead } from './json-reads.js';

/** The headers of a batch that its calls do not have: they describe the batch itself. */
const ownHeaders = ['accept-encoding', 'connection', 'if-none-match', 'idempotency-key', 'range'];

/**
 * Answers several calls of a page that starts with one request. Each call goes through the server
 * like a request of its own: with the same session, host and address, its own permission, its own
 * turn, and its own entry in the log. The batch itself holds no turn and no transaction, because
 * its calls would wait for it.
 */
@Controller()
export class BatchController {
  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost<FastifyAdapter>) {}

  @Route(routes.batch.read)
  @OwnTransaction()
  @NoVisit()
  @WithoutTurn()
  async read(@Req() request: FastifyRequest, @Query() query: unknown): Promise<BatchAnswer[]> {
    const { calls } = parse(routes.batch.read.query, query);
    const paths = calls.split(' ').filter((path) => path !== '');
    if (paths.length > maxBatchCalls)
      throw invalidField('calls', `Please send at most ${maxBatchCalls} calls.`);
    const refused = paths.find((path) => !isJsonRead(path));
    if (refused !== undefined)
      throw invalidField('calls', `A batch cannot contain ${refused.slice(0, 200)}.`);
    const server = this.host.httpAdapter.getInstance();
    return Promise.all(paths.map((path) => answer(server, request, path)));
  }
}

async function answer(
  server: FastifyInstance,
  request: FastifyRequest,
  path: string,
): Promise<BatchAnswer> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !ownHeaders.includes(name)),
  );
  const {
    statusCode,
    headers: answered,
    payload,
  } = await server.inject({
    method: 'GET',
    url: path,
    headers,
    remoteAddress: request.raw.socket.remoteAddress ?? '127.0.0.1',
  });
  const link = answered.link;
  return { status: statusCode, link: typeof link === 'string' ? link : null, text: payload };
}
