import { Body, Controller, Headers, Inject, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { may, type Fundraiser } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  CurrentActor,
  notFound,
  parse,
  pathId,
  type ChurchActor,
  Route,
  ChurchTransaction,
  readIfMatch,
} from '#libs/http';
import { ChangeFundraiser, OpenFundraiser, RemoveFundraiser } from './fundraiser.handlers.js';
import { fundraiserById, listFundraisers } from './fundraiser.query.js';

const resourceName = 'This campaign';

/**
 * The routes of fundraisers. Users who manage fundraisers see all of them, others the active ones.
 */
@Controller()
export class FundraisersController {
  constructor(@Inject(CommandBus) private readonly commands: CommandBus) {}

  @Route(routes.fundraisers.list)
  list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
  ): Promise<Fundraiser[]> {
    const { active } = parse(routes.fundraisers.list.query, query);
    const onlyActive = active === 'true' || !may(actor, 'fundraiser.manage');
    return listFundraisers(tx, onlyActive);
  }

  @Route(routes.fundraisers.create)
  create(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<Fundraiser> {
    return this.commands.execute(
      new OpenFundraiser(actor, parse(routes.fundraisers.create.body, body)),
    );
  }

  @Route(routes.fundraisers.edit)
  async edit(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<Fundraiser> {
    const fundraiserId = await requireFundraiser(tx, id);
    return this.commands.execute(
      new ChangeFundraiser(
        actor,
        fundraiserId,
        parse(routes.fundraisers.edit.body, body),
        readIfMatch(ifMatch, 'the campaign'),
      ),
    );
  }

  @Route(routes.fundraisers.remove)
  async remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    await this.commands.execute(new RemoveFundraiser(actor, await requireFundraiser(tx, id)));
  }
}

/** @throws HttpError 404 if the church has no such fundraiser */
async function requireFundraiser(tx: Tx, id: string): Promise<string> {
  const fundraiser = await fundraiserById(tx, pathId(id, resourceName));
  if (!fundraiser) throw notFound(resourceName);
  return fundraiser.id;
}
