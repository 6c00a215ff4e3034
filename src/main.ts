import 'reflect-metadata';
import v8 from 'node:v8';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { SupervisionEvents } from '#libs/database';
import { isPublic, readConfig, type Config } from './ops/config.js';
import { isLoopback } from './ops/config-checks.js';
import { AlreadyRunning, openDatabase, type OpenDatabase } from './ops/database.js';
import { demoAtStart, demoSignIns, type DemoAtStart } from './demo/index.js';
import { makeLogger } from './ops/logger.js';
import { outboxOf } from './ops/mailing.js';
import { createServer } from './server/server.js';
import { logStartNotes } from './ops/start-notes.js';

// Without this flag, V8 lets the heap on a machine with much memory grow to several times what is
// used before it collects garbage, for no gain in time (npm run bench). The start command limits
// the heap, too: those flags have no effect here, after V8 has started. With all of them, an import
// of 250,000 rows takes 276 MB at most; without this one, 298.
v8.setFlagsFromString('--heap-growing-percent=20');

/** Starts the program, prints its address, and stops it in order on SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = makeLogger(config.LOG_LEVEL);
  const database = await openDatabase(config, { supervision: superviseDatabase(logger) });
  let app: NestFastifyApplication | undefined;
  const stopping = new AbortController();
  const stop = stopper(() => app, database, stopping);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    app = await createServer(config, database.db, logger);
    await app.init();
    // their passwords are published
    const wantsDemo =
      config.DEMO && database.isEmbedded && isLoopback(config.HOST) && !isPublic(config);
    const demo = wantsDemo ? await demoAtStart(app, database.db, stopping.signal) : null;
    await app.listen(config.PORT, config.HOST);
    announce(config, await app.getUrl(), demo);
    demo?.later?.then(
      () => printLines(wereMade),
      (error: unknown) =>
        stopping.signal.aborted ||
        logger.error({
          context: 'start',
          message: 'the demo churches could not be made; the next start tries again',
          error,
        }),
    );
  } catch (error) {
    await app?.close();
    await database.close();
    throw error;
  }
  await logStartNotes(database.db, config, logger, stopping.signal);
}

/**
 * The embedded database is started again when it ended; if that fails, the program ends, so that
 * its supervisor acts.
 */
const superviseDatabase = (logger: ReturnType<typeof makeLogger>): SupervisionEvents => ({
  onRestart: (attempt, reason) =>
    logger.error({
      context: 'database',
      message:
        `the embedded PostgreSQL ended unexpectedly (${reason}); attempt ${attempt} to ` +
        `start it again`,
    }),
  onLost: (error) => {
    logger.error({ context: 'database', message: 'the embedded PostgreSQL is lost', error });
    process.stderr.write('The embedded PostgreSQL could not be started again. See its log.\n');
    process.exit(1);
  },
});

/** Finishes what runs, then closes; after 30 s it ends hard. */
function stopper(
  app: () => NestFastifyApplication | undefined,
  database: OpenDatabase,
  stopping: AbortController,
): () => void {
  return () => {
    stopping.abort();
    setTimeout(() => process.exit(1), 30_000).unref();
    void (async () => {
      await app()?.close();
      await database.close();
      process.exit(0);
    })();
  };
}

const wereMade = [`The demo churches were created. Sign in with one of these:`, ...demoSignIns];

function announce(config: Config, url: string, demo: DemoAtStart | null): void {
  const listeningAt = isLoopback(config.HOST) ? url.replace('127.0.0.1', 'localhost') : url;
  const lines = [
    ``,
    config.BASE_URL
      ? `Church Connect is at ${config.BASE_URL} (this process listens at ${listeningAt})`
      : `Church Connect is at ${listeningAt}`,
  ];
  if (!config.SMTP_URL) lines.push(`Emails are stored in ${outboxOf(config)}`);
  if (demo?.trouble)
    lines.push(
      `The demo churches are not ready yet: ${demo.trouble}. They will be as soon as that has ` +
        `passed.`,
    );
  else if (demo)
    lines.push(...(demo.isCreated ? wereMade : [`Sign in with one of these:`, ...demoSignIns]));
  printLines(lines);
}

const printLines = (lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n\n`);

main().catch((error: unknown) => {
  const sentence =
    error instanceof Error && (error instanceof AlreadyRunning || error.stack === undefined)
      ? error.message
      : undefined;
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.message : String(error))}\n`);
  if (!sentence && process.env.LOG_LEVEL === 'debug' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
