import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Database } from '#libs/database';
import type { Config } from '../ops/config.js';
import { type FrontDoor, isFrontPage, robotsOf, wordsOf } from './front-door.js';
import { cookieName } from '../identity/index.js';
import { churchNameOfHost } from '../tenancy/index.js';
import { pageAt } from './pages.js';
import { webPage } from './web-page.js';

export const webRoot = path.resolve(import.meta.dirname, '../../../dist/web');

/**
 * The client: its files, and for every other path its page. The page says that a path is unknown,
 * and the status does; on the platform's own host every path shows the landing page.
 */
export async function serveWeb(
  app: NestFastifyApplication,
  config: Config,
  db: Database,
): Promise<void> {
  const page = webPage(webRoot);
  const doorOf = async (hostname: string): Promise<FrontDoor> => {
    if (hostname.toLowerCase() === config.PORTAL_HOST) return { kind: 'platform' };
    // the page is there without the database, too
    const name = await churchNameOfHost(db, hostname, config).catch(() => null);
    return name === null ? { kind: 'sign-in' } : { kind: 'church', name };
  };
  const fastify = app.getHttpAdapter().getInstance();
  await app.register(serveStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    // the page is sent with what its path needs, at the paths that are pages
    globIgnore: ['index.html', '.vite/**', 'assets/**'],
    cacheControl: false,
    setHeaders: (response) => void response.header('cache-control', 'no-cache'),
  });
  await app.register(serveAssets, { prefix: '/assets' });
  fastify.get('/robots.txt', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsOf(await doorOf(request.hostname))),
  );
  fastify.get('/*', async (request, reply) => {
    const pathname = pathOf(request.url);
    if (/^\/(api|assets)(\/|$)/i.test(pathname)) return sayNothingIsHere(request, reply);
    const isLandingPage = request.hostname.toLowerCase() === config.PORTAL_HOST;
    return reply
      .status(isLandingPage || pageAt(pathname) !== undefined ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        page(
          pathname,
          request.cookies[cookieName(config)] !== undefined,
          isFrontPage(pathname) ? wordsOf(pathname, await doorOf(request.hostname)) : undefined,
        ),
      );
  });
}

/** The scripts, styles and fonts, by one route: a route for each of hundreds of files would delay the start. */
async function serveAssets(scope: FastifyInstance): Promise<void> {
  scope.setNotFoundHandler(sayNothingIsHere);
  await scope.register(serveStatic, {
    root: path.join(webRoot, 'assets'),
    index: false,
    decorateReply: false,
    // the name of a file contains a hash of its content
    maxAge: '1y',
    immutable: true,
  });
}

const sayNothingIsHere = (_request: FastifyRequest, reply: FastifyReply) =>
  reply.status(404).send({ message: 'There is nothing at this address.', code: 'http-404' });

/** The path of a request in lower case, without its query; the target of a request to a proxy is a whole address. */
function pathOf(target: string): string {
  if (!target.startsWith('/') && URL.canParse(target))
    return new URL(target).pathname.toLowerCase();
  const [path = ''] = target.split(/[?#]/);
  return path.toLowerCase();
}
