import { onStage, type Outcome, type StageOptions } from './stage.js';

/** Cuts every connection to EventStoreDB during appends of imports and single donations, before and after they are written. */
export function cutAppends(times: number, options: StageOptions = {}): Promise<Outcome> {
  return onStage({ ...options, store: 'eventstoredb' }, async (stage) => {
    const { random } = stage;
    const double = stage.double!;
    const cuts = { before: 0, after: 0 };
    const enough = new Promise<void>((resolve) => {
      double.onAppend = () => {
        const count = cuts.before + cuts.after;
        if (count === times) resolve();
        if (count === times || !random.chance(0.3)) return undefined;
        const when = count % 2 === 0 ? 'before' : 'after';
        cuts[when]++;
        return `cut ${when}`;
      };
    });
    await stage.work(() => enough);
    const files = stage.books.files.filter(({ stand }) => stand === 'committed' || stand === 'undone').length;
    const note = `${stage.books.singles.size} donations, ${files} imports; cut before it was written ${cuts.before}, after it ${cuts.after}`;
    return stage.outcome('connections to EventStoreDB cut during appends', cuts.before + cuts.after, [note]);
  });
}
