import { isDatabaseUnreachable } from '#libs/database';
import { StoreMismatch, StoreMoved, StoreUnavailable, describeTrouble } from '#libs/event-sourcing';
import type { Config } from './config.js';

/**
 * Explains to the operator why a command failed.
 * @returns a sentence that names the database that cannot be reached and its variable; for any
 * other error its message
 */
export function explainFailure(error: unknown, config: Pick<Config, 'DATABASE_URL'>): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StoreMoved)
    return (
      'A church was moved to another event store while the command ran. ' + 'Run the command again.'
    );
  if (error instanceof StoreMismatch)
    return (
      `The journal of the church ${error.organizationId} and its event store do not match. ` +
      'Run repair-books for this church.'
    );
  const storeTrouble = findEventStoreTrouble(error);
  if (storeTrouble) return `EVENTSTORE_URL: ${storeTrouble}.`;
  if (isDatabaseUnreachable(error)) {
    const [variable, server] = config.DATABASE_URL
      ? ['DATABASE_URL', 'PostgreSQL']
      : ['DATA_DIR', 'the embedded PostgreSQL'];
    return (
      `${variable}: the connection to ${server} was lost. ` +
      'Run the command again when the server answers.'
    );
  }
  return error.message;
}

/**
 * Explains an error of EventStoreDB; returns null for other errors. Errors of PostgreSQL and
 * Node.js have a text as their code. Those of the client of EventStoreDB have a number or no code.
 */
function findEventStoreTrouble(error: Error): string | null {
  const isFromClient =
    !('code' in error && typeof error.code === 'string') && !isDatabaseUnreachable(error);
  return error instanceof StoreUnavailable || isFromClient ? describeTrouble(error) : null;
}
