import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { storeMemberDonor, markMemberLeft, type DonorDetails } from './donors.js';

/**
 * Stores a user as a donor. Identity executes this command in the transaction that approves a user,
 * or that changes the name, email address or phone number of an approved user. The command joins
 * that transaction.
 */
export class StoreMemberDonor extends Command<undefined> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
    readonly details: DonorDetails,
  ) {
    super();
  }
}

@CommandHandler(StoreMemberDonor)
export class StoreMemberDonorHandler implements ICommandHandler<StoreMemberDonor> {
  constructor(@Inject(Database) private readonly db: Database) {}

  execute({ organizationId, userId, details }: StoreMemberDonor): Promise<undefined> {
    return this.db.tenant(organizationId, async (tx) => {
      await storeMemberDonor(tx, userId, details);
      return undefined;
    });
  }
}

/**
 * Records that a user has left the church. Identity executes this command in the transaction that
 * removes the user, and the command joins it.
 */
export class MarkMemberLeft extends Command<undefined> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(MarkMemberLeft)
export class MarkMemberLeftHandler implements ICommandHandler<MarkMemberLeft> {
  constructor(@Inject(Database) private readonly db: Database) {}

  execute({ organizationId, userId }: MarkMemberLeft): Promise<undefined> {
    return this.db.tenant(organizationId, async (tx) => {
      await markMemberLeft(tx, userId);
      return undefined;
    });
  }
}
