import { Controller, Inject, Query, Req } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { type BatchAnswer, maxBatchCalls } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import {
  badRequest,
  callLimits,
  invalidField,
  NoVisit,
  OwnTransaction,
  parse,
  Route,
  WithoutTurn,
} from '#libs/http';
import { answerCalls, type BatchLimits } from './answer-calls.js';
import { isJsonRead } from './json-reads.js';

/** The client sends calls that were left out alone, so these limits only delay a page. */
const limits: BatchLimits = {
  concurrent: callLimits.perUser,
  characters: 2_000_000,
  duration: 2_000,
};

/**
 * The headers of a batch that its calls have, too: who sends them, from where, and through which
 * proxies. Others describe the batch itself. A length, for example, would let the server wait for a
 * body that a call does not have.
 */
const passedHeaders =
  /^(cookie|host|user-agent|referer|origin|forwarded|x-forwarded-[a-z]+|sec-fetch-[a-z]+)$/;

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
  read(@Req() request: FastifyRequest, @Query() query: unknown): Promise<(BatchAnswer | null)[]> {
    const paths = parse(routes.batch.read.query, query)
      .calls.split(' ')
      .filter((path) => path !== '');
    assertAllowed(paths);
    const { socket } = request.raw;
    const remoteAddress = socket.remoteAddress;
    // A closed connection has no address. The calls need it, because some limits are for addresses.
    if (remoteAddress === undefined) throw badRequest('The connection was closed.');
    const server = this.host.httpAdapter.getInstance();
    const headers = headersForCalls(request);
    return answerCalls(
      paths,
      (url) => answerCall(server, { method: 'GET', url, headers, remoteAddress }),
      limits,
      () => socket.destroyed,
    );
  }
}

/** @throws HttpError 400 for too many calls, a repeated call, or one that is not allowed */
function assertAllowed(paths: readonly string[]): void {
  if (paths.length > maxBatchCalls)
    throw invalidField('calls', `Please send at most ${maxBatchCalls} calls.`);
  if (new Set(paths).size < paths.length)
    throw invalidField('calls', 'Please send each call once.');
  const refused = paths.find((path) => !isJsonRead(path));
  if (refused !== undefined)
    throw invalidField('calls', `A batch cannot contain ${refused.slice(0, 200)}.`);
}

const headersForCalls = (request: FastifyRequest) => ({
  ...Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => passedHeaders.test(name)),
  ),
  accept: 'application/json',
});

type Call = InjectOptions & { remoteAddress: string };

async function answerCall(server: FastifyInstance, call: Call): Promise<BatchAnswer> {
  const { statusCode, headers, payload } = await server.inject(call);
  const { link } = headers;
  return { status: statusCode, link: typeof link === 'string' ? link : null, text: payload };
}
