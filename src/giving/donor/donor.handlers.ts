import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { keepMember, memberLeft, type DonorDetails } from './donors.js';

/** For identity: a person was approved, or an approved one changed their name, email or phone. Awaited, in the caller's transaction. */
export class KeepMemberDonor extends Command<undefined> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
    readonly details: DonorDetails,
  ) {
    super();
  }
}

@CommandHandler(KeepMemberDonor)
export class KeepMemberDonorHandler implements ICommandHandler<KeepMemberDonor> {
  constructor(@Inject(Database) private readonly db: Database) {}

  execute({ organizationId, userId, details }: KeepMemberDonor): Promise<undefined> {
    return this.db.tenant(organizationId, async (tx) => {
      await keepMember(tx, userId, details);
      return undefined;
    });
  }
}

/** For identity: a person left the church. Awaited, in the caller's transaction. */
export class ReleaseMemberDonor extends Command<undefined> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(ReleaseMemberDonor)
export class ReleaseMemberDonorHandler implements ICommandHandler<ReleaseMemberDonor> {
  constructor(@Inject(Database) private readonly db: Database) {}

  execute({ organizationId, userId }: ReleaseMemberDonor): Promise<undefined> {
    return this.db.tenant(organizationId, async (tx) => {
      await memberLeft(tx, userId);
      return undefined;
    });
  }
}
