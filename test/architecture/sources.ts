import path from 'node:path';
import ts from 'typescript';

/** Sources by path from the root, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

/** The contexts, which are folders of `src`. */
const contexts = ['identity', 'tenancy', 'content', 'support', 'giving', 'live'];
/** Libraries without side effects, clock and randomness. */
export const pureLibs = ['money', 'calendar', 'csv', 'csv-writer'];
/** Libraries that the web client uses, too. */
export const sharedWithWeb = ['contracts', 'money', 'calendar', 'csv-writer'];

export interface Import {
  from: string;
  /** the name in the import */
  name: string;
  /** the imported file; null for a package */
  to: string | null;
}

/** Lists all imports of some files. */
export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) =>
    namesImportedBy(text).map((name) => ({ from, name, to: resolve(sources, from, name) })),
  );
}

/** The cached imports of each text, because the tests of the rules read all files many times. */
const importsByText = new Map<string, string[]>();

function namesImportedBy(text: string): string[] {
  const cached = importsByText.get(text);
  if (cached) return cached;
  const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  importsByText.set(text, names);
  return names;
}

function resolve(sources: Sources, from: string, name: string): string | null {
  const library = /^#libs\/([\w-]+(?:\/[\w-]+)?)$/.exec(name)?.[1];
  if (library) return `libs/${library}/index.ts`;
  if (!name.startsWith('.')) return null;
  const base = path.posix.join(path.posix.dirname(from), name).replace(/\.js$/, '');
  return (
    [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`].find((candidate) =>
      sources.has(candidate),
    ) ?? base
  );
}

/** A part of the contracts with its own entry, because the web client needs only its types. */
export const routeTable = 'libs/contracts/routes/index.ts';

/** Whether a file contains tests of another one. */
export const isSpec = (file: string) => /\.spec\.tsx?$/.test(file);
/** Whether a file is in a folder or below it. */
export const within = (file: string, folder: string) => file.startsWith(`${folder}/`);
/** The context that a file belongs to. */
export const contextOf = (file: string) =>
  contexts.find((context) => within(file, `src/${context}`));
/** The library that a file belongs to. */
export const libraryOf = (file: string) => /^libs\/([\w-]+)\//.exec(file)?.[1];
/** The package of an import, without the path in it. */
export const packageOf = (name: string) =>
  name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0]!;
/**
 * Returns the feature of a file: `giving/ledger` for `web/src/features/giving/ledger/…`, and the
 * context, such as `giving`, for a file directly in its folder.
 */
export const featureOf = (file: string) =>
  /^web\/src\/features\/([\w-]+(?:\/[\w-]+(?=\/))?)/.exec(file)?.[1];
/** The files that are no tests. */
export const code = (sources: Sources) =>
  [...sources.keys()].filter((file) => !isSpec(file) && !within(file, 'test'));

/** A source text without its comments. */
export const stripComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');

/** Finds each cycle of imports once, from its first file. */
export function findCycles(sources: Sources): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of importsOf(sources))
    if (to && sources.has(to)) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, trail: string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const target of next.get(file) ?? []) visit(target, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of sources.keys()) visit(file, []);
  return cycles;
}
