import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What surrounds every screen of a signed-in person. */
const shell = /\/routes\/shell\/(app-shell|sidebar-content|navigation)|\/components\/avatar\.|\/icons\/(hand-coins|flag|file-up|log-out|search|layout-dashboard|notebook-text|users|menu|download|receipt|pencil)\./;
/** Small modules that most screens use; nothing that brings a floating layer with it. */
const kit = /\/web\/src\/(components\/(?!grid|dialog|side-panel|combobox|menu-open|chip-popover|toaster|field|money-input|steps|changed-mark)|lib\/|routes\/shell\/(?!drawer|command))|\/lucide-react\/|\/libs\/(money|calendar)\/(?!parse)|\/(clsx|class-variance-authority|react-slot)\//;

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
    rolldownOptions: {
      // Importing the permission table must not bring zod and every schema into the first load.
      treeshake: { moduleSideEffects: [{ test: /\/libs\/(contracts|money|calendar)\//, sideEffects: false }] },
      output: {
        // What most screens share is two files instead of forty: they pack better (3 kB of the 150 that a first load may have).
        codeSplitting: {
          groups: [
            { name: 'shell', test: shell, priority: 2 },
            { name: 'kit', test: kit, minShareCount: 4, priority: 1 },
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
