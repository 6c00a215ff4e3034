import { Controller, Inject, Query, Req } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BatchAnswer, maxBatchCalls } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { NoVisit, OwnTransaction, parse, invalidField, Route, WithoutTurn } from '#libs/http';
import { isJsonRead } from './json-reads.js';

/** Headers that describe the batch itself. They are not passed on to its calls. */
const headersOfBatch = [
  'accept-encoding',
  'connection',
  'if-none-match',
  'idempotency-key',
  'range',
];

/**
 * Answers the calls that a starting page has sent as one request. The server handles each call as a
 * request of its own: with the session, host and address of the batch, but with its own permission
 * check, its own turn, and its own entry in the log. The batch itself takes no turn and opens no
 * transaction: its calls need both, and would wait for the batch, which waits for them.
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
    return Promise.all(paths.map((path) => answerCall(server, request, path)));
  }
}

async function answerCall(
  server: FastifyInstance,
  request: FastifyRequest,
  path: string,
): Promise<BatchAnswer> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !headersOfBatch.includes(name)),
  );
  const {
    statusCode,
    headers: answerHeaders,
    payload,
  } = await server.inject({
    method: 'GET',
    url: path,
    headers,
    remoteAddress: request.raw.socket.remoteAddress ?? '127.0.0.1',
  });
  const { link } = answerHeaders;
  return { status: statusCode, link: typeof link === 'string' ? link : null, text: payload };
}
