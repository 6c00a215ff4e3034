import { afterAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { webPage } from './web-page.js';

describe('webPage', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'web-page-'));
  afterAll(() => fs.rmSync(root, { recursive: true }));
  fs.mkdirSync(path.join(root, '.vite'));
  fs.writeFileSync(
    path.join(root, 'index.html'),
    '<html><head><script src="/assets/index.js"></script></head><body></body></html>',
  );
  fs.writeFileSync(
    path.join(root, '.vite/screens.json'),
    JSON.stringify({
      '/': { files: ['assets/start.js'], signedIn: ['assets/dashboard.js'] },
      '/admin/church-ledger': { files: ['assets/ledger.js', 'assets/grid.js', 'assets/field.js'] },
      '/admin/events/$id': { files: ['assets/event-editor.js'] },
      '/settings': { files: ['assets/settings.js'] },
      '/admin/settings': { files: ['assets/church-settings.js'] },
    }),
  );
  const page = webPage(root);
  const links = (html: string) =>
    [...html.matchAll(/<link[^>]*href="([^"]*)"/g)].map((match) => match[1]);

  const firstBatch = '/api/batch?calls=%2Fapi%2Fauth%2Fuser+%2Fapi%2Fsettings';

  it('preloads the code of its screen', () => {
    expect(links(page('/admin/church-ledger', false))).toEqual([
      '/assets/ledger.js',
      '/assets/grid.js',
      '/assets/field.js',
    ]);
    expect(links(page('/Admin/Events/17/', false))).toEqual(['/assets/event-editor.js']);
  });

  it('preloads the files for signed-in users if the user may be signed in', () => {
    expect(links(page('/', false))).toEqual(['/assets/start.js']);
    expect(links(page('/', true))).toEqual([
      firstBatch,
      '/assets/start.js',
      '/assets/dashboard.js',
    ]);
  });

  it('distinguishes screens with the same word at the end of their paths', () => {
    expect(links(page('/settings', false))).toEqual(['/assets/settings.js']);
    expect(links(page('/admin/settings', false))).toEqual(['/assets/church-settings.js']);
  });

  it('preloads the user and the settings only if the user may be signed in', () => {
    expect(links(page('/admin/church-ledger', true)).slice(0, 1)).toEqual([firstBatch]);
    expect(links(page('/sign-in', true))).toEqual([firstBatch]);
  });

  it.each([
    '/nothing-here',
    '/../church-ledger',
    '/admin/church-ledger/x',
    '/__proto__',
    '/constructor',
    `/${'a'.repeat(5000)}`,
    '/"><script>',
  ])('returns the page without preloads for any other path: %p', (pathname) => {
    expect(page(pathname, false)).toBe(
      fs
        .readFileSync(path.join(root, 'index.html'), 'utf8')
        .replace('</head>', '<meta name="session" content="none"></head>'),
    );
  });
});
