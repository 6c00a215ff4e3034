import { LockMode } from '@mikro-orm/core';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { audit } from '#libs/http';
import { AppUser } from '../user.entity.js';
import { stopTexts } from './sms-stops.js';

/** Ends all text messages to a telephone number, for every church. */
export class StopTexts extends Command<void> {
  /** @param number in the form that `textNumber` returns */
  constructor(readonly number: string) {
    super();
  }
}

@CommandHandler(StopTexts)
export class StopTextsHandler implements ICommandHandler<StopTexts> {
  constructor(@Inject(Database) private readonly db: Database) {}

  execute({ number }: StopTexts): Promise<void> {
    return this.db.platform((tx) => stopTexts(tx, number));
  }
}

const noNotifications = {
  notifyNewResources: false,
  notifyNewSermons: false,
  notifyNewEvents: false,
};

type Wishes = Pick<AppUser, keyof typeof noNotifications | 'notificationMethod'>;

/**
 * Decides which preferences change if a user no longer wants notifications by email. Text messages
 * are not affected.
 * @returns null if nothing changes, because the user gets no such emails
 */
export function withoutEmails(wishes: Wishes): Partial<Wishes> | null {
  if (wishes.notificationMethod === 'both') return { notificationMethod: 'sms' };
  const wantsAny = wishes.notifyNewResources || wishes.notifyNewSermons || wishes.notifyNewEvents;
  return wishes.notificationMethod === 'email' && wantsAny ? noNotifications : null;
}

/** Stops notifications by email to a user of a church. Text messages are not affected. */
export class StopNews extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(StopNews)
export class StopNewsHandler implements ICommandHandler<StopNews> {
  constructor(@Inject(Database) private readonly db: Database) {}

  execute({ organizationId, userId }: StopNews): Promise<void> {
    return this.db.tenant(organizationId, async (tx) => {
      const condition = { organizationId, id: userId };
      const user = await tx.em.findOne(AppUser, condition, {
        lockMode: LockMode.PESSIMISTIC_WRITE,
      });
      const changes = user && withoutEmails(user);
      if (!changes) return;
      await tx.em.nativeUpdate(AppUser, condition, changes);
      await audit(tx, userId, 'news-stopped');
    });
  }
}
