/** A single donation that was asked for; `id` once it was acknowledged. */
interface Single {
  cents: number;
  id: string | null;
  /** the answer said that it can be seen */
  shown: boolean;
}

export type Stand = 'draft' | 'committing' | 'committed' | 'undoing' | 'undone';

export interface ImportedFile {
  rows: number;
  cents: number;
  id: string | null;
  stand: Stand;
}

interface Glimpse {
  records: number;
  cents: number;
}

/** Donations as they stand in the church's books, read past the program. */
export interface CountedDonation {
  id: string;
  cents: number;
  importId: string | null;
  transactionId: string | null;
}

/** How the program's books differ from these. */
export interface Difference {
  lost: number;
  doubled: number;
  half: number;
  problems: string[];
}

export const singleCents = 100;

/**
 * What the program said it did, kept by the proof itself: no code of the program is asked. Every
 * single donation is of one dollar and every file of one sum, so that whatever a reader sees says
 * how many of each it saw.
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

  /** A single donation is about to be asked for. */
  asked(key: string): void {
    this.singles.set(key, { cents: singleCents, id: null, shown: false });
  }

  /**
   * Every answer to one key must name one donation. `id` null: recorded, said the answer, and not
   * shown yet.
   */
  acknowledged(key: string, id: string | null): void {
    const single = this.singles.get(key)!;
    if (single.id && id && single.id !== id)
      this.problems.push(`${key} was answered as ${single.id} and as ${id}`);
    single.id ??= id;
    single.shown = id !== null;
  }

  get acknowledgements(): number {
    const moves = this.files.map(({ stand }) =>
      stand === 'committed' || stand === 'undoing' ? 1 : stand === 'undone' ? 2 : 0,
    );
    return (
      [...this.singles.values()].filter(({ id }) => id !== null).length +
      moves.reduce<number>((sum, count) => sum + count, 0)
    );
  }

  /**
   * Looks at the totals by `look`, and holds what comes against everything that could be true
   * meanwhile.
   */
  async watch(look: () => Promise<Glimpse>): Promise<void> {
    const before = this.#state();
    const seen = await look();
    const after = this.#state();
    const singles = { least: before.shown, most: after.asked };
    const files = {
      least: before.files.filter(
        (stand, index) => stand === 'committed' && after.files[index] === 'committed',
      ).length,
      most: after.files.filter(
        (stand, index) => stand !== 'draft' && before.files[index] !== 'undone',
      ).length,
    };
    for (let count = files.least; count <= files.most; count++) {
      const rest = seen.records - count * this.rowsOfFile;
      if (rest < singles.least || rest > singles.most) continue;
      if (seen.cents === count * this.centsOfFile + rest * singleCents) return;
    }
    this.half++;
    this.problems.push(
      `seen: ${seen.records} records of ${seen.cents} cents; possible: ${files.least} to ` +
        `${files.most} files of ${this.rowsOfFile} and ${singles.least} to ${singles.most} singles`,
    );
  }

  /** Holds everything that stands in the end against everything that was acknowledged. */
  compare(counted: readonly CountedDonation[], told: Glimpse): Difference {
    const problems = [...this.problems];
    const report = (count: number, sentence: string) => {
      if (count > 0) problems.push(`${count} ${sentence}`);
      return count;
    };
    const byId = new Map(counted.map((donation) => [donation.id, donation]));
    const singles = counted.filter(({ importId }) => importId === null);
    const known = new Set([...this.singles.values()].map(({ id }) => id));
    const missing = [...this.singles].filter(([key, { id, cents }]) => {
      const found = id ? byId.get(id) : undefined;
      return id !== null && (found?.cents !== cents || found.transactionId !== key);
    });
    let lost = report(
      missing.length,
      `acknowledged donations are missing or differ, such as ${missing[0]?.[0] ?? ''}`,
    );
    let doubled = report(
      singles.filter(({ id }) => !known.has(id)).length,
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
      const [count, sum] = file.stand === 'committed' ? [file.rows, file.cents] : [0, 0];
      if (rows.length === count && cents === sum) continue;
      if (rows.length !== 0 && rows.length !== file.rows) half++;
      lost += Math.max(0, count - rows.length);
      doubled += Math.max(0, rows.length - count);
      problems.push(
        `import ${file.id ?? ''} (${file.stand}) has ${rows.length} rows of ${cents} cents ` +
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
      files: this.files.map(({ stand }) => stand),
    };
  }
}
