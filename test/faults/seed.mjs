// Makes one church in the database of DATABASE_URL, through the program's own commands: a secretary
// who signs in, and givers. Prints their ids. A process of its own, because Jest cannot load the
// built program.
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { readConfig } from '../../dist/src/ops/config.js';
import { openDatabase } from '../../dist/src/ops/database.js';
import { AddUser, createAccount } from '../../dist/src/identity/index.js';
import { makeLogger } from '../../dist/src/ops/logger.js';
import { createServer } from '../../dist/src/server/server.js';
import { CreateChurch } from '../../dist/src/tenancy/index.js';

const givers = Number(process.argv[2]);
const config = readConfig(process.env);
const database = await openDatabase(config);
const app = await createServer(config, database.db, makeLogger('silent'));
await app.init();
const commands = app.get(CommandBus, { strict: false });
const church = await commands.execute(
  new CreateChurch({
    name: 'Church of the faults',
    slug: 'faults',
    timeZone: 'America/New_York',
    memberLimit: 10_000,
  }),
);
const email = 'secretary@faults.test';
const password = randomBytes(12).toString('hex');
const accountId = await database.db.platform((tx) => createAccount(tx, { email, password }));
const person = (more) =>
  commands.execute(
    new AddUser(church, {
      role: 'member',
      isApproved: true,
      isSuspended: false,
      accountId: null,
      ...more,
    }),
  );
await person({ email, firstName: 'Esther', lastName: 'Lind', role: 'secretary', accountId });
const ids = [];
for (let n = 0; n < givers; n++)
  ids.push(
    (await person({ email: `giver${n}@faults.test`, firstName: 'Giver', lastName: `${n}` })).id,
  );
await app.close();
await database.close();
process.stdout.write(JSON.stringify({ church, email, password, givers: ids }));
