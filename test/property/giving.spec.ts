import { afterAll, it } from '@jest/globals';
import fc from 'fast-check';
import { Projector } from '#libs/event-sourcing';
import { givingProjections, Journal } from '../../src/giving/index.js';
import { startApp } from '../support/app.js';
import { compare } from './giving/compare.js';
import { importRows, undoImport } from './giving/import-and-undo.js';
import { createChurch, type ModeledChurch } from './giving/modeled-church.js';
import { command, importedRow, type RandomCommand } from './giving/random-commands.js';
import { runCommand } from './giving/run-command.js';

/**
 * The number of random commands, which `PROPERTY_COMMANDS` can change. It is lower on EventStoreDB,
 * where each command waits until the projections contain its events. A failure prints the seed for
 * `PROPERTY_SEED`.
 */
const totalCommands = Number(
  process.env.PROPERTY_COMMANDS ??
    (process.env.TEST_EVENT_STORE === 'eventstoredb' ? 1_500 : 10_000),
);
const seed =
  process.env.PROPERTY_SEED === undefined ? undefined : Number(process.env.PROPERTY_SEED);
const commandsPerRun = Math.min(totalCommands, 500);
const commandsPerRound = 100;

const app = await startApp();
afterAll(() => app.close());
const projector = new Projector(app.db, app.store, new Journal(), givingProjections);

/** Runs the commands of each church, in one transaction for each church. */
const runInTransactions = (
  churches: readonly ModeledChurch[],
  commands: readonly RandomCommand[],
) =>
  Promise.all(
    churches.map((church, index) =>
      app.db.tenant(church.id, async () => {
        const commandsOfChurch = commands.filter((random) => random.church === index);
        for (const random of commandsOfChurch) await runCommand(app, church, random);
      }),
    ),
  );

it(
  `each total is the sum of its donations after ${totalCommands} commands in several churches`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: commandsPerRun, maxLength: commandsPerRun }),
        fc.array(importedRow, { minLength: 5, maxLength: 15 }),
        async (commands, rows) => {
          const churches = [await createChurch(app), await createChurch(app)];
          const imports = new Map<ModeledChurch, string>();
          for (let first = 0; first < commands.length; first += commandsPerRound) {
            await runInTransactions(churches, commands.slice(first, first + commandsPerRound));
            if (first > 0) continue;
            for (const church of churches) imports.set(church, await importRows(app, church, rows));
          }
          for (const church of churches) {
            await compare(app, church);
            await undoImport(app, church, imports.get(church)!);
            await projector.rebuild(church.id, ['donations']);
            await compare(app, church);
          }
        },
      ),
      {
        numRuns: Math.ceil(totalCommands / commandsPerRun),
        endOnFailure: true,
        ...(seed === undefined ? {} : { seed }),
      },
    );
  },
  Math.max(600_000, totalCommands * 30),
);
