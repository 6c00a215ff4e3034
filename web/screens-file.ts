import fs from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const routes = path.join(import.meta.dirname, 'src/routes');

/** Modules that signed-in people need on a page, besides its screen. */
const forSignedIn: Record<string, string[]> = {
  '/': ['start/dashboard.tsx', '../lib/content/member-screen-loaders.ts'],
};

/** A route of the client and the module of its screen. */
export interface Screen {
  /** As the router knows it; `$` begins a part that may be any text. */
  path: string;
  module: string;
}

/** Finds the screens of the route files: each route names its path, then imports its screen. */
export function findScreens(): Screen[] {
  const routeAndScreen = /path: '([^']+)',(?:(?!path: ')[^])*?import\('(\.\/[^']+\.lazy)'\)/g;
  return fs
    .readdirSync(routes, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.lazy.tsx'))
    .flatMap((file) => {
      const text = fs.readFileSync(path.join(routes, file), 'utf8');
      const folder = path.dirname(path.join(routes, file));
      return [...text.matchAll(routeAndScreen)].map(([, screenPath, name]) => ({
        path: screenPath!,
        module: path.join(folder, `${name!}.tsx`),
      }));
    });
}

/** The files that a screen needs, apart from those that every page asks for. */
interface Files {
  files: string[];
  /** Further files, where somebody may be signed in. */
  signedIn?: string[];
}

/**
 * Writes `.vite/screens.json`, which lists the files of the screen of each path. The server reads
 * it, so that it can tell the browser which files to load without knowing their names
 * (`src/server/web-page.ts`). The build fails if a screen needs zod before a form is used: one
 * constant that is imported from a file of `libs/contracts` with schemas adds 26 kB to its first
 * load.
 */
export const screensFile: Plugin = {
  name: 'screens-file',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const entry = chunks.find((chunk) => chunk.isEntry)!;
    const ofEveryPage = new Set([entry.fileName, ...entry.imports]);
    const filesOf = (modules: readonly string[]): string[] => {
      const fileNames = new Set<string>();
      for (const module of modules)
        addFiles(chunkOf(chunks, module), chunks, ofEveryPage, fileNames);
      return [...fileNames];
    };
    const screens: Record<string, Files> = {};
    for (const screen of findScreens()) {
      const files = filesOf([screen.module]);
      const more = forSignedIn[screen.path]?.map((module) => path.join(routes, module));
      const missing = more?.find((module) => !chunkOf(chunks, module));
      if (missing) this.error(`The build has no module ${missing}.`);
      const signedIn = more && filesOf(more).filter((file) => !files.includes(file));
      screens[screen.path] = { files, signedIn };
      const zodFile = findZod(chunks, [entry.fileName, ...files, ...(signedIn ?? [])]);
      if (zodFile) this.error(`The first load of ${screen.path} contains zod, in ${zodFile}.`);
    }
    this.emitFile({
      type: 'asset',
      fileName: '.vite/screens.json',
      source: JSON.stringify(screens, null, 1),
    });
  },
};

/**
 * @returns undefined for a module that the build left out, such as a screen of the development
 *   server
 */
function chunkOf(
  chunks: readonly Rolldown.OutputChunk[],
  module: string,
): Rolldown.OutputChunk | undefined {
  return (
    chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(module))
  );
}

/** Returns the first of these files that contains zod; undefined if none does. */
const findZod = (
  chunks: readonly Rolldown.OutputChunk[],
  files: readonly string[],
): string | undefined =>
  chunks.find(
    ({ fileName, moduleIds }) =>
      files.includes(fileName) && moduleIds.some((module) => module.includes('/node_modules/zod/')),
  )?.fileName;

/** Adds a file and what it imports. */
function addFiles(
  chunk: Rolldown.OutputChunk | undefined,
  chunks: readonly Rolldown.OutputChunk[],
  ofEveryPage: ReadonlySet<string>,
  fileNames: Set<string>,
): void {
  if (!chunk || fileNames.has(chunk.fileName) || ofEveryPage.has(chunk.fileName)) return;
  fileNames.add(chunk.fileName);
  for (const fileName of chunk.imports) {
    const imported = chunks.find((candidate) => candidate.fileName === fileName);
    addFiles(imported, chunks, ofEveryPage, fileNames);
  }
}
