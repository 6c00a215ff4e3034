import { Body, Controller } from '@nestjs/common';
import { keptPreferences, type KeptPreferences } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { CurrentActor, parse, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { AppUser } from '../user.entity.js';

/** Which notifications the user wants, and by email or text message. */
@Controller()
export class PreferencesController {
  @Route(routes.preferences.change)
  async change(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<KeptPreferences> {
    const wishes = parse(routes.preferences.change.body, body);
    const person = await tx.em.findOneOrFail(AppUser, {
      organizationId: actor.organizationId,
      id: actor.id,
    });
    tx.em.assign(person, wishes);
    await tx.em.flush();
    return keptPreferences.parse(person);
  }
}
