import { Body, Controller, Inject, Patch } from '@nestjs/common';
import { keptPreferences, notificationPreferences, type KeptPreferences } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Allow, audit, CurrentActor, parse, type ChurchActor } from '#libs/http';
import { AppUser } from '../user.entity.js';
import { stopNewsByEmail } from './accounts.sql.js';

/** Which news a person wants, and how it reaches them. */
@Controller('api/user')
export class PreferencesController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Patch('notification-preferences')
  @Allow('profile.own')
  change(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<KeptPreferences> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const wishes = parse(notificationPreferences, body);
      const person = await tx.em.findOneOrFail(AppUser, {
        organizationId: actor.organizationId,
        id: actor.id,
      });
      tx.em.assign(person, wishes);
      await tx.em.flush();
      return keptPreferences.parse(person);
    });
  }
}

/** A person of the transaction's church wants no more letters of news: by SMS they go on for who chose both. */
export async function stopNews(tx: Tx, userId: string): Promise<void> {
  const changed = await stopNewsByEmail.count(tx, { userId });
  if (changed > 0) await audit(tx, userId, 'news-stopped');
}
