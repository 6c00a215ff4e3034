import { pino } from 'pino';
import type { AuditEntry } from '#libs/contracts';
import { startApp } from '../../../support/app.js';
import { ageAuditLog } from '../../../support/database/audit-log.js';

/** A line of the program's log. */
interface LogLine {
  level: number;
  status?: number;
  code?: string;
  route?: string;
}

/** The level of warnings in pino. */
const warning = 40;

/** Keeps the text that the program logs. */
class ProgramLog {
  text = '';
  readonly logger = pino(
    { level: 'info', base: undefined },
    { write: (line: string) => void (this.text += line) },
  );

  clear(): void {
    this.text = '';
  }

  /** Returns the codes of the warnings since the log was cleared. */
  warnings(): (string | undefined)[] {
    return this.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LogLine)
      .filter(({ level }) => level === warning)
      .map(({ code }) => code);
  }
}

/** What `startAuditedChurches` returns. */
export type AuditedChurches = Awaited<ReturnType<typeof startAuditedChurches>>;

/**
 * Starts the application with the churches Grace and Hope, and returns them with the log of the
 * program and a function that reads the audit log.
 */
export async function startAuditedChurches() {
  const log = new ProgramLog();
  const app = await startApp({
    env: { BASE_URL: 'http://portal.example' },
    logger: log.logger,
  });
  const grace = await app.church('grace');
  const hope = await app.church('hope');
  await app.person(grace, { email: 'admin@grace.test', role: 'admin' });
  await app.person(grace, { email: 'secretary@grace.test', role: 'secretary' });
  const hannah = await app.person(grace, { email: 'hannah@grace.test' });
  await app.person(grace, { email: 'waits@grace.test', isApproved: false });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  // The wrong passwords of a test limit all later sign-ins, so these users sign in before.
  for (const name of ['admin@grace', 'admin@hope', 'hannah@grace', 'waits@grace']) {
    await app.cookieOf(`${name}.test`);
  }
  const admin = app.as('admin@grace.test');
  const ageEntries = () => ageAuditLog(app, '2 hours');
  return {
    app,
    /** the ids of the two churches */
    grace,
    hope,
    /** the admin of Grace */
    admin,
    hannah,
    log,
    /** Reads entries of the audit log of a church, by default of Grace. */
    readEntries: async (query: string, client = admin): Promise<AuditEntry[]> =>
      (await client.get<AuditEntry[]>(`/api/admin/audit?limit=1000&${query}`)).body,
    /** Moves the entries into the past, because some actions are recorded once a minute. */
    ageEntries,
    /** Deletes the counters of failed sign-ins, the recent entries and the log of the program. */
    reset: async () => {
      await app.db.platform((tx) => tx.sql('delete from rate_limit'));
      await ageEntries();
      log.clear();
    },
  };
}
