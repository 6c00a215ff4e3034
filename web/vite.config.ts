import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Small modules that most screens use; nothing that brings a floating layer with it. */
const kit = /\/web\/src\/(components\/(?!grid|dialog|side-panel|combobox|menu-open|chip-popover|toaster)|lib\/|routes\/shell\/(?!drawer|command))|\/lucide-react\/|\/libs\/(money|calendar)\/|\/(clsx|class-variance-authority|react-slot)\//;

/** `#libs/…` resolves through package.json "imports" with the condition `source`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
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
        // What most screens share is one file instead of thirty: it packs better, and one request is enough.
        codeSplitting: { groups: [{ name: 'kit', test: kit, minShareCount: 4 }] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.API_PORT ?? '3000'}` } },
  },
});
