import { setTimeout as sleep } from 'node:timers/promises';
import type { Donation, DonationImport } from '#libs/contracts';
import type { Random } from '../support/random.js';
import { singleCents, type Books, type ImportedFile, type ImportState } from './books.js';
import type { Secretary } from './secretary.js';
import type { Phases } from './phases.js';

/** The data that the clients of a test share. When `isOver` returns true, they end their work. */
export interface SharedData {
  staff: Secretary;
  books: Books;
  random: Random;
  /** the ids of the givers of the church */
  givers: string[];
  isOver(): boolean;
}

/**
 * Returns a file whose rows differ from each other and from the rows of all other numbers. The
 * files of all numbers have the same sum.
 */
export function csvOf(number: number, rows: number, givers: number): string {
  // Each file has a different date, within the ten years that an import accepts without a question.
  const date = new Date(Date.UTC(new Date().getUTCFullYear() - 9, 0, 1 + number))
    .toISOString()
    .slice(0, 10);
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `giver${n % givers}@faults.test,${(centsOf(n) / 100).toFixed(2)},Cash,${date},,row ${n}`,
  );
  return ['email,amount,paymentmethod,date,campaign,notes', ...lines, ''].join('\n');
}

export const sumOf = (rows: number): number =>
  Array.from({ length: rows }, (_, n) => centsOf(n)).reduce((sum, cents) => sum + cents, 0);

const centsOf = (row: number) => 503 + row;

/** Records one donation. Repeats the request with the same key until it is acknowledged. */
export async function giveOnce(
  { staff, books, givers, random }: Omit<SharedData, 'isOver'>,
  key: string,
): Promise<void> {
  const gift = {
    userId: random.of(givers),
    amount: (singleCents / 100).toFixed(2),
    paymentMethod: 'Cash',
    date: '2024-05-05',
    transactionId: key,
  };
  const { at: path, init } = staff.post('/api/admin/donations', gift, { 'idempotency-key': key });
  books.asked(key);
  for (;;) {
    const { status, body } = await staff.insist<Donation>(path, init);
    if (status === 201) {
      books.acknowledged(key, body.id);
      return;
    }
    if (status !== 202) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`);
    books.acknowledged(key, null);
    await sleep(25);
  }
}

/** Records donations one after the other, with a pause between them. */
export async function recordGifts(shared: SharedData, name: string, pause: number): Promise<void> {
  for (let n = 0; !shared.isOver(); n++) {
    await giveOnce(shared, `${name}-${n}`);
    await sleep(shared.random.below(pause * 2));
  }
}

/** Reads the totals repeatedly. */
export async function readTotals(shared: SharedData): Promise<void> {
  while (!shared.isOver()) {
    // A failed request shows nothing about the totals.
    await shared.books.watch(() => shared.staff.summary()).catch(() => undefined);
    await sleep(15);
  }
}

/** The time in milliseconds within which a commit or undo must end, even with some kills. */
const endurance = 90_000;

/** Imports files one after the other, and undoes random ones and those for which a test waits. */
export async function importFiles(
  shared: SharedData,
  phases: Phases,
  numbers: Iterator<number>,
): Promise<void> {
  const { staff, books, random, givers } = shared;
  while (!shared.isOver()) {
    const file: ImportedFile = {
      rows: books.rowsOfFile,
      cents: books.centsOfFile,
      id: null,
      state: 'draft',
    };
    books.files.push(file);
    phases.begin('upload');
    const form = new FormData();
    form.append(
      'file',
      new Blob([csvOf(numbers.next().value as number, file.rows, givers.length)]),
      'gifts.csv',
    );
    const { status, body } = await staff.insist<DonationImport>('/api/admin/donation-imports', {
      method: 'POST',
      body: form,
    });
    if (status !== 201 || body.counts.new !== file.rows)
      throw new Error(`the upload: ${status} ${JSON.stringify(body).slice(0, 500)}`);
    file.id = body.id;
    phases.begin('commit');
    await settle(staff, file, 'commit', ['committing', 'committed']);
    if (shared.isOver() || !(phases.awaited === 'undo' || random.chance(0.4))) continue;
    phases.begin('undo');
    await settle(staff, file, 'undo', ['undoing', 'undone']);
  }
}

/**
 * Requests a commit or undo until the program acknowledges it, and then only waits: the program
 * must complete it without another request, and in time.
 */
async function settle(
  staff: Secretary,
  file: ImportedFile,
  action: 'commit' | 'undo',
  [during, done]: [ImportState, ImportState],
): Promise<void> {
  const importPath = `/api/admin/donation-imports/${file.id!}`;
  file.state = during;
  const until = performance.now() + endurance;
  for (let isAcknowledged = false; ;) {
    if (!isAcknowledged) {
      const reply = await staff
        .once(`${importPath}/${action}`, { method: 'POST' })
        .catch(() => null);
      if (reply && reply.status < 500 && reply.status !== 202 && reply.status !== 409)
        throw new Error(`${action}: ${reply.status} ${JSON.stringify(reply.body)}`);
      isAcknowledged = reply?.status === 202;
    }
    const { status, message } = await staff.import(file.id!);
    if (status === done) {
      file.state = done;
      return;
    }
    if (status === during) isAcknowledged = true; // The answer was lost.
    else if (isAcknowledged)
      throw new Error(
        `the acknowledged ${action} of ${file.id!} was given up: ${status} ${message ?? ''}`,
      );
    if (performance.now() > until)
      throw new Error(
        `the ${action} of ${file.id!} is "${status}" for ${endurance / 1000} ` +
          `s${isAcknowledged ? ', though acknowledged' : ''}: nobody goes on with it`,
      );
    await sleep(15);
  }
}
