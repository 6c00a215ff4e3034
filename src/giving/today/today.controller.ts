import { Controller } from '@nestjs/common';
import { may, type GivingToday } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { auditOnce, CurrentActor, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { today } from '../../tenancy/index.js';
import { findLastChanges, compareMonth, findWaitingImports } from './today.query.js';

/** Seconds in which the log has the same look once: the dashboard asks again and again. */
const hour = 3600;

/** What somebody who keeps the books, or reads them, wants to know first. */
@Controller()
export class GivingTodayController {
  @Route(routes.givingToday.today)
  async today(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<GivingToday> {
    const date = await today(tx, actor.organizationId);
    await auditOnce(tx, actor.id, 'ledger.read', { year: Number(date.slice(0, 4)) }, hour);
    const mayImport = may(actor, 'donation.import');
    const mayManage = may(actor, 'donation.manage');
    if (mayManage) await auditOnce(tx, actor.id, 'donations.read', { year: null }, hour);
    return {
      date,
      ...(await compareMonth(tx, date)),
      imports: mayImport ? await findWaitingImports(tx) : null,
      changes: mayManage ? await findLastChanges(tx) : null,
    };
  }
}
