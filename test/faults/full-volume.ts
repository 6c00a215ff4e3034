import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DonationImport, ErrorBody } from '#libs/contracts';
import type { ImportState } from './books.js';
import type { Reply } from './secretary.js';
import { onStage, type Outcome, type Stage, type StageOptions } from './stage.js';
import { CannotMount } from './volume.js';
import { csvOf, giveOnce, recordGifts, readTotals } from './work.js';

const megabyte = 2 ** 20;
/** The type of the event that makes the rows of an import count. */
const marker = 'DonationImportCommitted';

/**
 * Fills the volume with the data and the log of PostgreSQL during uploads and commits, while other
 * clients record donations and read totals. PostgreSQL panics or ends. When the volume has room
 * again, everything must continue.
 */
export function fillDatabase(times: number, options: StageOptions = {}): Promise<Outcome> {
  const title = `the database's volume really full, ${options.store ?? 'postgres'}`;
  return whereMountingWorks(
    title,
    { ...options, rows: options.rows ?? 10_000, volume: { of: 'database', megabytes: 1_024 } },
    async (stage) => {
      const { postgres, program, staff, books, random, double } = stage;
      const volume = stage.volume!;
      const ends: Record<string, number> = {};
      let endCount = 0;
      await stage.runDuring(
        (shared) => [recordGifts(shared, 'beside', 60), readTotals(shared)],
        async () => {
          for (let time = 0; time < times; time++) {
            const fillDuring = time % 2 === 0 ? 'commit' : 'upload';
            const fill = () => volume.fill(random.below(12 * megabyte));
            if (fillDuring === 'upload') fill();
            const first =
              fillDuring === 'upload' ? await upload(stage, time).catch(() => null) : null;
            if (fillDuring === 'commit') {
              const file = await uploaded(stage, time);
              // EventStoreDB can record the commit while PostgreSQL has no room for its projection.
              if (double && time % 4 === 0) {
                double.onAppend = (_stream, events) => {
                  if (events.at(-1)!.type === marker) volume.fill(0);
                  return undefined;
                };
              } else fill();
              const commitAnswer = staff
                .once(`/api/admin/donation-imports/${file.id}/commit`, { method: 'POST' })
                .catch(() => null);
              file.state = 'committing';
              await Promise.race([commitAnswer, sleep(5_000)]);
              await sleep(1_000 + random.below(2_000));
            }
            if (!postgres.isRunning) endCount++;
            if (double) double.onAppend = () => undefined;
            volume.free();
            await postgres.start();
            await program.ready();
            const file =
              fillDuring === 'commit' ? books.files.at(-1)! : await uploaded(stage, time);
            const end =
              `${fillDuring} → ` +
              `${await brought(stage, file)}${first ? ` (upload answered ${first.status})` : ''}`;
            ends[end] = (ends[end] ?? 0) + 1;
          }
        },
      );
      const noSpaceMessages = postgres.said.filter((line) =>
        line.includes('No space left on device'),
      );
      const panics = noSpaceMessages.filter((line) => line.includes('PANIC'));
      if (panics.length === 0) books.problems.push('PostgreSQL never ran out of room for its log');
      const notes = [
        `PostgreSQL said "No space left on device" ${noSpaceMessages.length} times, ` +
          `${panics.length} of them as PANIC; ended by itself ${endCount} times`,
        Object.entries(ends)
          .map(([end, count]) => `${count} × ${end}`)
          .join('; '),
      ];
      return stage.outcome(title, times, notes);
    },
  );
}

/**
 * Fills the volume with the uploaded files (`DATA_DIR`) and uploads a file, which must be refused.
 * Recording donations and restarting the program must work as long as the volume is full. When it
 * has room again, the import must work, too.
 */
export function fillUploads(times: number, options: StageOptions = {}): Promise<Outcome> {
  const title = "the uploads' volume really full";
  return whereMountingWorks(
    title,
    { ...options, volume: { of: 'uploads', megabytes: 2 } },
    async (stage) => {
      const { program, books, random } = stage;
      const volume = stage.volume!;
      const answers = new Set<string>();
      for (let time = 0; time < times; time++) {
        volume.fill(time === 0 ? 0 : random.below(Buffer.byteLength(fileOf(stage, time))));
        const refusal = await upload(stage, time);
        answers.add(`${refusal.status}: ${refusal.body.message}`);
        if (refusal.status < 500)
          books.problems.push(`an upload that does not fit was answered with ${refusal.status}`);
        const remainingFiles = fs
          .readdirSync(stage.dataDir, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.csv'));
        if (remainingFiles.length > 0)
          books.problems.push(`the refused upload left ${remainingFiles.length} files`);
        volume.fill(0);
        for (let n = 0; n < 5; n++) await giveOnce(stage.shared, `beside-${time}-${n}`);
        await sleep(2_500); // Meanwhile the program tries to save the journal's head in vain.
        await program.stop();
        await program.start();
        await giveOnce(stage.shared, `started-${time}`);
        volume.free();
        const end = await brought(stage, await uploaded(stage, time));
        if (end !== 'committed') books.problems.push(`with room again, the import was "${end}"`);
      }
      return stage.outcome(title, times, [`upload answered ${[...answers].join(' / ')}`]);
    },
  );
}

const fileOf = (stage: Stage, number: number) =>
  csvOf(number, stage.books.rowsOfFile, stage.shared.givers.length);

function upload(stage: Stage, number: number): Promise<Reply<DonationImport & ErrorBody>> {
  const form = new FormData();
  form.append('file', new Blob([fileOf(stage, number)]), 'gifts.csv');
  return stage.staff.once('/api/admin/donation-imports', { method: 'POST', body: form });
}

/** Uploads a file while there is room, and returns its draft. */
async function uploaded(stage: Stage, number: number) {
  const { status, body } = await upload(stage, number);
  if (status !== 201 || body.counts.new !== stage.books.rowsOfFile)
    throw new Error(`the upload: ${status} ${JSON.stringify(body).slice(0, 500)}`);
  const file = {
    rows: stage.books.rowsOfFile,
    cents: stage.books.centsOfFile,
    id: body.id,
    state: 'draft' as ImportState,
  };
  stage.books.files.push(file);
  return file;
}

/**
 * Waits for the commit. Requests it again if it was not accepted or has failed.
 * @returns how the commit was achieved
 */
async function brought(
  stage: Stage,
  file: { id: string | null; state: ImportState },
): Promise<string> {
  const { staff, books } = stage;
  const importPath = `/api/admin/donation-imports/${file.id!}`;
  const until = performance.now() + 60_000;
  const was = file.state;
  let how = was === 'draft' ? 'committed' : 'went on by itself';
  file.state = 'committing';
  for (;;) {
    const { status, message } = await staff.import(file.id!);
    if (status === 'committed') break;
    if (status === 'failed' && (await isRecorded(stage, file.id!)))
      books.problems.push(
        `import ${file.id!} was told as failed ("${message ?? ''}"), and is recorded`,
      );
    if (status === 'ready' || status === 'failed') {
      if (was !== 'draft')
        how =
          status === 'failed'
            ? `told as failed ("${message ?? ''}"), committed when asked again`
            : 'never taken up, committed when asked again';
      await staff.insist(`${importPath}/commit`, { method: 'POST' });
    }
    if (performance.now() > until) {
      books.problems.push(`with room again, import ${file.id!} is "${status}" for a minute`);
      return status;
    }
    await sleep(50);
  }
  file.state = 'committed';
  return how;
}

/** Returns whether the marker of an import is stored, regardless of the shown status. */
async function isRecorded({ postgres, double, church }: Stage, id: string): Promise<boolean> {
  const stream = `${church}.import-${id}`;
  if (double)
    return double.log.events.some((event) => event.stream === stream && event.type === marker);
  return (
    (
      await postgres.query(
        'select 1 from event where organization_id = $1 and stream = $2 and type = $3',
        [church, stream, marker],
      )
    ).length > 0
  );
}

/** Runs a test. If this user may not mount a volume, the outcome says that it was not tried. */
async function whereMountingWorks(
  testName: string,
  options: StageOptions,
  proof: (stage: Stage) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await onStage(options, proof);
  } catch (error) {
    if (!(error instanceof CannotMount)) throw error;
    const notes = [`NOT TRIED: nothing can be mounted here (${error.message}); root on Linux can`];
    return {
      what: `${testName}: NOT TRIED, this user may not mount`,
      tried: 0,
      acknowledged: 0,
      lost: 0,
      doubled: 0,
      half: 0,
      verify: null,
      problems: [],
      notes,
    };
  }
}
