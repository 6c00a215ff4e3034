import { Body, Controller, Headers, Inject, Param, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { year, type Pledge } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  auditOnce,
  CurrentActor,
  forbidden,
  notFound,
  parse,
  parsePathValue,
  pathId,
  readIfMatch,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { requireDonorId } from '../donation/donation-readers.js';
import { ChangePledge, findPledgeOfYear, MakePledge, pledgeById } from './pledge.handlers.js';

@Controller()
export class PledgesController {
  constructor(@Inject(CommandBus) private readonly commands: CommandBus) {}

  @Route(routes.pledges.one)
  async one(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('userId') userId: string,
    @Param('year') yearText: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const donorId = await requireDonorId(tx, actor, userId);
    const pledgeYear = parsePathValue(year, 'year', yearText);
    const pledge = await findPledgeOfYear(tx, donorId, pledgeYear);
    if (donorId !== actor.id)
      await auditOnce(tx, actor.id, 'pledge.read', { donorId, year: pledgeYear });
    // not returned, because NestJS sends an empty body instead of the JSON value null
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(pledge));
  }

  @Route(routes.pledges.create)
  create(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<Pledge> {
    const userId =
      typeof body === 'object' && body !== null && 'userId' in body ? body.userId : undefined;
    if (typeof userId === 'string' && userId.toLowerCase() !== actor.id)
      throw forbidden('You can pledge for yourself only.');
    return this.commands.execute(new MakePledge(actor, parse(routes.pledges.create.body, body)));
  }

  @Route(routes.pledges.edit)
  async edit(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<Pledge> {
    const pledge = await pledgeById(tx, pathId(id, 'This pledge'));
    if (!pledge) throw notFound('This pledge');
    if (pledge.userId !== actor.id) throw forbidden('You can change your own pledge only.');
    return this.commands.execute(
      new ChangePledge(
        actor,
        pledge.id,
        parse(routes.pledges.edit.body, body),
        readIfMatch(ifMatch, 'the pledge'),
      ),
    );
  }
}
