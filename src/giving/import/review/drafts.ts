import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { v7 as newId } from 'uuid';
import {
  wordFields,
  type ImportMapping,
  type ImportMappingChoice,
  type ImportQuestion,
} from '#libs/contracts';
import { fingerprint, type Inspection } from '#libs/csv';
import { Database, type Tx } from '#libs/database';
import { audit, badRequest, FairQueue } from '#libs/http';
import type { TableInspection } from '#libs/workbook';
import { Refusal, TooMuchWork } from '#libs/workers';
import { Config } from '../../../ops/config.js';
import { previews } from '../../../ops/metrics.js';
import type { By } from '../../streams.js';
import { DonationFile } from '../reading/donation-file.js';
import { loadFormatFacts } from '../reading/format.js';
import { foldGivers } from '../givers/fold.js';
import type { Details } from './details.js';
import type { ImportRecord } from './import.query.js';
import { hasRepairs, keepRepairs, redoRepairs, withRepairs } from './kept.js';
import { layoutOf, rememberedLayout, rememberLayout } from '../reading/layouts.js';
import { toFormat } from '../reading/read-row.js';
import { putRows } from '../classification/rows.js';
import { classifyDraft, type Draft, type Sameness } from '../classification/classify-draft.js';
import { columnsOf, recognize, sourceById, type Source } from '../sources/index.js';
import { Uploads } from '../reading/upload.js';
import { insertImport, storeReading } from './drafts.sql.js';

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
   * @throws Refusal when the file cannot be read; nothing is kept then
   */
  async create(
    by: By & { id: string },
    fileName: string,
    source: Readable,
    isTruncated: () => boolean,
  ): Promise<string> {
    const importId = newId();
    try {
      const { size, hash } = await this.uploads.store(by.organizationId, importId, source);
      if (isTruncated())
        throw badRequest(
          'This file is larger than 256 MB. Split it, for example by month, and import the parts.',
        );
      await this.#inTurn(by.organizationId, (tx) =>
        DonationFile.with(this.uploads.path(by.organizationId, importId), async (table) => {
          const { inspection, known } = await firstLook(tx, table);
          await insertImport(tx, {
            id: importId,
            fileName: fileName.slice(0, 200),
            fileSize: size,
            fileHash: hash,
            format: inspection.template ? 'template' : 'mapped',
            createdBy: by.id,
          });
          const open = inspection.questions.filter(({ kind }) => kind !== 'columns');
          await this.#preview(
            tx,
            { id: importId, fileHash: hash },
            { table, inspection, open: known ? open : [...open, ...askSheet(table, inspection)] },
            known ?? suggestion(inspection),
            known !== null,
          );
          await audit(tx, by.id, 'import.uploaded', { importId });
        }),
      );
      return importId;
    } catch (error) {
      this.uploads.remove(by.organizationId, importId);
      throw error;
    }
  }

  /**
   * Reads the file anew with a person's mapping, and remembers it for the church's next file of this kind. What they leave unsaid
   * stays as it was suggested, or answered before; what they did to single rows is done to them again.
   * @param check whether the draft may still be read anew, asked when it is its turn @throws what `check` throws, Refusal for a file that cannot be read so, HttpError
   *   409 where rows that were repaired are not among those that are read then, unless `dropRepairs`
   */
  async map(
    organizationId: string,
    importId: string,
    { dropRepairs = false, ...choice }: ImportMappingChoice,
    check: (tx: Tx) => Promise<ImportRecord>,
  ): Promise<void> {
    await this.#inTurn(organizationId, async (tx) => {
      const record = await check(tx);
      await DonationFile.with(this.uploads.path(organizationId, importId), async (table) => {
        const before = record.details.mapping ?? { columns: {} };
        const inspection = await table.inspect({ ...readingOf(before), ...readingOf(choice) });
        const isSameTable =
          fingerprint(inspection.header) === fingerprint(record.details.header) &&
          inspection.headerRow === record.details.headerRow;
        const suggested =
          isSameTable && (choice.source === undefined || choice.source === before.source)
            ? before
            : suggestion(inspection, choice.source);
        await keepRepairs(tx, importId, {
          headerRow: inspection.headerRow,
          isSameSheet: inspection.sheet === (record.details.sheet ?? null),
          dropRepairs,
        });
        const mapping = await this.#preview(
          tx,
          { id: importId, fileHash: record.fileHash },
          { table, inspection, open: [] },
          { ...chosen(suggested, choice), ...readingOf(before), ...readingOf(choice) },
          true,
          dropRepairs,
        );
        await rememberLayout(tx, record.fileName, inspection.header, mapping);
      });
    });
  }

  /** @returns the mapping, with what the file itself has decided; its rows are read once nothing is open */
  async #preview(
    tx: Tx,
    draft: { id: string; fileHash: Buffer },
    look: Look,
    given: ImportMapping,
    isConfirmed: boolean,
    dropRepairs = false,
  ): Promise<ImportMapping> {
    const { table, inspection } = look;
    const { mapping, questions } = inspection.template
      ? { mapping: inspection.mapping, questions: [] }
      : await this.#decide(look, given, isConfirmed);
    const isReady = !questions.some(isOpen);
    const { encoding, delimiter, header, headerRow, columns, sheet, message } = inspection;
    const firstRows = inspection.first.slice(0, 10).map(({ row, cells }) => ({
      row,
      cells: cells.slice(0, 20).map((cell) => cell.slice(0, 60)),
    }));
    const details: Details = {
      kind: table.kind,
      sheets: table.sheets,
      sheet,
      firstRows,
      encoding,
      delimiter,
      header,
      headerRow,
      columns,
      questions,
      mapping,
    };
    await storeReading(tx, {
      importId: draft.id,
      status: isReady ? 'ready' : 'needs_mapping',
      details,
      message: isReady ? null : message,
    });
    if (!isReady) return mapping;
    const facts = await loadFormatFacts(tx, {
      details: { header, mapping },
      format: inspection.template ? 'template' : 'mapped',
    });
    const format = toFormat(facts);
    const repaired = await hasRepairs(tx, draft.id);
    for await (const rows of table.rows(inMendedText(inspection, mapping), facts))
      await putRows(tx, draft.id, repaired ? await withRepairs(tx, draft.id, rows, format) : rows);
    await foldGivers(tx, draft.id);
    await redoRepairs(tx, draft.id, dropRepairs);
    await classifyDraft(tx, { ...draft, ...sameness(header, mapping) });
    return mapping;
  }

  /** What the file leaves open is asked; suggestions are confirmed by a person before they count. */
  async #decide(
    { table, inspection, open }: Look,
    mapping: ImportMapping,
    isConfirmed: boolean,
  ): Promise<{ mapping: ImportMapping; questions: ImportQuestion[] }> {
    const source = sourceById(mapping.source);
    const observed = await table.observe(inMendedText(inspection, mapping), mapping);
    const missing = missingColumns(mapping, source);
    const columns: ImportQuestion[] =
      !isConfirmed || missing.length > 0
        ? [
            {
              kind: 'columns',
              message:
                missing.length > 0
                  ? `Which column holds ${missing.join(', and which ')}?`
                  : source
                    ? `This looks like a ${source.name} file.`
                    : 'Were the columns recognized correctly?',
              samples: [],
            },
          ]
        : [];
    return {
      mapping: {
        ...mapping,
        ...(observed.canMendText ? { mendText: true } : {}),
        ...observed.styles,
        words: { ...mapping.words, ...observed.words },
      },
      questions: [...open, ...columns, ...observed.questions],
    };
  }
}

interface Look {
  table: DonationFile;
  inspection: TableInspection;
  /** what the file leaves open before anything is known of its values */
  open: ImportQuestion[];
}

const inMendedText = (
  inspection: TableInspection,
  { mendText = false }: ImportMapping,
): TableInspection => ({ ...inspection, mendText });

/** What of a mapping is about reading the file at all. */
function readingOf({
  encoding,
  sheet,
  headerRow,
  mendText,
}: ImportMappingChoice): Pick<ImportMapping, 'encoding' | 'sheet' | 'headerRow' | 'mendText'> {
  return Object.fromEntries(
    Object.entries({ encoding, sheet, headerRow, mendText }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** The sheet whose columns the church has named before; else the one that looks most like gifts. */
async function firstLook(
  tx: Tx,
  table: DonationFile,
): Promise<{ inspection: TableInspection; known: ImportMapping | null }> {
  const likeliest = await table.inspect();
  if (likeliest.template) return { inspection: likeliest, known: likeliest.mapping };
  const others = table.sheets.filter((name) => name !== likeliest.sheet);
  for (const look of [
    () => Promise.resolve(likeliest),
    ...others.map((sheet) => () => table.inspect({ sheet })),
  ]) {
    const inspection = await look().catch(skipUnreadableSheet);
    const known = inspection && (await rememberedLayout(tx, inspection.header));
    if (!known) continue;
    // how the letters of the last such file were stored, where this one does not say and could be so
    const isAsked = inspection.questions
      .find(({ kind }) => kind === 'encoding')
      ?.options?.some(({ value }) => value === known.encoding);
    const read = isAsked
      ? await table.inspect({
          encoding: known.encoding,
          ...(inspection.sheet ? { sheet: inspection.sheet } : {}),
        })
      : inspection;
    return { inspection: read, known: { ...known, encoding: read.encoding } };
  }
  return { inspection: likeliest, known: null };
}

const askSheet = ({ sheets }: DonationFile, { sheet }: TableInspection): ImportQuestion[] =>
  sheets.length > 1
    ? [
        {
          kind: 'sheet',
          message: 'Which sheet holds the donations?',
          samples: [sheet ?? ''],
          options: sheets.map((value) => ({ value, samples: [] })),
        },
      ]
    : [];

/** Words that are known are shown, not asked. */
const isOpen = ({ kind, words }: ImportQuestion): boolean =>
  kind !== 'words' || (words ?? []).some(({ answer }) => answer === null);

function missingColumns(
  { columns, defaults }: ImportMapping,
  source: Source | undefined,
): string[] {
  const missing: string[] = [];
  if (columns.amount === undefined) missing.push('the amount');
  if (columns.date === undefined) missing.push('the date');
  if (
    !source?.nameless &&
    (columns.email ?? columns.name ?? columns.firstName ?? columns.lastName) === undefined
  )
    missing.push('the giver’s email address or name');
  if (columns.paymentMethod === undefined && !defaults?.paymentMethod)
    missing.push('the payment method');
  return missing;
}

/** What a file seems to be: a known source's, or by its headers and what stands below them. `id` null: none of the known ones. */
function suggestion({ header, mapping }: Inspection, id?: string | null): ImportMapping {
  const source = id === undefined ? recognize(header) : sourceById(id);
  if (id && !source) throw badRequest('This source is not known.');
  if (!source) return { ...mapping, source: null };
  const columns = columnsOf(source, header);
  // what a service calls differently one day is found as in any file
  const taken = new Set(Object.values(columns));
  const isNamed =
    (columns.email ?? columns.name ?? columns.firstName ?? columns.lastName) !== undefined;
  for (const field of [
    'amount',
    'date',
    ...(isNamed ? [] : (['email', 'name', 'firstName', 'lastName'] as const)),
  ] as const) {
    const index = mapping.columns[field];
    if (columns[field] !== undefined || index === undefined || taken.has(index)) continue;
    columns[field] = index;
    taken.add(index);
  }
  return {
    ...mapping,
    columns,
    source: source.id,
    ...(source.zone ? { zone: source.zone } : {}),
    ...(source.method ? { defaults: { paymentMethod: source.method } } : {}),
  };
}

/** A suggestion with what a person says instead; of words, the answers they give. */
function chosen(suggested: ImportMapping, choice: ImportMappingChoice): ImportMapping {
  const words = Object.fromEntries(
    wordFields.flatMap((field) =>
      suggested.words?.[field] || choice.words?.[field]
        ? [[field, { ...suggested.words?.[field], ...choice.words?.[field] }]]
        : [],
    ),
  );
  const columns = choice.columns ?? suggested.columns;
  // how a file writes dates was seen in one column, and says nothing of another
  const isSame = (field: 'date' | 'amount') => columns[field] === suggested.columns[field];
  const styles = {
    dateStyle: isSame('date') ? suggested.dateStyle : undefined,
    decimalStyle: isSame('amount') ? suggested.decimalStyle : undefined,
  };
  return {
    ...suggested,
    ...styles,
    ...choice,
    columns,
    defaults: { ...suggested.defaults, ...choice.defaults },
    words,
  };
}

/** What makes two transactions the same in files like this one. */
function sameness(header: string[], { source }: ImportMapping): Sameness {
  return {
    source: source ?? `layout:${layoutOf(header).slice(0, 16)}`,
    splits: sourceById(source)?.splits ?? false,
  };
}

export const sameIn = ({ id, fileHash, details }: ImportRecord): Draft => ({
  id,
  fileHash,
  ...sameness(details.header, details.mapping ?? { columns: {} }),
});

/** A sheet without rows of data is no candidate. @throws any error that is not about the sheet */
function skipUnreadableSheet(error: unknown): null {
  if (error instanceof Refusal && !(error instanceof TooMuchWork)) return null;
  throw error;
}
