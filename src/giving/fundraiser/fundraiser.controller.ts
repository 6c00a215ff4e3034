import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  createFundraiser,
  editFundraiser,
  fundraiserQuery,
  may,
  type Fundraiser,
} from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, notFound, parse, pathId, type ChurchActor } from '#libs/http';
import {
  ChangeFundraiser,
  fundraiserById,
  listFundraisers,
  OpenFundraiser,
  RemoveFundraiser,
} from './fundraiser.handlers.js';

const what = 'This campaign';

/** Members see the active ones; those who manage them see all. */
@Controller('api/fundraisers')
export class FundraisersController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
  ) {}

  @Get()
  @Allow('portal.use')
  list(@CurrentActor() actor: ChurchActor, @Query() query: unknown): Promise<Fundraiser[]> {
    const { active } = parse(fundraiserQuery, query);
    const onlyActive = active === 'true' || !may(actor, 'fundraiser.manage');
    return this.db.tenant(actor.organizationId, (tx) => listFundraisers(tx, onlyActive));
  }

  @Post()
  @Allow('fundraiser.manage')
  create(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<Fundraiser> {
    return this.commands.execute(new OpenFundraiser(actor, parse(createFundraiser, body)));
  }

  @Patch(':id')
  @Allow('fundraiser.manage')
  async edit(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Fundraiser> {
    const fundraiserId = await this.#require(actor, id);
    return this.commands.execute(
      new ChangeFundraiser(actor, fundraiserId, parse(editFundraiser, body)),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow('fundraiser.manage')
  async remove(@CurrentActor() actor: ChurchActor, @Param('id') id: string): Promise<void> {
    await this.commands.execute(new RemoveFundraiser(actor, await this.#require(actor, id)));
  }

  async #require(actor: ChurchActor, id: string): Promise<string> {
    const found = await this.db.tenant(actor.organizationId, (tx) =>
      fundraiserById(tx, pathId(id, what)),
    );
    if (!found) throw notFound(what);
    return found.id;
  }
}
