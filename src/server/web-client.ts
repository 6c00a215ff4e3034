import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Database } from '#libs/database';
import type { Config } from '../ops/config.js';
import { type PublicHost, isPublicPage, robotsText, describePage } from './public-pages.js';
import { cookieName } from '../identity/index.js';
import { churchNameOfHost } from '../tenancy/index.js';
import { pageAt } from './pages.js';
import { webPage } from './web-page.js';

export const webRoot = path.resolve(import.meta.dirname, '../../../dist/web');

/**
 * Serves the files of the client, and its page at every other path. For an unknown path, the page
 * says so and the status is 404, except on the portal host, where every path shows the landing
 * page.
 */
export async function serveWeb(
  app: NestFastifyApplication,
  config: Config,
  db: Database,
): Promise<void> {
  const page = webPage(webRoot);
  const fastify = app.getHttpAdapter().getInstance();
  await app.register(serveStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    // The page is sent by the route below, with preloads for its path.
    globIgnore: ['index.html', '.vite/**', 'assets/**'],
    cacheControl: false,
    setHeaders: (response) => void response.header('cache-control', 'no-cache'),
  });
  await app.register(serveAssets, { prefix: '/assets' });
  fastify.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(robotsText(await findHost(db, config, request.hostname))),
  );
  fastify.get('/*', async (request, reply) => {
    const pathname = pathOf(request.url);
    if (/^\/(api|assets)(\/|$)/i.test(pathname)) return answerNotFound(request, reply);
    const isLandingPage = request.hostname.toLowerCase() === config.PORTAL_HOST;
    const mayBeSignedIn = request.cookies[cookieName(config)] !== undefined;
    const words = isPublicPage(pathname)
      ? describePage(pathname, await findHost(db, config, request.hostname))
      : undefined;
    return reply
      .status(isLandingPage || pageAt(pathname) !== undefined ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page(pathname, mayBeSignedIn, words));
  });
}

/** Finds out whose pages a host shows. */
async function findHost(db: Database, config: Config, hostname: string): Promise<PublicHost> {
  if (hostname.toLowerCase() === config.PORTAL_HOST) return { kind: 'platform' };
  // Serve the page without a title if the database does not answer.
  const name = await churchNameOfHost(db, hostname, config).catch(() => null);
  return name === null ? { kind: 'sign-in' } : { kind: 'church', name };
}

/**
 * Serves scripts, styles and fonts by one route. A route for each of the hundreds of files would
 * delay the start.
 */
async function serveAssets(scope: FastifyInstance): Promise<void> {
  scope.setNotFoundHandler(answerNotFound);
  await scope.register(serveStatic, {
    root: path.join(webRoot, 'assets'),
    index: false,
    decorateReply: false,
    // The name of a file contains a hash of its content.
    maxAge: '1y',
    immutable: true,
  });
}

const answerNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  reply.status(404).send({ message: 'There is nothing at this address.', code: 'http-404' });

/**
 * Returns the path of a request in lower case, without its query. The target of a request can also
 * be a whole address, as in requests to a proxy.
 */
function pathOf(target: string): string {
  if (!target.startsWith('/') && URL.canParse(target))
    return new URL(target).pathname.toLowerCase();
  const [path = ''] = target.split(/[?#]/);
  return path.toLowerCase();
}
