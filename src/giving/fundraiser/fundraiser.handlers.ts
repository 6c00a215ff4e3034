import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { createFundraiser, editFundraiser, Fundraiser } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { newId } from '#libs/http';
import { today } from '../../tenancy/index.js';
import { takeCampaign } from '../campaign/campaigns.js';
import { GivingStreams, type Actor, type LoadedStream } from '../streams.js';
import {
  assertNoOtherActiveFundraiser,
  editCampaignTitle,
  findAlias,
  restoreAlias,
} from './campaign-title.js';
import {
  assertVersion,
  fundraiserDecider,
  type FundraiserCommand,
  type FundraiserEvent,
  type FundraiserFacts,
  type FundraiserState,
} from './fundraiser.js';
import { fundraiserById } from './fundraiser.query.js';
import {
  assertTitleFree,
  hasOtherTexts,
  hasTextEdit,
  releaseTitle,
  storeTexts,
  withoutRepeatedSpaces,
  type TextEdit,
} from './fundraiser-texts.js';

export class OpenFundraiser extends Command<Fundraiser> {
  constructor(
    readonly actor: Actor,
    readonly body: z.output<typeof createFundraiser>,
  ) {
    super();
  }
}

export class ChangeFundraiser extends Command<Fundraiser> {
  constructor(
    readonly actor: Actor,
    readonly fundraiserId: string,
    readonly body: z.output<typeof editFundraiser>,
    /** Null: the last write wins. */
    readonly expectedVersion: number | null = null,
  ) {
    super();
  }
}

/** Removes a fundraiser from all lists. Its donations and their campaign stay. */
export class RemoveFundraiser extends Command<undefined> {
  constructor(
    readonly actor: Actor,
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
   * Stores the texts of a fundraiser, finds its campaign, decides and appends. If another change
   * was recorded in between, it does so again.
   */
  protected change(tx: Tx, change: FundraiserChange): Promise<void> {
    const stream = streamOf(change);
    const load = async () => ({
      loaded: await this.streams.load<FundraiserState, FundraiserEvent>(stream, fundraiserDecider),
    });
    let before: StoredState | null = null;
    return this.streams.decideWithRetry(tx, load, async ({ loaded }) => {
      const isRetry = before !== null;
      before ??= await readStoredState(tx, change);
      try {
        await this.#attempt(tx, change, before, loaded);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (isRetry) await restoreTexts(tx, change, before);
        if (error.code !== 'stale') throw error;
        throw new Refused('stale', error.message, { current: await fundraiserById(tx, change.id) });
      }
    });
  }

  async #attempt(
    tx: Tx,
    change: FundraiserChange,
    before: StoredState,
    loaded: LoadedStream<FundraiserState>,
  ): Promise<void> {
    const { actor, id, texts, command } = change;
    assertVersion(command, loaded.state);
    const isRemoved = loaded.state.is === 'removed';
    if (isRemoved) await releaseTitle(tx, id);
    else if (hasTextEdit(texts)) await assertTitleFree(tx, id, texts);
    const commandWithCampaign = isRemoved ? command : await withCampaign(tx, change, before);
    if (!isRemoved && hasTextEdit(texts)) await storeTexts(tx, id, texts);
    const textChanged = before.fundraiser !== null && hasOtherTexts(texts, before.fundraiser);
    await this.streams.execute<FundraiserState, FundraiserCommand, FundraiserEvent>(
      streamOf(change),
      fundraiserDecider,
      commandWithCampaign.do === 'change'
        ? { ...commandWithCampaign, textChanged }
        : commandWithCampaign,
      actor.id,
      loaded,
    );
  }
}

/** The change of a fundraiser that an actor requests. */
interface FundraiserChange {
  actor: Actor;
  id: string;
  texts: TextEdit;
  command: FundraiserCommand;
}

const streamOf = ({ actor, id }: FundraiserChange) =>
  ({ organizationId: actor.organizationId, kind: 'fundraiser', id }) as const;

/** The stored data before the first attempt of a change. */
interface StoredState {
  /** Null if the fundraiser did not exist or was removed. */
  fundraiser: Fundraiser | null;
  /** The campaign that had the new title as an alias; null if there was none. */
  aliasCampaignId: string | null;
}

async function readStoredState(tx: Tx, { id, texts }: FundraiserChange): Promise<StoredState> {
  return {
    fundraiser: await fundraiserById(tx, id),
    aliasCampaignId: texts.title === undefined ? null : await findAlias(tx, texts.title),
  };
}

/**
 * Restores the texts that an attempt has stored, if the change is refused at last. On EventStoreDB
 * the texts of a change are committed before its event. Texts that somebody has changed since stay.
 */
async function restoreTexts(
  tx: Tx,
  { id, texts: stored }: FundraiserChange,
  before: StoredState,
): Promise<void> {
  const fundraiser = await fundraiserById(tx, id);
  if (!fundraiser || !before.fundraiser) return;
  const texts: TextEdit = {};
  if (stored.title === fundraiser.title) texts.title = before.fundraiser.title;
  if (stored.description === fundraiser.description)
    texts.description = before.fundraiser.description;
  // `fundraiser.isActive` follows from the events. The attempt has only changed its copy in
  // `fundraiser_text`, which reserves the title, so the copy gets the value of the events again.
  if (stored.isActive !== undefined) texts.isActive = fundraiser.isActive;
  if (hasTextEdit(texts)) {
    // another campaign may have the old title by now: then only the fundraiser gets its texts back
    await editCampaignTitle(tx, id, texts).catch(ignoreRefusal);
    await storeTexts(tx, id, texts);
  }
  // the attempt or the line above may have made an alias of the refused title
  if (stored.title !== undefined) await restoreAlias(tx, stored.title, before.aliasCampaignId);
  await tx.checkpoint();
}

function ignoreRefusal(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}

/**
 * Adds the campaign of the fundraiser to a command, and gives the campaign the title of the
 * fundraiser.
 */
async function withCampaign(
  tx: Tx,
  { id, texts, command }: FundraiserChange,
  before: StoredState,
): Promise<FundraiserCommand> {
  if (command.do === 'open') {
    const campaignId = await takeCampaign(tx, texts.title!);
    if (command.isActive) await assertNoOtherActiveFundraiser(tx, id, campaignId);
    return { ...command, campaignId };
  }
  const campaignId = await editCampaignTitle(tx, id, texts, before.fundraiser?.title);
  if (campaignId === null || command.do === 'remove') return command;
  return { ...command, changes: { ...command.changes, campaignId } };
}

/**
 * Reads a fundraiser after this request has changed it.
 * @throws Refused not-found if somebody else has removed it since, which can happen on EventStoreDB
 */
async function readAfterChange(tx: Tx, id: string): Promise<Fundraiser> {
  const fundraiser = await fundraiserById(tx, id);
  if (!fundraiser) throw new Refused('not-found', 'This campaign was removed by somebody else.');
  return fundraiser;
}

@CommandHandler(OpenFundraiser)
export class OpenFundraiserHandler
  extends FundraiserHandler
  implements ICommandHandler<OpenFundraiser>
{
  execute({ actor, body }: OpenFundraiser): Promise<Fundraiser> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const id = newId();
      const command: FundraiserCommand = {
        do: 'open',
        fundraiserId: id,
        opening: typeof body.current === 'bigint' ? Number(body.current) : 0,
        goal: Number(body.goal),
        startDate: body.startDate ?? (await today(tx, actor.organizationId)),
        endDate: body.endDate ?? null,
        isActive: body.isActive,
        campaignId: null,
      };
      const title = withoutRepeatedSpaces(body.title);
      const { description, isActive } = body;
      await this.change(tx, { actor, id, texts: { title, description, isActive }, command });
      return readAfterChange(tx, id);
    });
  }
}

@CommandHandler(ChangeFundraiser)
export class ChangeFundraiserHandler
  extends FundraiserHandler
  implements ICommandHandler<ChangeFundraiser>
{
  execute({
    actor,
    fundraiserId: id,
    body,
    expectedVersion,
  }: ChangeFundraiser): Promise<Fundraiser> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const { description, isActive } = body;
      const title = body.title === undefined ? undefined : withoutRepeatedSpaces(body.title);
      const changes: Partial<FundraiserFacts> = {};
      if (body.goal !== undefined) changes.goal = Number(body.goal);
      if (body.startDate !== undefined) changes.startDate = body.startDate;
      if (body.endDate !== undefined) changes.endDate = body.endDate;
      if (isActive !== undefined) changes.isActive = isActive;
      const command: FundraiserCommand = {
        do: 'change',
        fundraiserId: id,
        changes,
        expectedVersion,
        textChanged: false,
      };
      await this.change(tx, { actor, id, texts: { title, description, isActive }, command });
      return readAfterChange(tx, id);
    });
  }
}

@CommandHandler(RemoveFundraiser)
export class RemoveFundraiserHandler
  extends FundraiserHandler
  implements ICommandHandler<RemoveFundraiser>
{
  execute({ actor, fundraiserId: id }: RemoveFundraiser): Promise<undefined> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const command: FundraiserCommand = { do: 'remove', fundraiserId: id };
      await this.change(tx, { actor, id, texts: { isActive: false }, command });
      return undefined;
    });
  }
}
