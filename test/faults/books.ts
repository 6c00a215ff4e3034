/** A single donation that was requested. `id` is null until the program has acknowledged it. */
interface Single {
  cents: number;
  id: string | null;
  /** whether the answer said that the donation is visible */
  shown: boolean;
}

export type ImportState = 'draft' | 'committing' | 'committed' | 'undoing' | 'undone';

/** The possible states of an import after its commit was acknowledged. */
const committedStates: ReadonlySet<ImportState> = new Set(['committed', 'undoing', 'undone']);

export interface ImportedFile {
  rows: number;
  cents: number;
  id: string | null;
  state: ImportState;
}

interface Glimpse {
  records: number;
  cents: number;
}

/** A donation in the database of the church, which was read without the program. */
export interface CountedDonation {
  id: string;
  cents: number;
  importId: string | null;
  transactionId: string | null;
}

/** The differences between the recorded donations and the acknowledged ones. */
export interface Difference {
  lost: number;
  doubled: number;
  half: number;
  problems: string[];
}

export const singleCents = 100;

/**
 * The donations and imports that the program has acknowledged, which the test records itself
 * without code of the program. Each single donation has an amount of one dollar, and all files have
 * the same sum, so that each total reveals how many of both it contains.
 */
export class Books {
  readonly singles = new Map<string, Single>();
  readonly files: ImportedFile[] = [];
  readonly problems: string[] = [];
  half = 0;

  readonly rowsOfFile: number;
  readonly centsOfFile: number;

  constructor(rowsOfFile: number, centsOfFile: number) {
    this.rowsOfFile = rowsOfFile;
    this.centsOfFile = centsOfFile;
  }

  /** Must be called before a request to record one donation (not an import) is sent. */
  asked(key: string): void {
    this.singles.set(key, { cents: singleCents, id: null, shown: false });
  }

  /**
   * Must be called after an answer. All answers to one key must name the same donation. `id` is
   * null if the answer said that the donation is recorded but not visible yet.
   */
  acknowledged(key: string, id: string | null): void {
    const single = this.singles.get(key)!;
    if (single.id && id && single.id !== id)
      this.problems.push(`${key} was answered as ${single.id} and as ${id}`);
    single.id ??= id;
    single.shown = id !== null;
  }

  get acknowledgements(): number {
    const singles = [...this.singles.values()].filter(({ id }) => id !== null).length;
    const states = this.files.map(({ state }) => state);
    const commits = states.filter((state) => committedStates.has(state)).length;
    const undos = states.filter((state) => state === 'undone').length;
    return singles + commits + undos;
  }

  /** Reads the totals with `look`, and checks that they were possible at some moment meanwhile. */
  async watch(look: () => Promise<Glimpse>): Promise<void> {
    const before = this.#state();
    const summary = await look();
    const after = this.#state();
    const singles = { least: before.shown, most: after.asked };
    const files = {
      least: before.files.filter(
        (state, index) => state === 'committed' && after.files[index] === 'committed',
      ).length,
      most: after.files.filter(
        (state, index) => state !== 'draft' && before.files[index] !== 'undone',
      ).length,
    };
    for (let count = files.least; count <= files.most; count++) {
      const singleRecords = summary.records - count * this.rowsOfFile;
      if (singleRecords < singles.least || singleRecords > singles.most) continue;
      if (summary.cents === count * this.centsOfFile + singleRecords * singleCents) return;
    }
    this.half++;
    this.problems.push(
      `seen: ${summary.records} records of ${summary.cents} cents; possible: ${files.least} to ` +
        `${files.most} files of ${this.rowsOfFile} and ${singles.least} to ${singles.most} singles`,
    );
  }

  /** Compares the recorded donations with everything that was acknowledged. */
  compare(counted: readonly CountedDonation[], told: Glimpse): Difference {
    const problems = [...this.problems];
    const report = (count: number, sentence: string) => {
      if (count > 0) problems.push(`${count} ${sentence}`);
      return count;
    };
    const byId = new Map(counted.map((donation) => [donation.id, donation]));
    const singles = counted.filter(({ importId }) => importId === null);
    const acknowledgedIds = new Set([...this.singles.values()].map(({ id }) => id));
    const missing = [...this.singles].filter(([key, { id, cents }]) => {
      const donation = id ? byId.get(id) : undefined;
      return id !== null && (donation?.cents !== cents || donation.transactionId !== key);
    });
    let lost = report(
      missing.length,
      `acknowledged donations are missing or differ, such as ${missing[0]?.[0] ?? ''}`,
    );
    let doubled = report(
      singles.filter(({ id }) => !acknowledgedIds.has(id)).length,
      'donations stand that were never acknowledged',
    );
    let half = this.half;
    const imported = Map.groupBy(
      counted.filter(({ importId }) => importId !== null),
      ({ importId }) => importId!,
    );
    for (const file of this.files) {
      const rows = (file.id && imported.get(file.id)) || [];
      imported.delete(file.id ?? '');
      const cents = rows.reduce((sum, row) => sum + row.cents, 0);
      const [count, sum] = file.state === 'committed' ? [file.rows, file.cents] : [0, 0];
      if (rows.length === count && cents === sum) continue;
      if (rows.length !== 0 && rows.length !== file.rows) half++;
      lost += Math.max(0, count - rows.length);
      doubled += Math.max(0, rows.length - count);
      problems.push(
        `import ${file.id ?? ''} (${file.state}) has ${rows.length} rows of ${cents} cents ` +
          `instead of ${count} of ${sum}`,
      );
    }
    doubled += report(
      [...imported.values()].flat().length,
      'rows stand of imports that nobody committed',
    );
    const sum = counted.reduce((total, { cents }) => total + cents, 0);
    if (told.records !== counted.length || told.cents !== sum) {
      problems.push(
        `the summary tells ${told.records} records of ${told.cents} cents; there are ` +
          `${counted.length} of ${sum}`,
      );
    }
    return { lost, doubled, half, problems };
  }

  #state() {
    const singles = [...this.singles.values()];
    return {
      asked: singles.length,
      shown: singles.filter(({ shown }) => shown).length,
      files: this.files.map(({ state }) => state),
    };
  }
}
