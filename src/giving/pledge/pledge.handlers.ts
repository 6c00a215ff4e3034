import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as idFrom } from 'uuid';
import type { z } from 'zod';
import type { createPledge, editPledge, Pledge } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { staleVersion } from '#libs/http';
import { toDecimal } from '#libs/money';
import { GivingStreams, type Actor } from '../streams.js';
import { eventTexts, type GivingText } from '../text.js';
import {
  pledgeDecider,
  type Frequency,
  type PledgeCommand,
  type PledgeEvent,
  type PledgeState,
} from './pledge.js';
import { selectPledgeById, selectPledgeOfYear } from './pledge.sql.js';

/** Makes a pledge of the actor. */
export class MakePledge extends Command<Pledge> {
  constructor(
    readonly actor: Actor & { id: string },
    readonly body: z.output<typeof createPledge>,
  ) {
    super();
  }
}

export class ChangePledge extends Command<Pledge> {
  constructor(
    readonly actor: Actor,
    readonly pledgeId: string,
    readonly body: z.output<typeof editPledge>,
    /** Null: the last write wins. */
    readonly expectedVersion: number | null = null,
  ) {
    super();
  }
}

abstract class PledgeHandler {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(GivingStreams) private readonly streams: GivingStreams,
  ) {}

  /**
   * Reads a pledge, decides and appends. Repeats this if another change was recorded in between.
   * @param decide returns the command, and the texts of its event
   */
  protected run(
    actor: Actor,
    id: string,
    decide: (before: Pledge | null) => { command: PledgeCommand; text: GivingText },
  ): Promise<Pledge> {
    const stream = { organizationId: actor.organizationId, kind: 'pledge', id } as const;
    return this.db.tenant(actor.organizationId, (tx) => {
      const load = async () => ({
        before: await pledgeById(tx, id),
        loaded: await this.streams.load<PledgeState, PledgeEvent>(stream, pledgeDecider),
      });
      return this.streams.decideWithRetry(tx, load, async ({ before, loaded }) => {
        const { command, text } = decide(before);
        try {
          await this.streams.execute<PledgeState, PledgeCommand, PledgeEvent>(
            stream,
            pledgeDecider,
            command,
            actor.id,
            loaded,
            eventTexts(tx, text),
          );
        } catch (error) {
          throw await withCurrent(tx, id, error);
        }
        return (await pledgeById(tx, id))!;
      });
    });
  }
}

/** Adds the stored pledge to an error about a stale version. */
async function withCurrent(tx: Tx, id: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Refused) || error.code !== 'stale') return error;
  return staleVersion(error.message, await pledgeById(tx, id));
}

@CommandHandler(MakePledge)
export class MakePledgeHandler extends PledgeHandler implements ICommandHandler<MakePledge> {
  execute({ actor, body }: MakePledge): Promise<Pledge> {
    // the id follows from user and year, so that two pledges at once have the same stream
    const pledgeId = idFrom(`pledge:${actor.id}:${body.year}`, actor.organizationId);
    return this.run(actor, pledgeId, () => ({
      command: {
        do: 'make',
        pledgeId,
        userId: actor.id,
        year: body.year,
        amount: Number(body.amount),
        frequency: body.frequency,
      },
      text: { notes: body.notes },
    }));
  }
}

@CommandHandler(ChangePledge)
export class ChangePledgeHandler extends PledgeHandler implements ICommandHandler<ChangePledge> {
  execute({ actor, pledgeId, body, expectedVersion }: ChangePledge): Promise<Pledge> {
    const changes: { amount?: number; frequency?: Frequency } = {};
    if (body.amount !== undefined) changes.amount = Number(body.amount);
    if (body.frequency !== undefined) changes.frequency = body.frequency;
    return this.run(actor, pledgeId, (before) => {
      const textChanged = body.notes !== undefined && body.notes !== before?.notes;
      return {
        command: { do: 'change', pledgeId, changes, textChanged, expectedVersion },
        text: textChanged ? { notes: body.notes } : {},
      };
    });
  }
}

type PledgeRow = Awaited<ReturnType<typeof selectPledgeById>>[number];

const toPledge = (row: PledgeRow): Pledge => ({
  id: row.id,
  userId: row.userId,
  year: row.year,
  amount: toDecimal(row.amount),
  currentAmount: toDecimal(row.given),
  frequency: row.frequency,
  notes: row.notes,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
});

export async function pledgeById(tx: Tx, id: string): Promise<Pledge | null> {
  const [row] = await selectPledgeById(tx, { id });
  return row ? toPledge(row) : null;
}

export async function findPledgeOfYear(
  tx: Tx,
  userId: string,
  year: number,
): Promise<Pledge | null> {
  const [row] = await selectPledgeOfYear(tx, { userId, year });
  return row ? toPledge(row) : null;
}
