import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What surrounds every screen of a signed-in person. */
const shell = /\/routes\/shell\/(app-shell|sidebar-content|navigation)|\/components\/avatar\.|\/lib\/(toast|queries\/user)\.|\/react-query\/.*\/(useQuery|queryOptions|infiniteQueryOptions)\.|\/icons\/(hand-coins|flag|file-up|log-out|search|layout-dashboard|notebook-text|users|menu|download|receipt|pencil)\./;
/** Small modules that most screens use, by name: nothing that brings a form or a floating layer with it. */
const kit =
  /\/web\/src\/(components\/(alert|badge|card|filter-chips|hidden-file-input|input|money|page|page-header|progress|skeleton|stat|when-near)|lib\/(church|format|lazy-resolver|use-idempotency-key|use-media|vocabulary|queries\/[a-z-]*(?<!shown|content-lists|notifications)))\.|\/icons\/(check|chevron-down|circle-check|circle-exclamation-point|ellipsis|external-link|eye-off|plus|rotate-cw|trash|x)\.|\/libs\/(money|calendar)\/(?!parse)|\/(clsx|class-variance-authority)\//;
/** What the screens share on which members read, watch and listen. */
const reading =
  /\/web\/src\/(components\/(reader|media-card|picture|pattern|video-player|listen-button|show-more|tag-line|file-card|calendar-leaf|rich-text)|lib\/(queries\/shown|warm-shown|listening|rich-text|event-time|files|copy|count-view))\.|\/libs\/contracts\/video\./;

/** `#libs/…` resolves through package.json "imports" with the condition `source`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  // React has had useSyncExternalStore since 18: what imitates it for older ones need not be loaded
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' }, conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    modulePreload: false, // the map of what each page needs would itself be 3 kB of every first load
    rolldownOptions: {
      // Importing the permission table must not bring zod and every schema into the first load.
      treeshake: { moduleSideEffects: [{ test: /\/libs\/(contracts|money|calendar)\//, sideEffects: false }] },
      output: {
        // What most screens share is two files instead of forty: they pack better (3 kB of the 150 that a first load may have).
        codeSplitting: {
          groups: [
            { name: 'shell', test: shell, priority: 2 },
            // without what they import: that would bring along what a page of another kind needs alone
            { name: 'kit', test: kit, minShareCount: 4, priority: 1, includeDependenciesRecursively: false },
            { name: 'reading', test: reading, minShareCount: 2, priority: 0, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.API_PORT ?? '3000'}` } },
  },
});
