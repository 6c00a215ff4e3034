import { onStage, type Outcome, type StageOptions } from './stage.js';
import { giveOnce } from './work.js';

/**
 * Simulates that the clock was set back, so that the last event is in the future. The times of new
 * events must then stay the same instead of decreasing, and their order must be that of the
 * journal.
 */
export function setBackTheClock(times: number, options: StageOptions = {}): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const { postgres, books, church } = stage;
    for (let jump = 0; jump < times; jump++) {
      await giveOnce(stage.shared, `before-${jump}`);
      // Simulates that the clock was an hour fast when the last donation was recorded.
      await postgres.query(
        `update event_head set recorded_at = greatest(recorded_at, clock_timestamp()) + interval
          '1 hour' where organization_id = $1`,
        [church],
      );
      for (let n = 0; n < 3; n++) await giveOnce(stage.shared, `behind-${jump}-${n}`);
    }
    const entries = await postgres.query<{ number: string; at: Date; ahead: boolean }>(
      `select number, recorded_at as at, recorded_at > now() + make_interval(hours => $2) -
        interval '1 minute' as ahead
         from journal where organization_id = $1 order by number`,
      [church, times],
    );
    entries.forEach(({ number, at }, index) => {
      if (Number(number) !== index + 1)
        books.problems.push(`journal entry ${index + 1} has the number ${number}`);
      if (index > 0 && at < entries[index - 1]!.at)
        books.problems.push(`journal entry ${number} is from before the one before it`);
    });
    if (!entries.at(-1)!.ahead)
      books.problems.push('the last entry was not recorded in the time that the clock had reached');
    return stage.outcome('the clock set back by an hour', times);
  });
}
