import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const types = { '.html': 'text/html', '.js': 'text/javascript' };

/**
 * Builds the bare page and serves it, compressed as the portal's own files are.
 * @param directory an empty directory for the built files
 * @returns the address, and a function that ends the server
 */
export async function serveBarePage(directory) {
  const root = path.join(import.meta.dirname, 'bare-page');
  const output = path.join(directory, 'bare-page');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { outDir: output, target: 'es2022', modulePreload: false },
  });
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = path.join(output, pathname === '/' ? 'index.html' : pathname);
    const type = types[path.extname(file)];
    if (!type || !file.startsWith(output)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
    response.end(gzipSync(readFileSync(file)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
