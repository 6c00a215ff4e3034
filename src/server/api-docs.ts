import { createRequire } from 'node:module';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './openapi.js';

const documentPath = '/api/openapi.json';
const pagePath = '/api/docs';

/**
 * The files of Swagger UI that the page needs. Its package contains others, such as source maps.
 */
const files = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'favicon-16x16.png',
  'favicon-32x32.png',
] as const;

/**
 * The page of Swagger UI. The script that starts it is a separate file, because the content
 * security policy forbids inline scripts.
 */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Church Connect: the interface</title>
    <link rel="icon" type="image/png" href="${pagePath}/favicon-32x32.png" sizes="32x32" />
    <link rel="icon" type="image/png" href="${pagePath}/favicon-16x16.png" sizes="16x16" />
    <link rel="stylesheet" href="${pagePath}/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${pagePath}/swagger-ui-bundle.js"></script>
    <script src="${pagePath}/start.js"></script>
  </body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: '${documentPath}',
  dom_id: '#swagger-ui',
  deepLinking: true,
});
`;

/** Returns whether a route of Fastify serves the OpenAPI document or the page that shows it. */
export const isApiDocsRoute = (route: string | undefined): boolean =>
  route === documentPath || route === pagePath || route?.startsWith(`${pagePath}/`) === true;

/**
 * Serves the OpenAPI document at `/api/openapi.json`, and as a page at `/api/docs`.
 * @param describe creates the document. It is called once, at the first request for the document,
 * because it would delay the start.
 */
export async function serveApiDocs(
  fastify: FastifyInstance,
  describe: () => OpenApiDocument,
): Promise<void> {
  let document: OpenApiDocument | undefined;
  // Use a scope of its own, because the server also registers this plugin for the client's files.
  await fastify.register(async (scope) => {
    await scope.register(serveStatic, { root: swaggerFolder(), serve: false });
    scope.get(documentPath, () => (document ??= describe()));
    scope.get(pagePath, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
    scope.get(`${pagePath}/start.js`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(startScript),
    );
    for (const file of files)
      scope.get(`${pagePath}/${file}`, (_request, reply) => reply.sendFile(file));
  });
}

const swaggerFolder = (): string =>
  path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
