import type { ImportMapping } from '#libs/contracts';
import type { RepeatedBlock } from '#libs/csv';
import type { TableChoices, TableInspection, TableKind } from '#libs/workbook';
import { resultOf, WorkerSession, type WorkerLimits } from '#libs/workers';
import type * as Functions from './donation-file-worker.js';
import type { Observed } from './file-observer.js';
import { unpackRows, type PackedRows } from './packed-rows.js';
import type { FormatFacts, ReadRow } from './read-row.js';

const worker = new URL('./donation-file-worker.js', import.meta.url);
/** The limits for reading one file. A million rows take about a minute. */
const limits: WorkerLimits = { seconds: 600, heapMegabytes: 512 };

/**
 * Sessions that have read a file without an error. They are reused, because a new thread loads
 * modules for a fifth of a second.
 */
const idleSessions: WorkerSession<typeof Functions>[] = [];
const maxIdleSessions = 2;
/** Milliseconds after which an idle session is closed. */
const idleTime = 30_000;

async function keepForNextFile(session: WorkerSession<typeof Functions>): Promise<void> {
  session.restartClock();
  try {
    await session.call('closeFile', null);
  } catch {
    await session.close();
    return;
  }
  if (idleSessions.length >= maxIdleSessions) {
    await session.close();
    return;
  }
  idleSessions.push(session);
  setTimeout(() => void closeIfIdle(session), idleTime).unref();
}

async function closeIfIdle(session: WorkerSession<typeof Functions>): Promise<void> {
  const index = idleSessions.indexOf(session);
  if (index < 0) return;
  idleSessions.splice(index, 1);
  await session.close();
}

/**
 * A donation file that a worker thread reads. Each function throws a Refusal for a file that cannot
 * be read.
 */
export class DonationFile {
  private constructor(
    private readonly session: WorkerSession<typeof Functions>,
    readonly kind: TableKind,
    /** the sheets of a workbook that have rows, in their order */
    readonly sheets: string[],
  ) {}

  /**
   * Opens a file for as long as `use` runs.
   * @param path of the file on this machine
   */
  static async with<T>(path: string, use: (file: DonationFile) => Promise<T>): Promise<T> {
    const session = idleSessions.pop() ?? new WorkerSession<typeof Functions>(worker, limits);
    let result: T;
    try {
      const { kind, sheets } = resultOf(await session.call('openFile', path));
      result = await use(new DonationFile(session, kind, sheets));
    } catch (error) {
      await session.close(); // the thread may be at work
      throw error;
    }
    await keepForNextFile(session);
    return result;
  }

  /** Finds out how the file is built, by its beginning and by what a person has chosen. */
  async inspect(choices: TableChoices = {}): Promise<TableInspection> {
    return resultOf(await this.session.call('inspectFile', choices));
  }

  /**
   * Looks at all rows, and returns what they decide and what a person has to be asked.
   * @param minCellsOfFile what an earlier look has found; undefined at the first look
   */
  async observe(
    inspection: TableInspection,
    mapping: ImportMapping,
    minCellsOfFile: number | undefined,
  ): Promise<Observed> {
    return resultOf(
      await this.session.call('observeRows', { inspection, mapping, minCellsOfFile }),
    );
  }

  /** Reads all rows in batches. The next batch is read while the caller works on the one before. */
  async *rows(
    inspection: TableInspection,
    format: FormatFacts,
    repeatedBlocks: readonly RepeatedBlock[],
  ): AsyncGenerator<ReadRow[]> {
    await this.session.call('startRows', { inspection, format, repeatedBlocks });
    let upcoming = this.#readBatch();
    for (let batch = await upcoming; batch !== null; batch = await upcoming) {
      upcoming = this.#readBatch();
      upcoming.catch(() => undefined); // thrown where it is awaited
      yield unpackRows(batch);
    }
  }

  async #readBatch(): Promise<PackedRows | null> {
    return resultOf(await this.session.call('readBatch', null));
  }
}
