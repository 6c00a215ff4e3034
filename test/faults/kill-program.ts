import { setTimeout as sleep } from 'node:timers/promises';
import { onStage, type Outcome, type StageOptions } from './stage.js';

/** Kills the program at any moment of uploads, commits and undos, and starts it again. */
export function killProgram(times: number, options: StageOptions & { verifyEvery?: number }): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const { program, random } = stage;
    const hits: Record<string, number> = { upload: 0, commit: 0, undo: 0, start: 0 };
    await stage.work(async () => {
      for (let kill = 1; kill <= times; kill++) {
        await sleep(30 + random.below(900));
        hits[stage.phase]!++;
        await program.kill();
        if (kill < times && random.chance(0.15)) {
          // once more, while it starts
          program.launch();
          await sleep(random.below(1_000));
          await program.kill();
          hits.start!++;
          kill++;
        }
        await program.start();
        if (options.verifyEvery && kill % options.verifyEvery === 0) await stage.verify();
      }
      await sleep(300);
    });
    const files = stage.books.files.filter(({ stand }) => stand === 'committed' || stand === 'undone').length;
    const note = `hit during: ${Object.entries(hits).map(([phase, count]) => `${phase} ${count}`).join(', ')}; ${files} imports of ${stage.books.rowsOfFile} rows`;
    return stage.outcome(`kill -9 of the program during imports, ${stage.store}`, times, [note]);
  });
}
