import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { changeFirstSteps, type FirstSteps } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Allow, CurrentActor, parse, type ChurchActor } from '#libs/http';
import { readSetup, writeFlag } from '../../tenancy/index.js';
import { hasGifts } from '../../giving/index.js';
import { findTwoUsers } from '../members/members.sql.js';

/** What a new church's administrators do first: nobody ticks it off, what is there does. */
@Controller('api/church/first-steps')
export class FirstStepsController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Get()
  @Allow('setting.manage')
  steps(@CurrentActor() { organizationId }: ChurchActor): Promise<FirstSteps> {
    return this.db.tenant(organizationId, stepsOf);
  }

  @Put()
  @Allow('setting.manage')
  change(
    @CurrentActor() { organizationId }: ChurchActor,
    @Body() body: unknown,
  ): Promise<FirstSteps> {
    const { isPutAway } = parse(changeFirstSteps, body);
    return this.db.tenant(organizationId, async (tx) => {
      await writeFlag(tx, 'firstStepsPutAway', isPutAway);
      return stepsOf(tx);
    });
  }
}

async function stepsOf(tx: Tx): Promise<FirstSteps> {
  const [{ hasLogo, hasDonationUrl, isPutAway }, people, gifts] = await Promise.all([
    readSetup(tx),
    hasSeveralUsers(tx),
    hasGifts(tx),
  ]);
  return { look: hasLogo, people, giving: hasDonationUrl, isPutAway, gifts };
}

async function hasSeveralUsers(tx: Tx): Promise<boolean> {
  const users = await findTwoUsers(tx);
  return users.length > 1;
}
