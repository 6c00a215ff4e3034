import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Database } from '#libs/database';
import { Projector } from '#libs/event-sourcing';
import { formatUsd } from '#libs/money';
import { readConfig, type Config } from './config.js';
import { openDatabase } from './database.js';
import { givingProjections, Journal, keptHeads, openEventStore, verifyChurch } from './giving/index.js';
import { createAccount } from './identity/index.js';

const help = `Operator commands of Church Connect. They use the database of a running application, or start the embedded one.

  npm run cli -- verify [--church SLUG]           recompute the journal from the events and compare every total with it;
                                                  exit code 1 and a sentence for each thing that does not agree
  npm run cli -- rebuild [NAME] [--church SLUG]   rebuild projections (${givingProjections.map(({ name }) => name).join(', ')}; without NAME all)
                                                  while the application runs
  npm run cli -- owner:create EMAIL               make the platform owner's account and print a password for it
`;

interface Church {
  id: string;
  slug: string;
  name: string;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { church: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const [command, argument] = positionals;
  if (values.help || command === undefined) {
    print(help);
    return command === undefined && !values.help ? 2 : 0;
  }
  const commands: Record<string, (context: { db: Database; config: Config; churches: Church[] }) => Promise<number>> = {
    verify: ({ db, config, churches }) => verify(db, config, churches),
    rebuild: ({ db, config, churches }) => rebuild(db, config, churches, argument),
    'owner:create': ({ db }) => createOwner(db, argument),
  };
  const run = commands[command];
  if (!run) {
    print(`There is no command "${command}".\n\n${help}`);
    return 2;
  }
  const config = readConfig(process.env);
  const database = await openDatabase(config, { share: true });
  try {
    return await run({ db: database.db, config, churches: await findChurches(database.db, values.church) });
  } finally {
    await database.close();
  }
}

async function findChurches(db: Database, slug: string | undefined): Promise<Church[]> {
  const churches = await db.platform((tx) =>
    tx.sql<Church>('select id, slug, name from organization where $1::text is null or slug = $1 order by slug', [slug ?? null]),
  );
  if (slug !== undefined && churches.length === 0) throw new Error(`There is no church with the slug "${slug}".`);
  return churches;
}

async function verify(db: Database, config: Config, churches: Church[]): Promise<number> {
  const store = openEventStore(config, db);
  const kept = keptHeads(config.DATA_DIR);
  let problems = 0;
  for (const church of churches) {
    const report = await verifyChurch(db, store, church.id, kept[church.id]);
    problems += report.problems.length;
    print(church.name);
    print(`  ${report.events} events in ${report.entries} journal entries; ${report.donations} donations stand, together ${formatUsd(report.amount)}`);
    if (report.problems.length === 0) print('  Every hash is right, and every total is the sum of its donations.');
    for (const problem of report.problems) print(`  ✗ ${problem}`);
  }
  print(problems === 0 ? 'verify: all is well' : `verify: ${problems} problem${problems === 1 ? '' : 's'} found`);
  return problems === 0 ? 0 : 1;
}

async function rebuild(db: Database, config: Config, churches: Church[], name: string | undefined): Promise<number> {
  const store = openEventStore(config, db);
  const projector = new Projector(db, store, new Journal(), givingProjections);
  const names = name === undefined ? projector.names : [name];
  for (const church of churches) {
    let shown = -1n;
    await projector.rebuild(church.id, names, ({ done, total }) => {
      const percent = total === 0n ? 100n : (done * 100n) / total;
      if (percent >= shown + 10n) print(`${church.name}: ${names.join(', ')} ${(shown = percent)}%`);
    });
    print(`${church.name}: ${names.join(', ')} rebuilt`);
  }
  return 0;
}

async function createOwner(db: Database, email: string | undefined): Promise<number> {
  if (!email?.includes('@')) {
    print('Say whose account it is: npm run cli -- owner:create you@example.org');
    return 2;
  }
  const password = randomBytes(12).toString('base64url');
  await db.platform((tx) => createAccount(tx, { email, password, isSuperAdmin: true, madeByOperator: true }));
  print(`The account ${email} is a super administrator. Its password, shown only here: ${password}`);
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
