import { setTimeout as sleep } from 'node:timers/promises';
import { onStage, type Outcome, type StageOptions } from './stage.js';
import { giveOnce } from './work.js';

/** The maximum time in milliseconds after which a request is refused while the database hangs. */
const maxWait = 15_000;
const simultaneousRequests = 60;

/**
 * Freezes PostgreSQL for some seconds, so that it accepts connections but does not answer, while
 * many requests arrive. Requests without a free connection must be refused in time. The other
 * requests must be executed once when PostgreSQL continues.
 */
export function hang(times: number, seconds: number, options: StageOptions = {}): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const { postgres, program, staff, books } = stage;
    const notes: string[] = [];
    for (let time = 0; time < times; time++) {
      postgres.freeze();
      const frozen = performance.now();
      const waits: number[] = [];
      const looks = Array.from({ length: simultaneousRequests }, async () => {
        const began = performance.now();
        const reply = await staff.once('/api/admin/donations/summary').catch(() => null);
        if (reply?.status !== 200) waits.push(performance.now() - began);
      });
      const gifts = Array.from({ length: 10 }, (_, n) =>
        giveOnce(stage.shared, `hang-${time}-${n}`),
      );
      await sleep(seconds * 1_000);
      postgres.thaw();
      const thawed = performance.now();
      await Promise.all([...looks, ...gifts]);
      await program.ready();
      notes.push(
        `frozen for ${((thawed - frozen) / 1000).toFixed(1)} s: ${waits.length} of ` +
          `${simultaneousRequests} ` +
          `were refused, the last after ${(Math.max(0, ...waits) / 1000).toFixed(1)} s; all ` +
          `at rest ${((performance.now() - thawed) / 1000).toFixed(1)} s after it went on`,
      );
      if (seconds * 1_000 > maxWait && waits.length < simultaneousRequests / 2)
        books.problems.push(
          `only ${waits.length} of ${simultaneousRequests} were told while the database hung`,
        );
    }
    return stage.outcome(`PostgreSQL hangs for ${seconds} s`, times, notes);
  });
}
