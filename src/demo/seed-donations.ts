import type { CommandBus } from '@nestjs/cqrs';
import { instantAt } from '#libs/calendar';
import { editDonation, type Donation } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { CorrectDonation, RecordDonation, VoidDonation, type Actor } from '../giving/index.js';
import { setClock } from './clock.sql.js';
import { correctionDay, type DemoGift } from './gifts.js';

/**
 * Returns a function that sets the time at which the transaction records donations (`app.clock`,
 * migration 0023): noon of a day in the time zone of the church, or the present time if that is
 * earlier. Null means the server's clock. Callers must set the days in ascending order, because no
 * event may be older than the one before.
 */
export const clockOf = (tx: Tx, timeZone: string) => async (day: string | null) => {
  const noon = day === null ? null : instantAt(`${day}T12:00:00`, timeZone);
  await setClock(tx, { at: noon === null || noon > new Date() ? '' : noon.toISOString() });
};

/** Something that happens on a day. */
interface Step {
  day: string;
  run: () => Promise<unknown>;
}

/**
 * Records each donation on its day, and makes and corrects some mistakes, as in a real year.
 * @returns the donations in the order of `gifts`
 */
export async function recordDonations(
  commands: CommandBus,
  actor: Actor,
  gifts: DemoGift[],
  setDay: (day: string) => Promise<void>,
): Promise<Donation[]> {
  const donations = new Map<DemoGift, Donation>();
  const steps = gifts.flatMap((gift) => stepsOf(commands, actor, gift, donations));
  for (const { day, run } of steps.sort(compareDays)) {
    await setDay(day);
    await run();
  }
  return gifts.map((gift) => donations.get(gift)!);
}

function compareDays(step: Step, otherStep: Step): number {
  if (step.day === otherStep.day) return 0;
  return step.day < otherStep.day ? -1 : 1;
}

function stepsOf(
  commands: CommandBus,
  actor: Actor,
  gift: DemoGift,
  donations: Map<DemoGift, Donation>,
): Step[] {
  const { slip, body } = gift;
  const day = body.date!;
  const record = (amount = body.amount) =>
    commands.execute(new RecordDonation(actor, { ...body, amount }));
  const recordGift = async (amount?: bigint) => void donations.set(gift, await record(amount));
  if (slip === undefined) return [{ day, run: () => recordGift() }];
  if (slip === 'a zero too many') {
    const correct = async () => {
      const edit = editDonation.parse({
        amount: toDecimal(body.amount),
        reason: 'A zero too many',
      });
      const correction = new CorrectDonation(actor, donations.get(gift)!.id, edit, null);
      donations.set(gift, await commands.execute(correction));
    };
    return [
      { day, run: () => recordGift(body.amount * 10n) },
      { day: correctionDay(day), run: correct },
    ];
  }
  let copy: Donation;
  return [
    { day, run: () => recordGift() },
    { day, run: async () => void (copy = await record()) },
    {
      day: correctionDay(day),
      run: () => commands.execute(new VoidDonation(actor, copy.id, 'Entered twice', null)),
    },
  ];
}
