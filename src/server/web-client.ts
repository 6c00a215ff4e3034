import path from 'node:path';
import serveStatic from '@fastify/static';
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
  await app.register(serveStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    // the page is sent with what its path needs, at the paths that are pages
    globIgnore: ['index.html', '.vite/**'],
    setHeaders: (response, file) => {
      const lasting = file.includes(`${path.sep}assets${path.sep}`);
      void response.header(
        'cache-control',
        lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/robots.txt', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsOf(await doorOf(request.hostname))),
  );
  fastify.get('/*', async (request, reply) => {
    const pathname = pathOf(request.url);
    if (/^\/(api|assets)(\/|$)/i.test(pathname)) {
      return reply
        .status(404)
        .send({ message: 'There is nothing at this address.', code: 'http-404' });
    }
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

/** The path of a request in lower case, without its query; the target of a request to a proxy is a whole address. */
function pathOf(target: string): string {
  if (!target.startsWith('/') && URL.canParse(target))
    return new URL(target).pathname.toLowerCase();
  const [path = ''] = target.split(/[?#]/);
  return path.toLowerCase();
}
