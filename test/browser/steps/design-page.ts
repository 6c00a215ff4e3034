import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from 'playwright-core';

/**
 * Builds the client for development, because only there the page `/design` exists. The program
 * under test goes on meanwhile: if it stood still for half a minute, it would report slow queries.
 * @returns the folder with the client. Delete it after the tests.
 */
export async function buildClientForDevelopment(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'church-client-'));
  const vite = path.resolve('node_modules/vite/bin/vite.js');
  const options = ['--mode', 'development', '--minify', 'false', '--logLevel', 'error'];
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--config', 'web/vite.config.ts', '--outDir', folder, ...options],
    { env: { ...process.env, NODE_ENV: 'development' } },
  );
  return folder;
}

/** Replaces the client in a browser profile by the one in a folder. The API stays the portal's. */
export async function serveClient(context: BrowserContext, folder: string): Promise<void> {
  await context.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/api/')) return route.continue();
    const file = path.join(folder, pathname);
    const isFile = fs.existsSync(file) && fs.statSync(file).isFile();
    return route.fulfill({ path: isFile ? file : path.join(folder, 'index.html') });
  });
}
