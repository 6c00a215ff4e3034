import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { menuIconsInStyles } from './menu-icons.ts';
import { screensFile } from './screens-file.ts';

/**
 * The pattern of files with some names, in a folder or in its subfolders.
 * @param names patterns, separated by spaces
 */
const inFolder = (folder: string, names: string): string =>
  String.raw`/${folder}/(?:[a-z]+/)*(${names.trim().split(/\s+/).join('|')})\.`;
const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'));

/**
 * Returns a group of modules that become one file if at least two screens share them. The modules
 * that they import are not part of it, because some of these belong to other pages.
 */
const group = (name: string, test: RegExp, { minShareCount = 2, priority = 0 } = {}) => ({
  name,
  test,
  minShareCount,
  priority,
  includeDependenciesRecursively: false,
});

/** What surrounds every screen of a signed-in user. */
const shell = anyOf(
  String.raw`/features/content/library/words\.`,
  '/routes/shell/(app-shell|sidebar-content|navigation|menu-icon)',
  String.raw`/components/ui/avatar\.`,
  inFolder('lib', 'drafts toast queries/user'),
  String.raw`/react-query/.*/(useQuery|queryOptions|infiniteQueryOptions)\.`,
  String.raw`/react-router/.*/fileRoute\.`,
  String.raw`/icons/(log-out|search|menu|pencil)\.`,
);

/** Small modules that most screens use: nothing that brings a form or a floating layer with it. */
const kit = anyOf(
  inFolder(
    'web/src/components',
    'alert badge card hidden-file-input input money page page-header progress skeleton when-near',
  ),
  inFolder('web/src/lib', 'church format lazy-resolver use-idempotency-key use-media vocabulary'),
  '/web/src/lib/(?:[a-z]+/)*queries/' +
    String.raw`[a-z-]*(?<!member-content|content-lists|notifications)\.`,
  inFolder(
    'icons',
    `check chevron-down circle-check circle-exclamation-point arrow-left arrow-up book-open eye
     file-text mail video ellipsis external-link eye-off plus rotate-cw trash x`,
  ),
  '/libs/(money|calendar)/(?!parse|weekday|series|local-time)',
  '/(clsx|class-variance-authority)/',
);
/** What the screens share on which members read, watch and listen. */
const reading = anyOf(
  inFolder(
    'web/src/components',
    `reader media-card picture pattern video-player listen-button tag-line file-card calendar-leaf
     rich-text`,
  ),
  inFolder(
    'web/src/lib',
    'queries/member-content member-screen-loaders listening rich-text copy count-view',
  ),
);
/** Signs of the dashboard that no large page shows: one request instead of one for each. */
const signs =
  /\/icons\/(hand-coins|megaphone|play|pause|headphones|copy|hourglass|calendar-days)\./;
/** What the dashboard shares with smaller pages, and nothing that others of these files import. */
const home = anyOf(
  String.raw`/web/src/lib/queries/first-steps\.`,
  String.raw`/web/src/features/content/(resources/resource-card|sermons/sermon-buttons)\.`,
  String.raw`/web/src/features/(giving/fundraisers/fundraiser-progress|tenancy/trial-badge)\.`,
  String.raw`/icons/mic\.`,
);
/** What data-grid.tsx shares with cards. */
const rows = /\/web\/src\/components\/ui\/grid\/(selection|use-printing)\.|\/icons\/arrow-down\./;
/** What lists have above them. */
const listing = anyOf(
  inFolder('web/src/components', 'filter-chips search-input'),
  String.raw`/react-query/.*/useInfiniteQuery\.`,
  String.raw`/query-core/.*/infiniteQueryObserver\.`,
);
/** What the donations of a church share with the panel and the dialogs of a donation. */
const gifts = anyOf(
  inFolder('web/src/features/giving/donations', 'queries which'),
  String.raw`/web/src/components/ui/changed-mark\.`,
  String.raw`/icons/(rotate-ccw|rotate-ccw-clock|file-input|receipt|circle-dollar-sign)\.`,
);
/** What the pages of staff with a grid have around it. */
const aroundGrid = anyOf(
  inFolder('web/src/components', 'use-pages days-chip stat'),
  inFolder('web/src/lib', 'use-open-dialog print'),
  String.raw`/icons/(printer|upload|user-plus)\.`,
);
/** How something repeats. */
const recurring = anyOf(
  inFolder('web/src/components', 'recurrence-details toggle-group'),
  String.raw`/web/src/lib/content/recurrence\.`,
  String.raw`/libs/calendar/weekday\.`,
);
/** A list that staff keep, as a grid. */
const keptGrid = /\/web\/src\/components\/content\/content-(grid|columns)\.|\/icons\/audio-lines\./;
/** A form. */
const form = /\/react-hook-form\/|\/web\/src\/lib\/forms\/use-draft\./;
/** Text that was typed and not sent yet, also in single fields without the library of forms. */
const typing =
  /\/web\/src\/(components\/(?:[a-z]+\/)*(draft-note|leave-guard)|lib\/forms\/server-issues)\./;
/** What lists and editors of content share. */
const content =
  /\/web\/src\/lib\/(?:[a-z]+\/)*(list-search|content-words|queries\/content-lists)\./;
/** What every list that staff keep has, as grid or as cards. */
const keeping =
  /\/web\/src\/components\/(?:[a-z]+\/)*(bulk-lazy|delete-content|active-switch|active-badge)\./;
/** What the pages that edit content have besides. */
const editor = anyOf(
  inFolder('web/src/components', 'editor-load editor-page video-help'),
  String.raw`/web/src/lib/forms/use-content-form\.`,
);

/** Sending a file; also where there is no form. */
const upload = /\/web\/src\/lib\/(?:[a-z]+\/)*(file-kinds|upload|upload-events)\./;
/** Choosing one in a form. */
const uploadField = anyOf(
  String.raw`/web/src/components/content/upload-field\.`,
  String.raw`/web/src/features/content/library/file-field\.`,
  String.raw`/icons/file-headphone\.`,
);

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
  plugins: [react(), tailwindcss(), menuIconsInStyles(), preloadEntry, screensFile, zodWithoutEval],
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
          groups: [
            { name: 'shell', test: shell, priority: 2 },
            group('kit', kit, { minShareCount: 4, priority: 1 }),
            group('home', home, { priority: 2 }),
            group('content', content, { priority: 2 }),
            group('reading', reading),
            group('signs', signs),
            group('keeping', keeping),
            group('listing', listing),
            group('gifts', gifts),
            group('around-grid', aroundGrid),
            group('recurring', recurring, { minShareCount: 1 }),
            group('rows', rows),
            group('kept-grid', keptGrid),
            group('typing', typing),
            group('form', form),
            group('upload', upload, { minShareCount: 1 }),
            group('upload-field', uploadField, { minShareCount: 1 }),
            group('editor', editor),
          ],
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
