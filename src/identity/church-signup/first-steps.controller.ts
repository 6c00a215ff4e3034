import { Body, Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type FirstSteps } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { ChurchTransaction, CurrentActor, parse, type ChurchActor, Route } from '#libs/http';
import { PutFirstStepsAway, readSetup } from '../../tenancy/index.js';
import { hasDonations } from '../../giving/index.js';
import { findTwoUsers } from '../members/members.sql.js';

/** The first steps of a new church's admins. A step is done as soon as its data exists. */
@Controller()
export class FirstStepsController {
  constructor(@Inject(CommandBus) private readonly commands: CommandBus) {}

  @Route(routes.firstSteps.steps)
  steps(@ChurchTransaction() tx: Tx): Promise<FirstSteps> {
    return readSteps(tx);
  }

  @Route(routes.firstSteps.change)
  async change(
    @CurrentActor() { organizationId }: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<FirstSteps> {
    const { isPutAway } = parse(routes.firstSteps.change.body, body);
    await this.commands.execute(new PutFirstStepsAway(organizationId, isPutAway));
    return readSteps(tx);
  }
}

async function readSteps(tx: Tx): Promise<FirstSteps> {
  const [setup, people, gifts] = await Promise.all([
    readSetup(tx),
    hasSeveralUsers(tx),
    hasDonations(tx),
  ]);
  return {
    look: setup.hasLogo,
    services: setup.hasServices,
    people,
    giving: setup.hasDonationUrl,
    gifts,
    isPutAway: setup.isPutAway,
  };
}

async function hasSeveralUsers(tx: Tx): Promise<boolean> {
  const users = await findTwoUsers(tx);
  return users.length > 1;
}
