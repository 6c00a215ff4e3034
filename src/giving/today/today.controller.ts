import { Controller } from '@nestjs/common';
import { may, type GivingToday } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { auditOnce, CurrentActor, type ChurchActor, Route, ChurchTransaction } from '#libs/http';
import { today } from '../../tenancy/index.js';
import { findLastChanges, compareMonth, findWaitingImports } from './today.query.js';

/** Seconds in which the audit log gets one entry, because the dashboard repeats its request. */
const auditInterval = 3600;

/** The figures of the dashboard for users who manage or read donations. */
@Controller()
export class GivingTodayController {
  @Route(routes.givingToday.today)
  async today(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<GivingToday> {
    const date = await today(tx, actor.organizationId);
    const year = Number(date.slice(0, 4));
    await auditOnce(tx, actor.id, 'ledger.read', { year }, auditInterval);
    const mayImport = may(actor, 'donation.import');
    const mayManage = may(actor, 'donation.manage');
    if (mayManage) await auditOnce(tx, actor.id, 'donations.read', { year: null }, auditInterval);
    return {
      date,
      ...(await compareMonth(tx, date)),
      imports: mayImport ? await findWaitingImports(tx) : null,
      changes: mayManage ? await findLastChanges(tx) : null,
    };
  }
}
