import { findCrossContextWrites } from './cross-context-writes.js';
import {
  code,
  contextOf,
  featureOf,
  findCycles,
  importsOf,
  isSpec,
  libraryOf,
  packageOf,
  pureLibs,
  routeTable,
  sharedWithWeb,
  stripComments,
  within,
  type Sources,
} from './sources.js';
import { findUncheckedSql, findWritesBesideEntities } from './sql-rules.js';
import { tablesNamedIn } from './table-names.js';
import { tableOwners } from './table-owners.js';
import { filesThatWriteBesideEntities } from './unchecked-sql.js';

/** The rules of the source text by their names. Each returns a sentence for each violation. */
export const rules: Record<string, (sources: Sources) => string[]> = {
  'a context is imported only through its index.ts': (sources) =>
    importsOf(sources)
      .filter(({ from, to }) => {
        const context = to && contextOf(to);
        return (
          context &&
          !within(from, 'test') &&
          contextOf(from) !== context &&
          to !== `src/${context}/index.ts`
        );
      })
      .map(({ from, to }) => `${from} imports ${to!} instead of its index.ts`),

  'a library is imported only through its index.ts': (sources) =>
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
      .map(({ from, to }) => `${from} imports ${to!} instead of its index.ts`),

  'no file imports the index.ts of its own context or library': (sources) =>
    importsOf(sources)
      .filter(({ from, to }) => {
        if (!to || isSpec(from)) return false;
        const [context, library] = [contextOf(from), libraryOf(from)];
        return (
          (context && to === `src/${context}/index.ts`) ||
          (library && to === `libs/${library}/index.ts`)
        );
      })
      .map(({ from, to }) => `${from} imports ${to!}, which is its own index.ts`),

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
      return [...foreign, ...(impure ? [`${file} uses ${impure[0]}`] : [])];
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

  'an error is passed to the log, which decides what of it is written': (sources) =>
    code(sources).flatMap((file) =>
      /\blog(?:ger)?\.(?:warn|error|fatal)\([^;]*\berror(?:\.(?:name|message|stack)\b| instanceof)/i.test(
        sources.get(file)!,
      )
        ? [`${file} passes a part of an error to the log`]
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

  'no cycles': findCycles,
};

const isDecider = (text: string) => /:\s*Decider</.test(text);

const isUi = (file: string) => within(file, 'web/src/components/ui');
/** The component that asks the server for all dialogs whether a form can be sent. */
const cannotSaveNotice = 'web/src/components/ui/form/cannot-save-notice.tsx';
const mayBeUsedByUi = (from: string, to: string): boolean => {
  if (to === 'libs/contracts/index.ts') return from === cannotSaveNotice;
  if (within(to, 'web/src/components')) return isUi(to);
  return !within(to, 'web/src/lib/queries');
};

/** Folders whose subfolders have levels, beginning with the lowest. */
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

/** Tests examine the program from outside, and the benchmark measures only the driver. */
const mayUseDrivers = (file: string) =>
  ['test/support', 'test/bench', 'test/faults', 'test/architecture'].some((folder) =>
    within(file, folder),
  );

const layers = ['lib', 'components', 'features', 'routes'];
const layerOf = (file: string) => layers.findIndex((folder) => within(file, `web/src/${folder}`));
