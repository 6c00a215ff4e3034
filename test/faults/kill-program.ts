import { setTimeout as sleep } from 'node:timers/promises';
import { Hits } from './phases.js';
import { onStage, type Outcome, type StageOptions } from './stage.js';

/** Kills the program at random moments of uploads, commits and undos, and starts it again. */
export function killProgram(
  times: number,
  options: StageOptions & { verifyEvery?: number },
): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const { program, random, phases } = stage;
    const hits = new Hits();
    await stage.work(async () => {
      for (let kill = 1; kill <= times; kill++) {
        await phases.anyMoment();
        hits.add(phases.now);
        await program.kill();
        if (kill < times && random.chance(0.15)) {
          // Kill it once more while it starts.
          program.launch();
          await sleep(random.below(1_000));
          await program.kill();
          hits.add('start');
          kill++;
        }
        await program.start();
        if (options.verifyEvery && kill % options.verifyEvery === 0) await stage.verify();
      }
      await sleep(300);
    });
    const files = stage.books.files.filter(
      ({ state }) => state === 'committed' || state === 'undone',
    ).length;
    const note = `${hits.toString()}; ${files} imports of ${stage.books.rowsOfFile} rows`;
    return stage.outcome(`kill -9 of the program during imports, ${stage.store}`, times, [note]);
  });
}
