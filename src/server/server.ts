import { existsSync } from 'node:fs';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '#libs/database';
import {
  countForegroundCalls,
  readBodiesRaw,
  readJsonWithinLimits,
  slowDownLargeBodies,
} from '#libs/http';
import { routes } from '#libs/contracts/routes';
import { AppModule } from '../app.module.js';
import { isPublic, type Config } from '../ops/config.js';
import { endConnections } from '../ops/end-connections.js';
import { closeSlowBodies, type BodyLimits } from './slow-bodies.js';
import { skipParsingOfUploads } from '../content/index.js';
import { cookieName, Refusals, Actors } from '../identity/index.js';
import { NestLogger } from '../ops/logger.js';
import { requestSeconds } from '../ops/metrics.js';
import { isApiDocsRoute, serveApiDocs } from './api-docs.js';
import { describeRoutes } from './openapi.js';
import { isInboundMailRequest, maxInboundEmailBytes } from '../support/index.js';
import { crossSiteRoutes, refuseCrossSite } from './cross-site.js';
import { answerOptions } from './options.js';
import { requireHttps, securityHeaders } from './security-headers.js';
import { answerBadAddress, answerUnreadableRequest } from './unreadable-requests.js';
import { webRoot, serveWeb } from './web-client.js';

/** The maximum size of a form with a file, in bytes. */
export const maxUpload = 256 * 1024 * 1024;

/**
 * Creates the application on an open database. The caller starts listening, and closes it.
 * @param bodyLimits how slowly the body of a request may arrive
 */
export async function createServer(
  config: Config,
  db: Database,
  logger: Logger,
  bodyLimits?: BodyLimits,
): Promise<NestFastifyApplication> {
  const app = await createApplication(config, db);
  app.useLogger(new NestLogger(logger));
  const fastify = app.getHttpAdapter().getInstance();
  fastify.removeContentTypeParser('text/plain');
  readJsonWithinLimits(fastify);
  slowDownLargeBodies(fastify);
  closeSlowBodies(fastify, bodyLimits);
  countForegroundCalls(fastify);
  endConnections(fastify);
  fastify.addHook('onRequest', refuseCrossSite);
  readBodiesRaw(fastify, crossSiteRoutes, {
    path: routes.inboundMail.receive.path,
    bytes: maxInboundEmailBytes,
    isKnown: (request) => isInboundMailRequest(config, request.headers.authorization),
  });
  skipParsingOfUploads(fastify);
  answerOptions(fastify);
  addGeneralHeaders(fastify);
  recordRefusals(fastify, app.get(Refusals, { strict: false }));
  logRequests(fastify, logger);
  await app.register(helmet, securityHeaders(config));
  if (config.BASE_URL?.startsWith('https:') === true)
    fastify.addHook('onRequest', requireHttps(config));
  await app.register(cookie);
  await app.register(compress, { threshold: 1024 });
  await app.register(multipart, {
    limits: { fileSize: maxUpload, files: 1, fields: 5, fieldSize: 10_000 },
  });
  if (isPublic(config)) protectApiDescription(fastify, app.get(Actors, { strict: false }));
  await serveApiDocs(fastify, () => describeRoutes(cookieName(config)));
  if (existsSync(webRoot)) await serveWeb(app, config, db);
  return app;
}

function createApplication(config: Config, db: Database): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    trustProxy: config.TRUST_PROXY ?? false,
    // Some URLs contain a file name of up to 200 characters. Percent-encoding turns each into up to
    // nine characters.
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 2_000 },
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerUnreadableRequest,
  });
  return NestFactory.create<NestFastifyApplication>(AppModule.with(config, db), adapter, {
    logger: false,
    abortOnError: false, // otherwise Nest ends the process without a message
    bodyParser: false, // Fastify reads JSON. Nest would also read forms, which any site can send.
  });
}

/** Shows the description of the API only to admins and super administrators. */
function protectApiDescription(fastify: FastifyInstance, actors: Actors): void {
  fastify.addHook('preHandler', async (request, reply) => {
    if (!isApiDocsRoute(request.routeOptions.url)) return;
    const actor = await actors.identify(request);
    if (!actor) await reply.status(401).send({ message: 'Please sign in.', code: 'signed-out' });
    else if (!actor.isSuperAdmin && actor.role !== 'admin')
      await reply.status(403).send({ message: 'This is for administrators.', code: 'forbidden' });
  });
}

/** Adds the id of the request to each answer, and forbids caches to keep it by default. */
function addGeneralHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-request-id', request.id);
    // Do not check the path: `/API/…` is the same route as `/api/…`.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done();
  });
}

/** Records refused requests, and refused requests that show a donation, in the audit log. */
function recordRefusals(fastify: FastifyInstance, refusals: Refusals): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (request.showsDonation) void refusals.recordShownDonation(request).finally(done);
    else if (reply.statusCode !== 403 || request.refusal === undefined) done();
    else void refusals.recordCall(request, request.refusal).finally(done);
  });
}

/** Writes each request to the log and the metrics. */
function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { refusal: code } = request;
    requestSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    logger[code ? 'warn' : 'info']({
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      code,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });
}
