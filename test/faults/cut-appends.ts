import { setTimeout as sleep } from 'node:timers/promises';
import { onStage, type Outcome, type StageOptions } from './stage.js';

/**
 * The time in milliseconds for which the server is stopped. It is longer than the time for which
 * the program repeats an append within one request.
 */
const away = 12_000;

/**
 * The events after which the server is stopped in turn. An import is recorded with the last of its
 * appends.
 */
const leaving = ['DonationImportCommitted', 'DonationRecorded', 'DonationImportUndone'];

/**
 * Cuts all connections to EventStoreDB during appends of imports and single donations, before and
 * after the events are written. After some written appends the server is stopped, so that the
 * request or import fails and must be repeated.
 */
export function cutAppends(
  times: number,
  options: StageOptions & { absences?: number } = {},
): Promise<Outcome> {
  const absenceCount = options.absences ?? 1;
  return onStage({ ...options, store: 'eventstoredb' }, async (stage) => {
    const { random } = stage;
    const double = stage.double!;
    const cuts = { before: 0, after: 0 };
    const absences: Promise<void>[] = [];
    const leave = async () => {
      await new Promise((resolve) => setImmediate(resolve)); // Then the append is written.
      await double.stop();
      await sleep(away);
      await double.start();
    };
    const enough = new Promise<void>((resolve) => {
      double.onAppend = (stream, events) => {
        const count = cuts.before + cuts.after;
        const isTime =
          absences.length < absenceCount &&
          count >= ((absences.length + 0.5) * times) / absenceCount;
        const type = events.at(-1)!.type;
        if (
          isTime &&
          type === leaving[absences.length % leaving.length] &&
          (type !== 'DonationRecorded' || !stream.includes('.import-'))
        ) {
          absences.push(leave());
          cuts.after++;
          return 'cut after';
        }
        if (count >= times && absences.length === absenceCount) resolve();
        if (count >= times || !random.chance(0.3)) return undefined;
        const cutPoint = count % 2 === 0 ? 'before' : 'after';
        cuts[cutPoint]++;
        return `cut ${cutPoint}`;
      };
    });
    await stage.work(async () => {
      await enough;
      await Promise.all(absences);
    });
    const files = stage.books.files.filter(
      ({ state }) => state === 'committed' || state === 'undone',
    ).length;
    const note =
      `${stage.books.singles.size} donations, ${files} imports; cut before it was ` +
      `written ${cuts.before}, after it ${cuts.after}, ${absences.length} times with the ` +
      `server away for ${away / 1000} s`;
    return stage.outcome(
      'connections to EventStoreDB cut during appends',
      cuts.before + cuts.after,
      [note],
    );
  });
}
