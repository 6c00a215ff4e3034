import { afterAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { webPage } from './web-page.js';

describe('the page that is sent first', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'web-page-'));
  afterAll(() => fs.rmSync(root, { recursive: true }));
  fs.mkdirSync(path.join(root, '.vite'));
  fs.writeFileSync(
    path.join(root, 'index.html'),
    '<html><head><script src="/assets/index.js"></script></head><body></body></html>',
  );
  fs.writeFileSync(
    path.join(root, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/index.js' },
      'src/routes/church-ledger.lazy.tsx': {
        file: 'assets/ledger.js',
        imports: ['_grid.js', 'index.html', '_field.js'],
      },
      'src/routes/settings.lazy.tsx': { file: 'assets/settings.js' },
      'src/routes/church-settings.lazy.tsx': { file: 'assets/church-settings.js' },
      '_grid.js': { file: 'assets/grid.js', imports: ['_field.js'] },
      '_field.js': { file: 'assets/field.js', imports: ['_grid.js'] },
    }),
  );
  const page = webPage(root);
  const links = (html: string) =>
    [...html.matchAll(/<link[^>]*href="([^"]*)"/g)].map((match) => match[1]);

  it('asks at once for the code of its screen, once each, and not for what it asks for anyhow', () => {
    expect(links(page('/admin/church-ledger', false))).toEqual([
      '/assets/ledger.js',
      '/assets/grid.js',
      '/assets/field.js',
    ]);
  });

  it('takes no screen for another of the same name', () => {
    expect(links(page('/settings', false))).toEqual(['/assets/settings.js']);
    expect(links(page('/admin/settings', false))).toEqual(['/assets/church-settings.js']);
  });

  it('asks who is signed in only where somebody may be', () => {
    expect(links(page('/admin/church-ledger', true)).slice(0, 2)).toEqual([
      '/api/auth/user',
      '/api/settings',
    ]);
    expect(links(page('/sign-in', true))).toEqual(['/api/auth/user', '/api/settings']);
  });

  it.each([
    '/nothing-here',
    '/../church-ledger',
    '/admin/church-ledger/x',
    '/__proto__',
    '/constructor',
    `/${'a'.repeat(5000)}`,
    '/"><script>',
  ])('is the plain page for any other path: %p', (pathname) => {
    expect(page(pathname, false)).toBe(
      fs
        .readFileSync(path.join(root, 'index.html'), 'utf8')
        .replace('</head>', '<meta name="session" content="none"></head>'),
    );
  });

  it('takes no screen of the client for another one', () => {
    const routes = path.resolve(import.meta.dirname, '../../web/src/routes');
    const files = fs.readdirSync(routes).filter((file) => file.endsWith('.tsx'));
    const all = fs.mkdtempSync(path.join(os.tmpdir(), 'web-page-'));
    fs.mkdirSync(path.join(all, '.vite'));
    fs.writeFileSync(path.join(all, 'index.html'), '<head></head>');
    fs.writeFileSync(
      path.join(all, '.vite/manifest.json'),
      JSON.stringify(
        Object.fromEntries(
          files.map((file) => [`src/routes/${file}`, { file: file.split('.')[0] }]),
        ),
      ),
    );
    const shown = webPage(all);
    fs.rmSync(all, { recursive: true });
    const screens = files.flatMap((file) =>
      [
        ...fs
          .readFileSync(path.join(routes, file), 'utf8')
          .matchAll(/path: '([^'$]+)',(?:(?!path: ')[^])*?import\('\.\/([a-z-]+)\.lazy'\)/g),
      ].map(([, at, name]) => ({ at: at!, name: name! })),
    );
    expect(screens.length).toBeGreaterThan(30);
    const wrong = screens
      .map(({ at, name }) => ({ at, name, asked: links(shown(at, false)) }))
      .filter(({ name, asked }) => asked.some((file) => file !== `/${name}`));
    expect(wrong).toEqual([]);
  });
});
