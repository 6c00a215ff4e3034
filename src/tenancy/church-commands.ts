import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { setAwaitsContact } from './church-contact.js';
import { writeFlag } from './settings/settings.js';

/**
 * Records whether a church waits for its contact (see `awaitsContact`). Identity sends this
 * command, because it knows when the contact is invited and becomes an admin. The command runs in
 * the transaction of the caller.
 */
export class SetAwaitsContact extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly awaits: boolean,
  ) {
    super();
  }
}

@CommandHandler(SetAwaitsContact)
export class SetAwaitsContactHandler implements ICommandHandler<SetAwaitsContact> {
  constructor(@Inject(Database) private readonly db: Database) {}

  execute({ organizationId, awaits }: SetAwaitsContact): Promise<void> {
    return this.db.tenant(organizationId, (tx) => setAwaitsContact(tx, awaits));
  }
}

/**
 * Hides the list of first steps from the admins of a church, or shows it again. It runs in the
 * transaction of the caller.
 */
export class PutFirstStepsAway extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly isPutAway: boolean,
  ) {
    super();
  }
}

@CommandHandler(PutFirstStepsAway)
export class PutFirstStepsAwayHandler implements ICommandHandler<PutFirstStepsAway> {
  constructor(@Inject(Database) private readonly db: Database) {}

  execute({ organizationId, isPutAway }: PutFirstStepsAway): Promise<void> {
    return this.db.tenant(organizationId, async (tx) => {
      await writeFlag(tx, 'firstStepsPutAway', isPutAway);
    });
  }
}
