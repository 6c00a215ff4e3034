import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Database } from '#libs/database';
import { Projector, type RoutedStore, type StoreName } from '#libs/event-sourcing';
import { Jobs } from '#libs/jobs';
import { Mail } from '#libs/mail';
import { listChurches, setAwaitsContact } from './tenancy/index.js';
import { readArguments } from './ops/cli-arguments.js';
import { explainFailure } from './ops/cli-failure.js';
import { help } from './ops/cli-help.js';
import { keyRingOf, readConfig, sessionSecret, type Config } from './ops/config.js';
import { openDatabase } from './ops/database.js';
import {
  acceptRestore,
  givingProjections,
  Journal,
  readStoredHeads,
  moveChurch,
  openEventStores,
  verifyChurch,
} from './giving/index.js';
import { createAccount, makeAdmin, resetFactor } from './identity/index.js';
import { mailerOf } from './ops/mailing.js';
import { repairBooks } from './ops/repair-books.cli.js';
import { describeReport } from './ops/verify-report.js';
import { reencryptMessages } from './support/index.js';

interface Church {
  id: string;
  slug: string;
  name: string;
}

interface Context {
  db: Database;
  config: Config;
  stores: RoutedStore;
  /** those that were named, or all */
  churches: Church[];
}

const print = (line: string) => process.stdout.write(`${line}\n`);

type Values = ReturnType<typeof readArguments>['values'];

type Commands = Record<string, (context: Context) => Promise<number>>;

/** Returns the commands by their names. Each returns the exit code of the program. */
function commandsOf(values: Values, argument: string | undefined): Commands {
  const commands: Commands = {
    verify,
    rebuild: (context) => rebuild(context, argument),
    'migrate-events': (context) => migrateEvents(context, values.to ?? context.config.EVENT_STORE),
    'repair-books': (context) => repairChurch(context, values.church, values.trust),
    'accept-restore': (context) => acceptRestores(context, values.by ?? userInfo().username),
    'owner:create': ({ db }) => createOwner(db, argument),
    'admin:make': (context) => makeAdministrator(context, argument),
    'factor:reset': (context) => resetSecondFactor(context, argument),
    'keys:rotate': rotateKeys,
  };
  return commands;
}

async function main(argv: string[]): Promise<number> {
  const { values, positionals } = readArguments(argv);
  const [command, argument] = positionals;
  if (values.help || command === undefined) {
    print(help);
    return command === undefined && !values.help ? 2 : 0;
  }
  const run = commandsOf(values, argument)[command];
  if (!run) {
    print(`There is no command "${command}".\n\n${help}`);
    return 2;
  }
  const config = readConfig(process.env);
  if (!config.DATABASE_URL && !hasEmbeddedDatabase(config)) {
    print(
      `There is no database in ${path.resolve(config.DATA_DIR)}. Run this command with the ` +
        `DATABASE_URL or DATA_DIR of the program.`,
    );
    return 2;
  }
  try {
    return await withStores(config, async (db, stores) =>
      run({ db, config, stores, churches: await findChurches(db, values.church) }),
    );
  } catch (error) {
    process.stderr.write(`${explainFailure(error, config)}\n`);
    return 1;
  }
}

/** Opens the database and the event stores for a command, and closes them after it. */
async function withStores(
  config: Config,
  run: (db: Database, stores: RoutedStore) => Promise<number>,
): Promise<number> {
  const database = await openDatabase(config, { share: true });
  const stores = openEventStores(config, database.db);
  try {
    return await run(database.db, stores);
  } finally {
    await stores.dispose();
    await database.close();
  }
}

/** Whether the program has its own database here. A command must not create an empty one. */
const hasEmbeddedDatabase = ({ DATA_DIR }: Config) =>
  ['postgresql', 'postgresql-is-at'].some((name) => existsSync(path.resolve(DATA_DIR, name)));

async function findChurches(db: Database, slug: string | undefined): Promise<Church[]> {
  const all = await listChurches(db);
  const churches = slug === undefined ? all : all.filter((church) => church.slug === slug);
  if (slug !== undefined && churches.length === 0)
    throw new Error(`There is no church with the slug "${slug}".`);
  return churches;
}

async function verify({ db, config, stores, churches }: Context): Promise<number> {
  const storedHeads = readStoredHeads(config.DATA_DIR);
  let problems = 0;
  for (const church of churches) {
    const report = await verifyChurch(db, stores, church.id, storedHeads[church.id]);
    problems += report.problems.length;
    for (const line of describeReport(church.name, report)) print(line);
  }
  print(
    problems === 0
      ? 'verify: all is well'
      : `verify: ${problems} problem${problems === 1 ? '' : 's'} found`,
  );
  return problems === 0 ? 0 : 1;
}

/** Rebuilds, then verifies: a rebuild cannot correct everything that can be wrong. */
async function rebuild(context: Context, name: string | undefined): Promise<number> {
  const { db, stores, churches } = context;
  const projector = projectorOf(db, stores);
  const names = name === undefined ? projector.names : [name];
  for (const church of churches) {
    let shownPercent = -1n;
    await projector.rebuild(church.id, names, ({ done, total }) => {
      const percent = total === 0n ? 100n : (done * 100n) / total;
      if (percent >= shownPercent + 10n)
        print(`${church.name}: ${names.join(', ')} ${(shownPercent = percent)}%`);
    });
    print(`${church.name}: ${names.join(', ')} rebuilt`);
  }
  return verify(context);
}

async function migrateEvents(context: Context, to: string): Promise<number> {
  const { db, stores, churches } = context;
  if (to !== 'postgres' && to !== 'eventstoredb') {
    print('Name the target: --to postgres or --to eventstoredb');
    return 2;
  }
  for (const { id, name } of churches) {
    const onProgress = (events: number) => print(`${name}: ${events} events`);
    const moved = await moveChurch(db, stores, projectorOf(db, stores), {
      organizationId: id,
      to,
      onProgress,
    });
    print(
      moved === null
        ? `${name} is in ${storeNames[to]} already`
        : `${name}: ${moved} events are in ${storeNames[to]} now, each compared`,
    );
  }
  return verify(context);
}
const storeNames: Record<StoreName, string> = {
  postgres: 'PostgreSQL',
  eventstoredb: 'EventStoreDB',
};

/** Accepts that databases are older than the journal heads outside of them, then verifies. */
async function acceptRestores(context: Context, acceptedBy: string): Promise<number> {
  const { db, config, churches } = context;
  for (const { id, name } of churches) {
    const gap = await acceptRestore(db, config.DATA_DIR, id, acceptedBy);
    print(
      gap
        ? `${name}: accepted by ${acceptedBy}: the journal ended at ${gap.known} and ends at ` +
            `${gap.inDatabase} now`
        : `${name}: nothing to accept`,
    );
  }
  return verify(context);
}

/** Reports or repairs one church's books, and verifies them after each repair. */
async function repairChurch(
  context: Context,
  slug: string | undefined,
  trust: string | undefined,
): Promise<number> {
  const [church] = context.churches;
  if (slug === undefined || !church) {
    print('Name the church: npm run cli -- repair-books --church SLUG');
    return 2;
  }
  const { db, stores } = context;
  const projector = projectorOf(db, stores);
  const { code, ranRepair } = await repairBooks({ db, stores, projector, print }, church, trust);
  if (!ranRepair) return code;
  const verified = await verify(context);
  return Math.max(code, verified);
}

const projectorOf = (db: Database, stores: RoutedStore) =>
  new Projector(db, stores, new Journal(), givingProjections);

async function createOwner(db: Database, email: string | undefined): Promise<number> {
  if (!email?.includes('@')) {
    print('Name the email address: npm run cli -- owner:create you@example.org');
    return 2;
  }
  const password = randomBytes(12).toString('base64url');
  await db.platform((tx) =>
    createAccount(tx, { email, password, isSuperAdmin: true, madeByOperator: true }),
  );
  print(
    `The account ${email} is a super administrator. Its password, shown only here: ${password}`,
  );
  return 0;
}

async function makeAdministrator(
  { db, churches }: Context,
  email: string | undefined,
): Promise<number> {
  const [church] = churches;
  if (!email?.includes('@') || churches.length !== 1) {
    print(
      'Name the email address and the church: npm run cli -- admin:make you@example.org ' +
        '--church SLUG',
    );
    return 2;
  }
  await db.tenant(church!.id, async (tx) => {
    await makeAdmin(tx, email);
    await setAwaitsContact(tx, false);
  });
  print(`${email} is an administrator of ${church!.name} from the next sign-in on.`);
  return 0;
}

async function resetSecondFactor(
  { db, config }: Context,
  email: string | undefined,
): Promise<number> {
  if (!email?.includes('@')) {
    print('Name the email address: npm run cli -- factor:reset you@example.org');
    return 2;
  }
  await resetFactor(db, new Mail(new Jobs(db), mailerOf(config), sessionSecret(config)), email);
  print(
    `${email} signs in with the password alone now. An email tells them; the running ` +
      `application sends it.`,
  );
  return 0;
}

async function rotateKeys({ db, config, churches }: Context): Promise<number> {
  const keys = keyRingOf(config);
  keys.renew();
  let [encrypted, stuck] = [0, 0];
  for (const { id } of churches) {
    const result = await reencryptMessages(db, keys, id);
    encrypted += result.sealed;
    stuck += result.stuck;
  }
  print(
    `${encrypted} message${encrypted === 1 ? ' is' : 's are'} now encrypted with the key ` +
      `${keys.current}. Backups need the older keys: keep them as long as you keep those backups.`,
  );
  if (stuck > 0)
    print(
      `${stuck} message${stuck === 1 ? '' : 's'} cannot be decrypted, because the key is ` +
        `missing. Put it back from a backup.`,
    );
  return stuck === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
