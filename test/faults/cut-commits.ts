import type { Cut } from './cutting-proxy.js';
import { onStage, type Outcome, type StageOptions } from './stage.js';
import { giveOnce } from './work.js';

const startClients = 4;

/**
 * Cuts the connection to PostgreSQL during the COMMIT of single donations, in turn before and after
 * it. With EventStoreDB there are two such transactions: one for the donor and the campaign before
 * the append, and one for the answer after it.
 */
export function cutCommits(times: number, options: StageOptions = {}): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const { proxy, random, books } = stage;
    const cuts: Record<Cut, number> = { before: 0, behind: 0, answered: 0 };
    let count = 0;
    proxy.onCommit = (statements) => {
      if (
        count === times ||
        !statements.some((text) => text.includes('idempotent_request')) ||
        !random.chance(0.7)
      )
        return undefined;
      const cut: Cut = count++ % 2 === 0 ? 'before' : random.of(['behind', 'answered']);
      cuts[cut]++;
      return cut;
    };
    let next = 0;
    const clerk = async () => {
      while (count < times) await giveOnce(stage.shared, `cut-${next++}`);
    };
    await Promise.all(Array.from({ length: startClients }, clerk));
    const note =
      `${books.singles.size} donations; cut before the COMMIT ${cuts.before}, right ` +
      `behind it ${cuts.behind}, at its answer ${cuts.answered}`;
    return stage.outcome(`connections to PostgreSQL cut in COMMIT, ${stage.store}`, count, [note]);
  });
}
