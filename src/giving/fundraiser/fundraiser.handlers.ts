import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { createFundraiser, editFundraiser, Fundraiser } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { newId } from '#libs/http';
import { toDecimal } from '#libs/money';
import { today } from '../../tenancy/index.js';
import { titleKey } from '../campaign/campaigns.js';
import { GivingStreams, type By } from '../streams.js';
import {
  fundraiserDecider,
  type FundraiserCommand,
  type FundraiserEvent,
  type FundraiserFacts,
  type FundraiserState,
} from './fundraiser.js';
import {
  findSameTitle,
  freeTitle,
  listFundraiserRows,
  selectFundraiser,
  storeFundraiserText,
} from './fundraiser.sql.js';

export class OpenFundraiser extends Command<Fundraiser> {
  constructor(
    readonly by: By,
    readonly body: z.output<typeof createFundraiser>,
  ) {
    super();
  }
}

export class ChangeFundraiser extends Command<Fundraiser> {
  constructor(
    readonly by: By,
    readonly fundraiserId: string,
    readonly body: z.output<typeof editFundraiser>,
  ) {
    super();
  }
}

/** Takes it off every list; what was given to it stays given. */
export class RemoveFundraiser extends Command<undefined> {
  constructor(
    readonly by: By,
    readonly fundraiserId: string,
  ) {
    super();
  }
}

interface Words {
  title?: string | undefined;
  description?: string | undefined;
  isActive?: boolean | undefined;
}

abstract class FundraiserHandler {
  constructor(
    @Inject(Database) protected readonly db: Database,
    @Inject(GivingStreams) protected readonly streams: GivingStreams,
  ) {}

  /** Keeps the words, decides on the fundraiser as it is and appends; again where somebody else came between. */
  protected change(
    tx: Tx,
    by: By,
    id: string,
    words: Words,
    command: FundraiserCommand,
  ): Promise<void> {
    const stream = { organizationId: by.organizationId, kind: 'fundraiser', id } as const;
    const look = async () => ({
      loaded: await this.streams.load<FundraiserState, FundraiserEvent>(stream, fundraiserDecider),
    });
    return this.streams.decided(tx, look, async ({ loaded }) => {
      if (loaded.state.is === 'removed') await endWords(tx, id);
      else if (Object.values(words).some((word) => word !== undefined))
        await keepWords(tx, id, words);
      await this.streams.execute<FundraiserState, FundraiserCommand, FundraiserEvent>(
        stream,
        fundraiserDecider,
        command,
        by.id,
        loaded,
      );
    });
  }
}

/** What this request has made of it. @throws Refused where events lie elsewhere and somebody else has removed it since */
async function shown(tx: Tx, id: string): Promise<Fundraiser> {
  const found = await fundraiserById(tx, id);
  if (!found) throw new Refused('not-found', 'This campaign was removed by somebody else.');
  return found;
}

@CommandHandler(OpenFundraiser)
export class OpenFundraiserHandler
  extends FundraiserHandler
  implements ICommandHandler<OpenFundraiser>
{
  execute({ by, body }: OpenFundraiser): Promise<Fundraiser> {
    return this.db.tenant(by.organizationId, async (tx) => {
      const id = newId();
      const command: FundraiserCommand = {
        do: 'open',
        fundraiserId: id,
        opening: typeof body.current === 'bigint' ? Number(body.current) : 0,
        goal: Number(body.goal),
        startDate: body.startDate ?? (await today(tx, by.organizationId)),
        endDate: body.endDate ?? null,
        isActive: body.isActive,
      };
      await this.change(
        tx,
        by,
        id,
        { title: body.title, description: body.description, isActive: body.isActive },
        command,
      );
      return shown(tx, id);
    });
  }
}

@CommandHandler(ChangeFundraiser)
export class ChangeFundraiserHandler
  extends FundraiserHandler
  implements ICommandHandler<ChangeFundraiser>
{
  execute({ by, fundraiserId: id, body }: ChangeFundraiser): Promise<Fundraiser> {
    return this.db.tenant(by.organizationId, async (tx) => {
      const { title, description, isActive } = body;
      const changes: Partial<FundraiserFacts> = {};
      if (body.goal !== undefined) changes.goal = Number(body.goal);
      if (body.startDate !== undefined) changes.startDate = body.startDate;
      if (body.endDate !== undefined) changes.endDate = body.endDate;
      if (isActive !== undefined) changes.isActive = isActive;
      await this.change(
        tx,
        by,
        id,
        { title, description, isActive },
        { do: 'change', fundraiserId: id, changes },
      );
      return shown(tx, id);
    });
  }
}

@CommandHandler(RemoveFundraiser)
export class RemoveFundraiserHandler
  extends FundraiserHandler
  implements ICommandHandler<RemoveFundraiser>
{
  execute({ by, fundraiserId: id }: RemoveFundraiser): Promise<undefined> {
    return this.db.tenant(by.organizationId, async (tx) => {
      await this.change(tx, by, id, { isActive: false }, { do: 'remove', fundraiserId: id });
      return undefined;
    });
  }
}

const titleTaken =
  'An active campaign already has this title. Choose another title, or end that campaign first.';

/** @throws Refused conflict when an active fundraiser of the church has that title */
async function keepWords(tx: Tx, id: string, text: Words): Promise<void> {
  const title = text.title?.replace(/\s+/gu, ' ');
  const key = title === undefined ? null : titleKey(title);
  const isActive = text.isActive ?? null;
  const clash = await findSameTitle(tx, { id, titleKey: key, isActive });
  if (clash.length > 0)
    throw new Refused('conflict', titleTaken, { issues: [{ path: 'title', message: titleTaken }] });
  await storeFundraiserText(tx, {
    id,
    title: title ?? null,
    titleKey: key,
    description: text.description ?? null,
    isActive,
  });
}

/** Of one that was taken off between two attempts, of which the first has kept its words: its title is free again. */
async function endWords(tx: Tx, id: string): Promise<void> {
  const changed = await freeTitle.count(tx, { id });
  if (changed > 0) await tx.checkpoint();
}

type FundraiserRow = Awaited<ReturnType<typeof selectFundraiser>>[number];

const toFundraiser = (row: FundraiserRow): Fundraiser => ({
  id: row.id,
  title: row.title,
  description: row.description,
  goal: toDecimal(row.goal),
  current: toDecimal(row.raised),
  donors: row.donors,
  startDate: row.startDate,
  endDate: row.endDate,
  isActive: row.isActive,
  version: row.version,
});

export async function fundraiserById(tx: Tx, id: string): Promise<Fundraiser | null> {
  const [row] = await selectFundraiser(tx, { id });
  return row ? toFundraiser(row) : null;
}

export async function listFundraisers(tx: Tx, onlyActive: boolean): Promise<Fundraiser[]> {
  const rows = await listFundraiserRows(tx, { onlyActive });
  return rows.map(toFundraiser);
}
