import type { MemberImport } from '#libs/contracts';
import type { Inspection } from '#libs/csv';
import { readingTurns } from '#libs/http';
import { resultOf, smallFileLimits, WorkerFunctions } from '#libs/workers';
import type * as MemberFiles from './member-file-worker.js';

const threads = new WorkerFunctions<typeof MemberFiles>(
  new URL('./member-file-worker.js', import.meta.url),
  smallFileLimits,
);

/**
 * Reads a file of members in a worker thread. Only a few files of a church are read at the same
 * time.
 * @throws Refusal for a file that cannot be read
 */
export const readMembers = (
  organizationId: string,
  bytes: Buffer,
  encoding: Inspection['encoding'] | undefined,
) =>
  readingTurns.run(organizationId, async () =>
    resultOf(await threads.call('readMemberFile', { bytes, encoding })),
  );

type ReadMembers = Awaited<ReturnType<typeof readMembers>>;

/** How many rows with an error, and how many new members, the response names. */
const maxErrors = 100;
const maxExamples = 5;

/**
 * Describes the result of an import of members.
 * @param fresh the members of the file who were not users of the church before
 */
export function resultOfImport(
  { people, errors, question }: ReadMembers,
  fresh: ReadMembers['people'],
): MemberImport {
  return {
    added: fresh.length,
    known: people.length - fresh.length,
    examples: fresh
      .slice(0, maxExamples)
      .map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    errors: errors.slice(0, maxErrors),
    errorCount: errors.length,
    ...(question ? { question } : {}),
  };
}
