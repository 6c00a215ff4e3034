import { setTimeout as sleep } from 'node:timers/promises';
import { Hits } from './phases.js';
import { onStage, type Outcome, type StageOptions } from './stage.js';

/**
 * Kills all processes of PostgreSQL during imports, and starts it again. The program keeps running
 * and must continue without an operator.
 */
export function killPostgres(
  times: number,
  options: StageOptions & { verifyEvery?: number } = {},
): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const { postgres, program, random, phases } = stage;
    const hits = new Hits();
    await stage.work(async () => {
      for (let kill = 1; kill <= times; kill++) {
        await phases.anyMoment();
        hits.add(phases.now);
        await postgres.kill();
        await sleep(random.below(800));
        await postgres.start();
        if (!program.isRunning)
          throw new Error(`The program ended when its database did.\n${program.said}`);
        await program.ready();
        if (options.verifyEvery && kill % options.verifyEvery === 0) await stage.verify();
      }
      await sleep(300);
    });
    const files = stage.books.files.filter(
      ({ state }) => state === 'committed' || state === 'undone',
    ).length;
    const note = `${hits.toString()}; ${files} imports of ${stage.books.rowsOfFile} rows`;
    return stage.outcome(`kill -9 of PostgreSQL during imports, ${stage.store}`, times, [note]);
  });
}
