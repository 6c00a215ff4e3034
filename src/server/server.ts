import { existsSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { videoFrames } from '#libs/contracts';
import type { Database } from '#libs/database';
import {
  fastifyPath,
  readBodiesRaw,
  readJsonWithinLimits,
  slowDownLargeBodies,
  unreadable,
} from '#libs/http';
import { routes } from '#libs/contracts/routes';
import { AppModule } from '../app.module.js';
import { isPublic, ownHosts, type Config } from '../ops/config.js';
import { endConnections } from '../ops/end-connections.js';
import { closeSlowBodies, type BodyLimits } from './slow-bodies.js';
import { readUploadsRaw } from '../content/index.js';
import { cookieName, Refusals, Actors } from '../identity/index.js';
import { NestLogger } from '../ops/logger.js';
import { requestSeconds } from '../ops/metrics.js';
import { describesInterface, serveInterfaceDescription } from './interface-description.js';
import { describeRoutes } from './openapi.js';
import { isInboundMailRequest, maxInboundEmailBytes } from '../support/index.js';
import { answerOptions } from './options.js';
import { webRoot, serveWeb } from './web-client.js';

export const maxUpload = 256 * 1024 * 1024;

/**
 * Builds the application on an open database; the caller listens and closes.
 * @param bodyLimits how slowly the body of a request may arrive
 */
export async function createServer(
  config: Config,
  db: Database,
  logger: Logger,
  bodyLimits?: BodyLimits,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    trustProxy: config.TRUST_PROXY ?? false,
    // the name of a file stands in its address: 200 characters, each of up to nine once they are encoded
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 2_000 },
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerUnreadableRequest,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, db),
    adapter,
    {
      logger: false,
      abortOnError: false, // Nest would end the process, without a word
      bodyParser: false, // Fastify reads JSON; Nest would read forms too, which any site can send
    },
  );
  app.useLogger(new NestLogger(logger));
  const fastify = app.getHttpAdapter().getInstance();
  fastify.removeContentTypeParser('text/plain');
  readJsonWithinLimits(fastify);
  slowDownLargeBodies(fastify);
  closeSlowBodies(fastify, bodyLimits);
  endConnections(fastify);
  fastify.addHook('onRequest', refuseCrossSite);
  readBodiesRaw(fastify, crossSiteRoutes, {
    path: routes.inboundMail.receive.path,
    bytes: maxInboundEmailBytes,
    isKnown: (request) => isInboundMailRequest(config, request.headers.authorization),
  });
  readUploadsRaw(fastify);
  answerOptions(fastify);
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-request-id', request.id);
    // not by the path: `/API/…` is the same route
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done();
  });
  const refusals = app.get(Refusals, { strict: false });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (request.showsDonation) void refusals.recordShownDonation(request).finally(done);
    else if (reply.statusCode !== 403 || request.refusal === undefined) done();
    else void refusals.recordCall(request, request.refusal).finally(done);
  });
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
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [
          "'self'",
          ...byCard(config, 'https://js.stripe.com', 'https://*.js.stripe.com'),
        ],
        connectSrc: ["'self'", ...byCard(config, 'https://api.stripe.com')],
        styleSrc: ["'self'", "'unsafe-inline'"],
        mediaSrc: ["'self'", 'https:'],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // players of videos, once somebody asks for one, and Stripe's own field with what a bank asks
        frameSrc: [
          "'self'",
          ...videoFrames,
          ...byCard(
            config,
            'https://js.stripe.com',
            'https://*.js.stripe.com',
            'https://hooks.stripe.com',
          ),
        ],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false, // depends on the host
  });
  if (config.BASE_URL?.startsWith('https:') === true)
    fastify.addHook('onRequest', requireHttps(config));
  await app.register(cookie);
  await app.register(compress, { threshold: 1024 });
  await app.register(multipart, {
    limits: { fileSize: maxUpload, files: 1, fields: 5, fieldSize: 10_000 },
  });
  if (isPublic(config)) keepDescriptionInside(fastify, app.get(Actors, { strict: false }));
  await serveInterfaceDescription(fastify, () => describeRoutes(cookieName(config)));
  if (existsSync(webRoot)) await serveWeb(app, config, db);
  return app;
}

/** Answers a request whose address cannot be decoded. */
function answerBadAddress(
  error: { statusCode?: number },
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 400;
  void reply.status(status).header('cache-control', 'no-store').send(unreadable(status));
}

/** Answers what is no request by the rules of HTTP, or never became a whole one, and closes the connection. */
function answerUnreadableRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = unreadableStatus[error.code] ?? 400;
    const body = JSON.stringify(unreadable(status));
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}

const unreadableStatus: Partial<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** What the interface is, for those who run a church or the platform: it is no door, but a map of all of them. */
function keepDescriptionInside(fastify: FastifyInstance, actors: Actors): void {
  fastify.addHook('preHandler', async (request, reply) => {
    if (!describesInterface(request.routeOptions.url)) return;
    const actor = await actors.identify(request);
    if (!actor) await reply.status(401).send({ message: 'Please sign in.', code: 'signed-out' });
    else if (!actor.isSuperAdmin && actor.role !== 'admin')
      await reply.status(403).send({ message: 'This is for administrators.', code: 'forbidden' });
  });
}

/** Stripe's own script shows the field for the card, and speaks with Stripe: no card number comes near us. */
const byCard = (config: Config, ...origins: string[]) =>
  config.STRIPE_PUBLISHABLE_KEY ? origins : [];

/**
 * The paths that other services call: Stripe and Twilio, which sign their requests; a mail server,
 * which sends a secret; and mail programs, which unsubscribe with the token of an email.
 */
export const crossSiteRoutes: readonly string[] = [
  routes.stripeWebhook.receive,
  routes.unsubscribe.stop,
  routes.inboundSms.receive,
  routes.inboundMail.receive,
].map(({ path }) => fastifyPath(path));

/** A page of another site must not act in the name of who is signed in here. */
function refuseCrossSite(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (
    request.method === 'GET' ||
    request.method === 'HEAD' ||
    request.method === 'OPTIONS' ||
    crossSiteRoutes.includes(request.routeOptions.url ?? '')
  ) {
    done();
    return;
  }
  const { origin } = request.headers;
  const isForeign = origin !== undefined && !isOfHost(origin, request.host);
  if (isForeign || request.headers['sec-fetch-site'] === 'cross-site') {
    request.refusal = 'cross-site';
    void reply
      .status(403)
      .send({ message: 'This request came from another site.', code: 'cross-site' });
    return;
  }
  done();
}

/**
 * Tells browsers to use HTTPS for a year. `includeSubDomains` is sent only on the hosts of the installation: a church's
 * own domain can have subdomains that belong to other websites.
 */
function requireHttps(config: Config) {
  const { PORTAL_HOST } = config;
  const shared = PORTAL_HOST.slice(PORTAL_HOST.indexOf('.'));
  const own = ownHosts(config);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const host = request.hostname.toLowerCase();
    const isOurs = own.includes(host) || host.endsWith(shared);
    const year = 'max-age=31536000';
    void reply.header('strict-transport-security', isOurs ? `${year}; includeSubDomains` : year);
    done();
  };
}

/**
 * Whether an `Origin` header names the host that the request is for.
 * @param host of Fastify's `request.host`, which also selects the church: `X-Forwarded-Host` of a trusted proxy, or `Host`
 */
function isOfHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  // drops the port that the scheme implies, as browsers do in `Origin`
  const address = `${protocol}//${host}`;
  return URL.canParse(address) && new URL(address).host === originHost;
}
