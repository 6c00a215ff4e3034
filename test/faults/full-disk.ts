import { setTimeout as sleep } from 'node:timers/promises';
import type { DonationImport, ErrorBody } from '#libs/contracts';
import type { Secretary } from './secretary.js';
import { onStage, type Outcome, type StageOptions } from './stage.js';
import { csvOf, giveOnce, sumOf } from './work.js';

/**
 * Limits the size of files, first those of the program (uploads), and then those of PostgreSQL
 * (tables). The limit simulates a full disk: the write fails in the same place, with EFBIG instead
 * of ENOSPC. The test needs no right to mount a volume.
 */
export function fillDisk(options: StageOptions = {}): Promise<Outcome> {
  const rows = options.rows ?? 60_000;
  return onStage({ ...options, rows }, async (stage) => {
    const { program, postgres, staff, books } = stage;
    const upload = (number: number) => {
      const form = new FormData();
      form.append('file', new Blob([csvOf(number, rows, stage.shared.givers.length)]), 'gifts.csv');
      return staff.once<DonationImport & ErrorBody>('/api/admin/donation-imports', {
        method: 'POST',
        body: form,
      });
    };
    await program.stop();
    await program.start(64);
    const refusal = await upload(0);
    if (refusal.status < 500)
      books.problems.push(
        `an upload that does not fit on the disk was answered with ${refusal.status}`,
      );
    await giveOnce(stage.shared, 'beside-a-full-disk');
    await program.stop();
    await program.start();

    const draft = await upload(1);
    const file = { rows, cents: sumOf(rows), id: draft.body.id, state: 'draft' as const };
    books.files.push(file);
    await postgres.stop();
    // A segment of the log (16 MB) must fit. The table of events does not fit.
    await postgres.start(24 * 1024);
    await program.ready();
    const commitAnswer = await staff.once<ErrorBody>(
      `/api/admin/donation-imports/${file.id}/commit`,
      {
        method: 'POST',
      },
    );
    const current = await waitForCommit(staff, file.id);
    const outcome = `"${current.status}": ${current.message ?? ''}`;
    const note = `commit answered ${commitAnswer.status}, then ${outcome}`;
    if (current.status === 'committed')
      books.problems.push('the import was committed on a full disk');
    // There may be room for this donation or not. The request is repeated until it succeeds.
    const single = giveOnce(stage.shared, 'single-beside-a-full-disk');
    await stage.verify();
    await postgres.stop();
    await postgres.start();
    await program.ready();
    await single;
    return finish(stage, file, [
      `upload answered ${refusal.status}: ${refusal.body.message}`,
      note,
    ]);
  });
}

/**
 * Waits for the end of a commit. After a while, returns the import even if it is still committing.
 */
async function waitForCommit(staff: Secretary, id: string): Promise<DonationImport> {
  const until = performance.now() + 20_000;
  for (;;) {
    const current = await staff.import(id);
    if (current.status !== 'committing' || performance.now() > until) return current;
    await sleep(50);
  }
}

/** Commits the same draft after there is room again. */
async function finish(
  stage: Parameters<Parameters<typeof onStage>[1]>[0],
  file: { id: string },
  notes: string[],
): Promise<Outcome> {
  const { staff, books } = stage;
  await staff.insist(`/api/admin/donation-imports/${file.id}/commit`, { method: 'POST' });
  const current = await waitForCommit(staff, file.id);
  if (current.status !== 'committed')
    books.problems.push(
      `with room again, the import is "${current.status}": ${current.message ?? ''}`,
    );
  books.files.find(({ id }) => id === file.id)!.state = 'committed';
  return stage.outcome('files that cannot grow, as on a full disk', 2, notes);
}
