import fs from 'node:fs';
import path from 'node:path';
import { Random } from '../support/random.js';
import { EventStoreDbDouble } from '../support/eventstoredb/server.js';
import { freePort, programFile } from '../support/program/program.js';
import { Books, type Difference, type CountedDonation } from './books.js';
import { CuttingProxy } from './cutting-proxy.js';
import { Secretary } from './secretary.js';
import { Phases } from './phases.js';
import { Postgres } from './postgres.js';
import { Program, runScript } from './program.js';
import type { Volume } from './volume.js';
import { recordGifts, importFiles, readTotals, sumOf, type SharedData } from './work.js';

export type Store = 'postgres' | 'eventstoredb';

export interface StageOptions {
  store?: Store;
  /** the number of rows of each imported file */
  rows?: number;
  random?: Random;
  /** further environment variables of the program */
  environment?: Record<string, string>;
  /** a separate volume that can be filled, for the database or for the uploads */
  volume?: { of: 'database' | 'uploads'; megabytes: number };
}

export interface Outcome extends Difference {
  what: string;
  tried: number;
  acknowledged: number;
  /** whether `verify` found no problem; null if it was not run */
  verify: boolean | null;
  notes: string[];
}

const giversOfChurch = 40;

/** All processes and servers that a test of faults needs. Each of them can fail alone. */
export class Stage {
  readonly books: Books;
  readonly phases: Phases;
  readonly store: Store;
  readonly random: Random;
  readonly postgres: Postgres;
  readonly proxy: CuttingProxy;
  readonly double: EventStoreDbDouble | null;
  readonly program: Program;
  readonly staff: Secretary;
  readonly church: string;
  private readonly givers: string[];
  private readonly environment: Record<string, string> & { DATA_DIR: string };
  /** the volume that can be filled; null if the test needs none */
  readonly volume: Volume | null;
  #isOver = false;
  #numbers = counting();

  private constructor(
    parts: Pick<
      Stage,
      | 'store'
      | 'random'
      | 'postgres'
      | 'proxy'
      | 'double'
      | 'program'
      | 'staff'
      | 'church'
      | 'volume'
    >,
    givers: string[],
    environment: Stage['environment'],
    rows: number,
  ) {
    this.store = parts.store;
    this.random = parts.random;
    this.postgres = parts.postgres;
    this.proxy = parts.proxy;
    this.double = parts.double;
    this.program = parts.program;
    this.staff = parts.staff;
    this.church = parts.church;
    this.givers = givers;
    this.environment = environment;
    this.volume = parts.volume;
    this.books = new Books(rows, sumOf(rows));
    this.phases = new Phases(parts.random);
  }

  /** Starts PostgreSQL, EventStoreDB if it is used, and the program with a church. */
  static async open({
    store = 'postgres',
    rows = 5_000,
    random = new Random(),
    volume: volumeOptions,
    environment: more = {},
  }: StageOptions = {}): Promise<Stage> {
    const postgres = await Postgres.make();
    const proxy = await CuttingProxy.start(postgres.port);
    const double = store === 'eventstoredb' ? await EventStoreDbDouble.start() : null;
    try {
      const dataDir = path.join(postgres.directory, 'data');
      fs.mkdirSync(dataDir);
      const volume = volumeOptions
        ? await (volumeOptions.of === 'database'
            ? postgres.moveToVolume(volumeOptions.megabytes)
            : postgres.mount(dataDir, volumeOptions.megabytes))
        : null;
      const environment = {
        DATA_DIR: dataDir,
        DATABASE_OWNER_URL: postgres.url('owner'),
        DATABASE_URL: postgres.url('app', proxy.port),
        EVENT_STORE: store,
        EVENTSTORE_URL: double?.url ?? '',
        ...more,
      };
      const seeded = await runScript(
        { ...environment, EVENT_STORE: 'postgres' },
        'test/faults/seed.mjs',
        String(giversOfChurch),
      );
      if (seeded.status !== 0) throw new Error(`No church was made.\n${seeded.stdout}`);
      const { church, givers, ...credentials } = JSON.parse(seeded.stdout) as {
        church: string;
        givers: string[];
        email: string;
        password: string;
      };
      const program = new Program(environment, await freePort());
      const staff = new Secretary(program.url, credentials);
      const stage = new Stage(
        { store, random, postgres, proxy, double, program, staff, church, volume },
        givers,
        environment,
        rows,
      );
      await program.start();
      await staff.signIn();
      return stage;
    } catch (error) {
      await proxy.stop();
      await double?.stop();
      await postgres.remove();
      throw error;
    }
  }

  get shared(): SharedData {
    const { staff, books, random, givers } = this;
    return { staff, books, random, givers, isOver: () => this.#isOver };
  }

  /** Imports files, records donations and reads totals while `causeFault` runs. */
  async work(causeFault: () => Promise<void>): Promise<void> {
    const name = `gift-${this.#numbers.next().value as number}`;
    await this.runDuring(
      (shared) => [
        importFiles(shared, this.phases, this.#numbers),
        recordGifts(shared, name, 60),
        readTotals(shared),
      ],
      causeFault,
    );
  }

  /** Runs some clients while `causeFault` runs. */
  async runDuring(
    startClients: (shared: SharedData) => Promise<void>[],
    causeFault: () => Promise<void>,
  ): Promise<void> {
    this.#isOver = false;
    const over = () => {
      this.#isOver = true;
      this.phases.end();
    };
    // A failure of one client ends the others, too.
    await Promise.all(
      [...startClients(this.shared), causeFault().finally(over)].map((part) =>
        part.catch((error: unknown) => {
          over();
          throw error;
        }),
      ),
    );
  }

  get dataDir(): string {
    return this.environment.DATA_DIR;
  }

  /** Runs `npm run cli -- verify`, and returns whether it found no problem. */
  async verify(): Promise<boolean> {
    const { status, stdout } = await runScript(this.environment, programFile('cli'), 'verify');
    if (status !== 0) this.books.problems.push(stdout.trim().split('\n').slice(-4).join(' | '));
    return status === 0;
  }

  /** Compares all donations, read without the program, with everything that was acknowledged. */
  async outcome(testName: string, tried: number, notes: string[] = []): Promise<Outcome> {
    const verify = await this.verify();
    if (this.staff.mute.length > 0)
      this.books.problems.push(
        `${this.staff.mute.length} refusals without a sentence: ${this.staff.mute[0]!}`,
      );
    const donations = await this.postgres.query<{
      id: string;
      cents: number;
      importId: string | null;
      transactionId: string | null;
    }>(
      `select v.donation_id as id, v.amount::int as cents, v.import_id as "importId",
        t.transaction_id as "transactionId"
         from donation_version v left join giving_text t on t.organization_id = v.organization_id
         and t.event_id = v.event_id
        where v.organization_id = $1 and v.to_journal is null
          and v.build = (select build from projection where organization_id = $1
          and name = 'donations')`,
      [this.church],
    );
    const difference = this.books.compare(
      donations satisfies CountedDonation[],
      await this.staff.summary(),
    );
    const refusalCounts = [...this.staff.refusals]
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ');
    return {
      what: testName,
      tried,
      acknowledged: this.books.acknowledgements,
      verify,
      ...difference,
      notes: refusalCounts ? [...notes, `answered meanwhile: ${refusalCounts}`] : notes,
    };
  }

  async close(): Promise<void> {
    await this.program.kill();
    await this.proxy.stop();
    await this.double?.stop();
    await this.postgres.remove();
  }
}

/** Runs a test on a new stage, and removes the stage in any case. */
export async function onStage(
  options: StageOptions,
  proof: (stage: Stage) => Promise<Outcome>,
): Promise<Outcome> {
  const stage = await Stage.open(options);
  try {
    return await proof(stage);
  } catch (error) {
    throw new Error(
      `${stage.program.isRunning ? 'the program runs' : 'the program has ended'}; it said: ` +
        stage.program.said.slice(-1_500),
      { cause: error },
    );
  } finally {
    await stage.close();
  }
}

function* counting(): Generator<number> {
  for (let number = 0; ; number++) yield number;
}
