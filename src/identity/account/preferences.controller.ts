import { Body, Controller, Inject } from '@nestjs/common';
import { keptPreferences, type KeptPreferences } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, parse, type ChurchActor, Route } from '#libs/http';
import { AppUser } from '../user.entity.js';

/** Which news a person wants, and how it reaches them. */
@Controller()
export class PreferencesController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Route(routes.preferences.change)
  change(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<KeptPreferences> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const wishes = parse(routes.preferences.change.body, body);
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
