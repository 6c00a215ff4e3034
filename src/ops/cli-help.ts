import { givingProjections } from '../giving/index.js';

const projectionNames = givingProjections.map(({ name }) => name).join(', ');

/** The text of `npm run cli -- --help`. docker/operations.md describes each command in full. */
export const help = `\
Commands for the operator of Church Connect. A command uses the database that DATABASE_URL names,
or the embedded database of DATA_DIR, and starts the latter if it is not running.

Commands for the donations. Without --church they treat every church.

  npm run cli -- verify [--church SLUG]
      Recalculates the journal from the stored events, and compares all totals with the events.
      Prints a line for each problem; the exit code is then 1.

  npm run cli -- rebuild [NAME] [--church SLUG]
      Recalculates the tables that the pages read, then runs verify. NAME is one of
      ${projectionNames}; without it all are rebuilt. The application may run.

  npm run cli -- repair-books --church SLUG [--trust eventstoredb|postgres]
      Reports the events that only the event store has, or only the journal, and missing or wrong
      copies of events in PostgreSQL. With --trust eventstoredb it adds the stored events to the
      journal and the totals, and corrects the copies. With --trust postgres it writes the events
      that EventStoreDB has lost there again. After a repair it runs verify.

  npm run cli -- accept-restore [--church SLUG] [--by NAME]
      Records that an older copy of the database was restored on purpose, then runs verify. Use it
      if verify reports that the newest journal entries are missing. NAME is who accepts the loss.

  npm run cli -- migrate-events [--to postgres|eventstoredb] [--church SLUG]
      Moves the events to the other event store, compares each one, then runs verify. Without --to
      the target is the value of EVENT_STORE. The application may run. If the command was
      interrupted, run it again: it continues.

Commands for accounts

  npm run cli -- owner:create EMAIL
      Creates the account of a super administrator, who manages all churches. Prints its password.

  npm run cli -- admin:make EMAIL --church SLUG
      Makes a member an admin of the church. The member must be approved and must have confirmed
      the email address.

  npm run cli -- factor:reset EMAIL
      Removes the second factor of an account. The user gets an email about it.

Command for the messages to pastors

  npm run cli -- keys:rotate
      Encrypts all messages again with a new key. If MESSAGE_KEYS is set, put the new key in front
      of the others and restart the application first. The application may run.
`;
