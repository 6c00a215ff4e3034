import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './chunks.ts';
import { iconsAsText } from './icons.ts';
import { menuIconsInStyles } from './menu-icons.ts';
import { screensFile } from './screens-file.ts';

/**
 * Lets the browser load the program and the files that it imports at the same time. This saves
 * every first visit a round trip, and the map of files that Vite would add for all pages. The
 * script public/first.js starts the program after the frame of the page (index.html) is painted,
 * because the program would delay that. In a page that is not visible it starts at once. Vite's own
 * server starts the program itself.
 */
const preloadEntry: Plugin = {
  name: 'preload-entry',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { chunk }) =>
      chunk && {
        html: html
          .replace(
            /<script type="module"[^>]*><\/script>/,
            () => `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`,
          )
          .replace('src="/first.js"', () => `src="/first.js" data-program="/${chunk.fileName}"`),
        tags: chunk.imports.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
      },
  },
};

/**
 * Lets zod check values without `new Function`, which the content security policy forbids.
 * Otherwise zod tries it once in each page, and the browser reports a violation. Zod reads the
 * setting when a schema is created, so it is added to zod's first module. If a module of this
 * client set it, pages that need only a constant of the contracts would load zod.
 */
const zodWithoutEval: Plugin = {
  name: 'zod-without-eval',
  transform: {
    filter: { id: /\/zod\/v4\/core\/core\.js$/ },
    handler: (code) => ({ code: `${code}\nconfig({ jitless: true });\n`, map: null }),
  },
};

/** `#libs/…` resolves through package.json "imports" with the condition `source`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    menuIconsInStyles(),
    iconsAsText,
    preloadEntry,
    screensFile,
    zodWithoutEval,
  ],
  // React has had useSyncExternalStore since 18: what imitates it for older ones need not be loaded
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
    conditions: ['source', 'module', 'browser', 'development|production'],
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    modulePreload: false, // the map of the files of each page would add 3 kB to every first load
    rolldownOptions: {
      // Importing the permission table must not bring zod and every schema into the first load.
      treeshake: {
        moduleSideEffects: [{ test: /\/libs\/(contracts|money|calendar)\//, sideEffects: false }],
      },
      output: {
        // Modules that most screens share are in a few files instead of a hundred, which compresses
        // better: it saves 5 of the 150 kB of a first load.
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // npm run dev: everything that is not the client is answered by the server at PORT
    proxy: Object.fromEntries(
      ['/api', '/feeds', '/health', '/metrics'].map((path) => [
        path,
        { target: `http://127.0.0.1:${process.env.PORT ?? '3000'}` },
      ]),
    ),
  },
});
