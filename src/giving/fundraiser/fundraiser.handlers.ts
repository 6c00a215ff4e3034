import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { createFundraiser, editFundraiser, Fundraiser } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { newId } from '#libs/http';
import { toDecimal } from '#libs/money';
import { today } from '../../tenancy/index.js';
import { takeCampaign } from '../campaign/campaigns.js';
import { GivingStreams, type By } from '../streams.js';
import { assertOnlyActive, editCampaignTitle } from './campaign-title.js';
import {
  changedMeanwhile,
  fundraiserDecider,
  type FundraiserCommand,
  type FundraiserEvent,
  type FundraiserFacts,
  type FundraiserState,
} from './fundraiser.js';
import { listFundraiserRows, selectFundraiser } from './fundraiser.sql.js';
import {
  assertTitleFree,
  differs,
  endWords,
  hasWords,
  keepWords,
  withoutRepeatedSpaces,
  type Words,
} from './fundraiser-texts.js';

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
    /** Null: the last write wins. */
    readonly expectedVersion: number | null = null,
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

abstract class FundraiserHandler {
  constructor(
    @Inject(Database) protected readonly db: Database,
    @Inject(GivingStreams) protected readonly streams: GivingStreams,
  ) {}

  /**
   * Stores the texts of a fundraiser, finds its campaign, decides and appends. If another change was
   * recorded in between, it does so again.
   */
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
    let before: Fundraiser | null = null;
    return this.streams.decided(tx, look, async ({ loaded }) => {
      const isRetry = before !== null;
      before ??= await fundraiserById(tx, id);
      if (isStale(command, loaded.state)) {
        if (isRetry) await takeWordsBack(tx, id, { stored: words, before: before! });
        throw new Refused('stale', changedMeanwhile, { current: await fundraiserById(tx, id) });
      }
      const isRemoved = loaded.state.is === 'removed';
      if (isRemoved) await endWords(tx, id);
      else if (hasWords(words)) await assertTitleFree(tx, id, words);
      const placed = isRemoved ? command : await withCampaign(tx, id, words, command);
      if (!isRemoved && hasWords(words)) await keepWords(tx, id, words);
      const textChanged = before !== null && differs(words, before);
      await this.streams.execute<FundraiserState, FundraiserCommand, FundraiserEvent>(
        stream,
        fundraiserDecider,
        placed.do === 'change' ? { ...placed, textChanged } : placed,
        by.id,
        loaded,
      );
    });
  }
}

/** Whether somebody has changed the fundraiser since the version that the user has seen. */
const isStale = (command: FundraiserCommand, state: FundraiserState): boolean =>
  command.do === 'change' &&
  command.expectedVersion !== null &&
  state.is === 'open' &&
  state.version !== command.expectedVersion;

/**
 * Where events lie elsewhere, the texts of a change are stored before its event. If the event is
 * refused, the texts that nobody has changed since are as they were before.
 */
async function takeWordsBack(
  tx: Tx,
  id: string,
  { stored, before }: { stored: Words; before: Fundraiser },
): Promise<void> {
  const present = await fundraiserById(tx, id);
  if (!present) return;
  const words: Words = {
    ...(stored.title === present.title ? { title: before.title } : {}),
    ...(stored.description === present.description ? { description: before.description } : {}),
    ...(stored.isActive === undefined ? {} : { isActive: present.isActive }),
  };
  if (!hasWords(words)) return;
  await editCampaignTitle(tx, id, words);
  await keepWords(tx, id, words);
  await tx.checkpoint();
}

/** Adds the campaign of the fundraiser to a command, and gives the campaign the title of the fundraiser. */
async function withCampaign(
  tx: Tx,
  id: string,
  words: Words,
  command: FundraiserCommand,
): Promise<FundraiserCommand> {
  if (command.do === 'open') {
    const campaignId = await takeCampaign(tx, words.title!);
    if (command.isActive) await assertOnlyActive(tx, id, campaignId);
    return { ...command, campaignId };
  }
  const campaignId = await editCampaignTitle(tx, id, words);
  if (campaignId === null || command.do === 'remove') return command;
  return { ...command, changes: { ...command.changes, campaignId } };
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
        campaignId: null,
      };
      const title = withoutRepeatedSpaces(body.title);
      const { description, isActive } = body;
      await this.change(tx, by, id, { title, description, isActive }, command);
      return shown(tx, id);
    });
  }
}

@CommandHandler(ChangeFundraiser)
export class ChangeFundraiserHandler
  extends FundraiserHandler
  implements ICommandHandler<ChangeFundraiser>
{
  execute({ by, fundraiserId: id, body, expectedVersion }: ChangeFundraiser): Promise<Fundraiser> {
    return this.db.tenant(by.organizationId, async (tx) => {
      const { description, isActive } = body;
      const title = body.title === undefined ? undefined : withoutRepeatedSpaces(body.title);
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
        { do: 'change', fundraiserId: id, changes, expectedVersion, textChanged: false },
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
