import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { v7 as newId } from 'uuid';
import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import { createObserver, CsvError, fingerprint, inspect, readRow, readRows, type FileRow, type Inspection } from '#libs/csv';
import { Database, type Tx } from '#libs/database';
import { audit, badRequest, FairQueue } from '#libs/http';
import { Config } from '../../config.js';
import { previews } from '../../metrics.js';
import type { By } from '../streams.js';
import type { Details, ImportRecord } from './import.query.js';
import { markDuplicates, putRows, type ReadRow } from './rows.js';
import { Uploads } from './upload.js';

/** From bytes to a preview in PostgreSQL. Nothing is recorded as given here. */
@Injectable()
export class Drafts implements OnApplicationShutdown {
  readonly uploads: Uploads;
  /** One of a church and two of all at a time, in turns: reading a file costs a core, and a connection for as long as it takes. */
  readonly #previews = new FairQueue({ atOnce: 2, atOnceOfOne: 1, waitingOfOne: 100 });
  #own: Promise<Database> | undefined;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) config: Config,
  ) {
    this.uploads = new Uploads(config.DATA_DIR);
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.#own)?.close();
  }

  /** Runs when it is the church's turn, on connections that nobody else waits for. @throws HttpError 429 when too many of its files wait */
  #inTurn<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#previews.run(organizationId, async () => {
      previews.inc();
      return (await (this.#own ??= this.db.another(2))).tenant(organizationId, work);
    });
  }

  /**
   * Keeps the file and makes its preview. Gives the import's id.
   * @throws HttpError 400 when the file cannot be read; nothing is kept then
   */
  async create(by: By & { id: string }, fileName: string, source: Readable, isTruncated: () => boolean): Promise<string> {
    const importId = newId();
    try {
      const { size, hash } = await this.uploads.store(by.organizationId, importId, source);
      if (isTruncated()) throw badRequest('This file is larger than 256 MB. Split it, for example by month, and import the parts.');
      await this.#inTurn(by.organizationId, async (tx) => {
        const inspection = await this.#inspect(by.organizationId, importId);
        await tx.sql(
          `insert into donation_import (organization_id, id, status, file_name, file_size, file_hash, format, details, created_by)
           values ($1, $2, 'needs_mapping', $3, $4, $5, $6, $7, $8)`,
          [by.organizationId, importId, fileName.slice(0, 200), size, hash, inspection.template ? 'template' : 'mapped', '{}', by.id],
        );
        const mapping = inspection.template ? inspection.mapping : await remembered(tx, inspection.header);
        await this.#preview(tx, importId, hash, inspection, mapping);
        await audit(tx, by.id, 'import.uploaded', { importId });
      });
      return importId;
    } catch (error) {
      this.uploads.remove(by.organizationId, importId);
      throw asBadRequest(error);
    }
  }

  /**
   * Reads the file anew with a person's mapping, and remembers it for the church's next file of this kind.
   * @param check whether the draft may still be read anew, asked when it is its turn @throws what `check` throws, HttpError 400 for a file that cannot be read so
   */
  async map(organizationId: string, importId: string, mapping: ImportMapping, check: (tx: Tx) => Promise<ImportRecord>): Promise<void> {
    try {
      await this.#inTurn(organizationId, async (tx) => {
        const record = await check(tx);
        const inspection = await this.#inspect(organizationId, importId, mapping.encoding);
        await tx.sql('delete from donation_import_row where organization_id = $1 and import_id = $2', [organizationId, importId]);
        await this.#preview(tx, importId, record.file_hash, inspection, mapping);
        await remember(tx, inspection.header, mapping);
      });
    } catch (error) {
      throw asBadRequest(error);
    }
  }

  async #inspect(organizationId: string, importId: string, encoding?: ImportMapping['encoding']): Promise<Inspection> {
    const { bytes, whole } = await this.uploads.sample(organizationId, importId);
    return inspect(bytes, whole, encoding);
  }

  async #preview(tx: Tx, importId: string, hash: Buffer, inspection: Inspection, given: ImportMapping | null): Promise<void> {
    const { mapping, questions } = inspection.template ? { mapping: inspection.mapping, questions: [] } : await this.#decide(tx, importId, inspection, given);
    const isReady = questions.length === 0;
    const { encoding, delimiter, header, headerRow, columns } = inspection;
    const details: Details = { encoding, delimiter, header, headerRow, columns, questions, mapping };
    await tx.sql(`update donation_import set status = $3, details = $4, message = null, touched_at = now() where organization_id = $1 and id = $2`, [
      tx.organizationId, importId, isReady ? 'ready' : 'needs_mapping', JSON.stringify(details),
    ]);
    if (!isReady) return;
    const format = { mapping, template: inspection.template };
    for await (const batch of this.#batches(tx.organizationId!, importId, inspection)) {
      const rows = batch.map(({ row, cells }): ReadRow => ({
        row, asGuest: false, reading: readRow(cells, mapping, { row, columns: header.length, template: inspection.template }),
      }));
      await putRows(tx, importId, rows, format);
    }
    await markDuplicates(tx, importId, hash);
  }

  /** What the file leaves open is asked; suggestions are confirmed by a person before they count. */
  async #decide(tx: Tx, importId: string, inspection: Inspection, given: ImportMapping | null): Promise<{ mapping: ImportMapping; questions: ImportQuestion[] }> {
    const mapping = given ?? inspection.mapping;
    const observer = createObserver(mapping.columns, mapping);
    for await (const batch of this.#batches(tx.organizationId!, importId, inspection)) for (const { cells } of batch) observer.see(cells);
    const missing = missingColumns(mapping);
    const asked = inspection.questions.filter(({ kind }) => (kind === 'encoding' ? !mapping.encoding : false));
    const columns: ImportQuestion[] =
      given === null || missing.length > 0
        ? [{ kind: 'columns', message: missing.length > 0 ? `Which column holds ${missing.join(', and which ')}?` : 'Were the columns recognized correctly?', samples: [] }]
        : [];
    return { mapping: { ...mapping, ...observer.styles() }, questions: [...asked, ...columns, ...observer.questions()] };
  }

  /** Batches of some thousands of rows: a few statements each in PostgreSQL, one of which may read all donors. */
  async *#batches(organizationId: string, importId: string, { encoding, delimiter, headerRow }: Inspection): AsyncGenerator<FileRow[]> {
    let waiting: FileRow[] = [];
    for await (const batch of readRows(this.uploads.read(organizationId, importId), { encoding, delimiter, headerRow })) {
      waiting.push(...batch);
      if (waiting.length >= 8_000) {
        yield waiting;
        waiting = [];
      }
    }
    if (waiting.length > 0) yield waiting;
  }
}

function missingColumns({ columns, defaults }: ImportMapping): string[] {
  const missing: string[] = [];
  if (columns.amount === undefined) missing.push('the amount');
  if (columns.date === undefined) missing.push('the date');
  if ((columns.email ?? columns.name ?? columns.firstName ?? columns.lastName) === undefined) missing.push('the giver’s email address or name');
  if (columns.paymentMethod === undefined && !defaults?.paymentMethod) missing.push('the payment method');
  return missing;
}

async function remembered(tx: Tx, header: string[]): Promise<ImportMapping | null> {
  const [row] = await tx.sql<{ mapping: ImportMapping }>('select mapping from import_mapping where organization_id = $1 and fingerprint = $2', [
    tx.organizationId, fingerprint(header),
  ]);
  return row?.mapping ?? null;
}

/** Dates and decimals are judged in each file anew: a person's answer holds for the file it was given for. */
async function remember(tx: Tx, header: string[], { columns, defaults, methods }: ImportMapping): Promise<void> {
  await tx.sql(
    `insert into import_mapping (organization_id, fingerprint, mapping) values ($1, $2, $3)
     on conflict (organization_id, fingerprint) do update set mapping = excluded.mapping, updated_at = now()`,
    [tx.organizationId, fingerprint(header), JSON.stringify({ columns, defaults, methods })],
  );
}

function asBadRequest(error: unknown): unknown {
  return error instanceof CsvError ? badRequest(error.message) : error;
}
