import { execFile } from 'node:child_process';
import { programEnvironment, programFile } from './program/program.js';
import type { SecondStore } from './event-store/second-store.js';

/** Runs an operator command as a process. This process serves the event store. */
export function runCommand(
  second: SecondStore,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const env = programEnvironment({
    DATA_DIR: second.app.config.DATA_DIR,
    DATABASE_URL: second.app.database.appUrl,
    DATABASE_OWNER_URL: second.app.database.ownerUrl,
    EVENTSTORE_URL: second.double.patientUrl,
  });
  return new Promise((resolve) => {
    execFile(process.execPath, [programFile('cli'), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}
