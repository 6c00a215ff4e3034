import path from 'node:path';
import ts from 'typescript';
import { findCrossContextWrites } from './cross-context-writes.js';
import { containsSql, tablesNamedIn, tablesOfEntitiesIn, tablesWrittenIn } from './table-names.js';
import { tableOwners } from './table-owners.js';
import { filesThatRunForeignSql, filesThatWriteBesideEntities } from './unchecked-sql.js';

/** Sources by path from the root, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

const contexts = ['identity', 'tenancy', 'content', 'support', 'giving', 'live'];
const pureLibs = ['money', 'calendar', 'csv', 'csv-writer'];
const sharedWithWeb = ['contracts', 'money', 'calendar', 'csv-writer'];

interface Import {
  from: string;
  /** as written */
  name: string;
  /** the file it names, where it is one of ours */
  to: string | null;
}

export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) =>
    namesImportedBy(text).map((name) => ({ from, name, to: resolve(sources, from, name) })),
  );
}

/** What each text imports, because the tests of the rules read all files many times. */
const known = new Map<string, string[]>();

function namesImportedBy(text: string): string[] {
  const cached = known.get(text);
  if (cached) return cached;
  const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  known.set(text, names);
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

/** Apart from the other contracts, because the web client needs only its types. */
const routeTable = 'libs/contracts/routes/index.ts';

const isSpec = (file: string) => /\.spec\.tsx?$/.test(file);
const within = (file: string, folder: string) => file.startsWith(`${folder}/`);
const roomOf = (file: string) => contexts.find((context) => within(file, `src/${context}`));
const libraryOf = (file: string) => /^libs\/([\w-]+)\//.exec(file)?.[1];
const packageOf = (name: string) =>
  name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0]!;
/** `web/src/features/giving/ledger/…` → `giving/ledger`; a file of a context: the context. */
const featureOf = (file: string) =>
  /^web\/src\/features\/([\w-]+(?:\/[\w-]+(?=\/))?)/.exec(file)?.[1];
const code = (sources: Sources) =>
  [...sources.keys()].filter((file) => !isSpec(file) && !within(file, 'test'));
const isDecider = (text: string) => /:\s*Decider</.test(text);

/** Each rule of "who may enter which room" gives a sentence for each thing that breaks it. */
export const rules: Record<string, (sources: Sources) => string[]> = {
  'a context is entered only through its index.ts': (sources) =>
    importsOf(sources)
      .filter(({ from, to }) => {
        const room = to && roomOf(to);
        return (
          room && !within(from, 'test') && roomOf(from) !== room && to !== `src/${room}/index.ts`
        );
      })
      .map(({ from, to }) => `${from} enters ${to!} past its door`),

  'a library is entered only through its index.ts': (sources) =>
    importsOf(sources)
      .filter(({ from, to }) => {
        const library = to && libraryOf(to);
        return (
          library &&
          !isSpec(from) &&
          libraryOf(from) !== library &&
          to !== `libs/${library}/index.ts` &&
          to !== routeTable
        );
      })
      .map(({ from, to }) => `${from} enters ${to!} past its door`),

  'nobody inside imports their own door': (sources) =>
    importsOf(sources)
      .filter(({ from, to }) => {
        if (!to || isSpec(from)) return false;
        const [room, library] = [roomOf(from), libraryOf(from)];
        return (
          (room && to === `src/${room}/index.ts`) || (library && to === `libs/${library}/index.ts`)
        );
      })
      .map(({ from, to }) => `${from} imports its own door ${to!}`),

  'libraries know nothing of src, web and test': (sources) =>
    importsOf(sources)
      .filter(({ from, to }) => libraryOf(from) && !isSpec(from) && to && !libraryOf(to))
      .map(({ from, to }) => `${from} imports ${to!}`),

  'no program imports from the tests': (sources) =>
    importsOf(sources)
      .filter(
        ({ from, to }) =>
          !isSpec(from) && !within(from, 'test') && to && (within(to, 'test') || isSpec(to)),
      )
      .map(({ from, to }) => `${from} imports ${to!}`),

  'deciders, money, calendar and csv are pure: no Nest, no ORM, no clock, no randomness': (
    sources,
  ) =>
    code(sources).flatMap((file) => {
      const text = sources.get(file)!;
      const isPureLib = pureLibs.includes(libraryOf(file) ?? '');
      const decides =
        within(file, 'src') &&
        isDecider(text) &&
        !text.includes('@CommandHandler') &&
        !text.includes('@Injectable');
      if (!isPureLib && !decides) return [];
      const allowed = isPureLib
        ? [
            '#libs/contracts',
            '#libs/money',
            '#libs/calendar',
            '#libs/csv-writer',
            'papaparse',
            'iconv-lite',
            'zod',
            'node:crypto',
            'node:stream',
          ]
        : ['#libs/contracts', '#libs/event-sourcing', '#libs/money', '#libs/calendar'];
      const foreign = importsOf(new Map([[file, text]]))
        .filter(({ name }) => !name.startsWith('.') && !allowed.includes(name))
        .map(({ name }) => `${file} imports ${name}`);
      const impure =
        /\bnew Date\(\)|\bDate\.now\b|\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bperformance\.now\b|\bprocess\.(?:env|hrtime)\b|\bgetRandomValues\b|\bTemporal\.Now\b/.exec(
          stripComments(text),
        );
      return [...foreign, ...(impure ? [`${file} asks ${impure[0]}`] : [])];
    }),

  'web never imports src; of libs only those that it shares with the server': (sources) =>
    importsOf(sources)
      .filter(
        ({ from, to }) =>
          within(from, 'web') &&
          to &&
          !within(to, 'web') &&
          !(within(from, 'web') && sharedWithWeb.includes(libraryOf(to) ?? '')),
      )
      .map(({ from, to }) => `${from} imports ${to!}`),

  'src never imports web': (sources) =>
    importsOf(sources)
      .filter(({ from, to }) => within(from, 'src') && to && within(to, 'web'))
      .map(({ from, to }) => `${from} imports ${to!}`),

  'a feature of web never imports another feature': (sources) =>
    importsOf(sources)
      .filter(
        ({ from, to }) =>
          featureOf(from) && to && featureOf(to) && featureOf(from) !== featureOf(to),
      )
      .map(({ from, to }) => `${from} imports ${to!}`),

  'imports in web go one way: routes, then features, then components, then lib': (sources) =>
    importsOf(sources)
      .filter(
        ({ from, to }) =>
          to && layerOf(from) !== -1 && layerOf(to) !== -1 && layerOf(from) < layerOf(to),
      )
      .map(({ from, to }) => `${from} imports ${to!}`),

  'only libs/database opens connections': (sources) => [
    ...importsOf(sources)
      .filter(
        ({ from, name }) =>
          ['pg', 'kysely', 'postgres'].includes(packageOf(name)) &&
          !within(from, 'libs/database') &&
          !mayUseDrivers(from),
      )
      .map(({ from, name }) => `${from} imports ${name}`),
    ...[...sources]
      .filter(
        ([file, text]) =>
          /\bMikroORM\b/.test(stripComments(text)) &&
          !within(file, 'libs/database') &&
          !mayUseDrivers(file),
      )
      .map(([file]) => `${file} uses MikroORM itself`),
  ],

  'only libs/event-sourcing imports @eventstore/db-client': (sources) =>
    importsOf(sources)
      .filter(
        ({ from, name }) =>
          packageOf(name) === '@eventstore/db-client' &&
          !within(from, 'libs/event-sourcing') &&
          !within(from, 'test/support'),
      )
      .map(({ from, name }) => `${from} imports ${name}`),

  'an error is logged as it is: the log says what of it may be told': (sources) =>
    code(sources).flatMap((file) =>
      /\blog(?:ger)?\.(?:warn|error|fatal)\([^;]*\berror(?:\.(?:name|message|stack)\b| instanceof)/i.test(
        sources.get(file)!,
      )
        ? [`${file} writes of an error itself`]
        : [],
    ),

  'components/ui knows nothing of churches: no contracts, no queries, no component of a subject': (
    sources,
  ) =>
    importsOf(sources)
      .filter(({ from, to }) => to !== null && isUi(from) && !mayBeUsedByUi(from, to))
      .map(({ from, to }) => `${from} imports ${to!}`),

  'a folder that has a level uses only folders at or below it': (sources) =>
    importsOf(sources)
      .filter(({ from, to }) => to !== null && isUpward(from, to))
      .map(({ from, to }) => `${from} imports ${to!}, which is above it`),

  'only the owner of a table names it': (sources) =>
    code(sources)
      .filter((file) => !within(file, 'web') && !within(file, 'src/migrations'))
      .flatMap((file) =>
        tablesNamedIn(file, sources.get(file)!)
          .filter((table) => !within(file, tableOwners[table]!))
          .map((table) => `${file} names ${table}, which ${tableOwners[table]!} owns`),
      ),

  'SQL is in *.sql.ts files, where a test compares it with the migrated tables': (sources) =>
    findUncheckedSql(sources).map((file) => `${file} contains SQL`),

  'a table is written in one way: by its entity or by SQL, and never by a query builder': (
    sources,
  ) => [
    ...findWritesBesideEntities(sources)
      .filter(({ file }) => !filesThatWriteBesideEntities.includes(file))
      .map(({ file, table }) => `${file} writes ${table}, which an entity writes`),
    ...code(sources)
      .filter((file) => within(file, 'src') || within(file, 'libs'))
      .filter((file) =>
        /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(/.test(sources.get(file)!),
      )
      .map((file) => `${file} writes with a query builder`),
  ],

  'a context changes the data of another one only by a command': findCrossContextWrites,

  'no cycles': cycles,
};

/** Finds the files whose SQL writes a table that is mapped to an entity. */
export function findWritesBesideEntities(sources: Sources): { file: string; table: string }[] {
  const files = code(sources).filter(
    (file) => within(file, 'src') && !within(file, 'src/migrations'),
  );
  const mapped = new Set(files.flatMap((file) => tablesOfEntitiesIn(sources.get(file)!)));
  return files.flatMap((file) =>
    tablesWrittenIn(file, sources.get(file)!)
      .filter((table) => mapped.has(table))
      .map((table) => ({ file, table })),
  );
}

/** Whether a file runs statements that are not declared. */
export const runsSql = (text: string): boolean => /\.sql(?:<|\()/.test(text);

/**
 * Finds the files that contain SQL, or run it without a declaration, outside of `*.sql.ts` files.
 * `libs/database` is left out, because it works before and below the migrated tables.
 */
export const findUncheckedSql = (sources: Sources): string[] =>
  code(sources)
    .filter((file) => within(file, 'src') || within(file, 'libs'))
    .filter((file) => !within(file, 'src/migrations') && !within(file, 'libs/database'))
    .filter((file) => !file.endsWith('.sql.ts'))
    .filter((file) => {
      const text = sources.get(file)!;
      const runsUnchecked = runsSql(text) && !filesThatRunForeignSql.includes(file);
      return runsUnchecked || containsSql(file, text);
    });

const isUi = (file: string) => within(file, 'web/src/components/ui');
/** Asks the server whether a form can be sent, for every dialog. */
const cannotSaveNotice = 'web/src/components/ui/form/cannot-save-notice.tsx';
const mayBeUsedByUi = (from: string, to: string): boolean => {
  if (to === 'libs/contracts/index.ts') return from === cannotSaveNotice;
  if (within(to, 'web/src/components')) return isUi(to);
  return !within(to, 'web/src/lib/queries');
};

/** Folders whose subfolders have levels, the lowest first. */
const levels: Readonly<Record<string, readonly string[]>> = {
  'src/identity': ['sessions', 'account', 'sign-in'],
  'src/giving/import': ['sources', 'reading', 'givers', 'classification', 'review', 'recording'],
};

/** Whether a file in a folder with a level imports one above it. */
const isUpward = (from: string, to: string): boolean =>
  Object.entries(levels).some(([parent, folders]) => {
    const levelOf = (file: string) =>
      folders.findIndex((folder) => within(file, `${parent}/${folder}`));
    return levelOf(from) >= 0 && levelOf(from) < levelOf(to);
  });

/** Tests look from outside, and the benchmark at the bare driver. */
const mayUseDrivers = (file: string) =>
  ['test/support', 'test/bench', 'test/faults', 'test/architecture'].some((folder) =>
    within(file, folder),
  );

const layers = ['lib', 'components', 'features', 'routes'];
const layerOf = (file: string) => layers.findIndex((folder) => within(file, `web/src/${folder}`));

const stripComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');

/** Each circle once, from its first file. */
function cycles(sources: Sources): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of importsOf(sources))
    if (to && sources.has(to)) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (file: string, trail: string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const target of next.get(file) ?? []) visit(target, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of sources.keys()) visit(file, []);
  return found;
}
