import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { audit } from '#libs/http';
import { stopNewsByEmail } from './accounts.sql.js';
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

/** Ends the emails about news to a user of a church. A user who chose text messages as well still gets those. */
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
      const changed = await stopNewsByEmail.count(tx, { userId });
      if (changed > 0) await audit(tx, userId, 'news-stopped');
    });
  }
}
