import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { v7 as newId } from 'uuid';
import type { ImportMapping, ImportMappingChoice } from '#libs/contracts';
import { fingerprint, firstPartOf } from '#libs/csv';
import { Database, type Tx } from '#libs/database';
import { audit, badRequest, FairQueue, foregroundCalls } from '#libs/http';
import { Config } from '../../../ops/config.js';
import { previews } from '../../../ops/metrics.js';
import type { Actor } from '../../streams.js';
import type { Confirmation } from '../reading/column-questions.js';
import { DonationFile } from '../reading/donation-file.js';
import { askSheet, firstLook } from '../reading/first-look.js';
import { loadFormatFacts } from '../reading/format.js';
import { foldGivers } from '../givers/fold.js';
import type { Details } from './details.js';
import type { ImportRecord } from './import.query.js';
import { hasRepairs, keepRepairs, redoRepairs, withRepairs } from './keep-changes.js';
import { layoutOf, rememberLayout } from '../reading/layouts.js';
import {
  applyChoice,
  changesOnlyText,
  completeMapping,
  completeTemplate,
  inMendedText,
  isOpenQuestion,
  suggestMapping,
  textReadingOf,
  withoutOpenSuggestions,
  type Look,
} from '../reading/mapping.js';
import { toFormat } from '../reading/read-row.js';
import { insertRowsOfFile } from '../classification/rows.js';
import { askAboutNumbers } from '../classification/ask-about-numbers.js';
import { classifyDraft } from '../classification/classify-draft.js';
import type { Draft, Sameness } from '../classification/draft.js';
import type { NumberKind } from '../classification/row-facts.js';
import { sourceById, type Source } from '../sources/index.js';
import { askTemplateDates } from '../reading/template-dates.js';
import { Uploads } from '../reading/upload.js';
import { countDateErrors, insertImport, storeReading } from './drafts.sql.js';

/**
 * Creates drafts: reads uploaded files, and stores their rows and verdicts. Records no donations.
 */
@Injectable()
export class Drafts implements OnApplicationShutdown {
  readonly uploads: Uploads;
  /**
   * Reads two files at a time, and one of each church. Churches take turns, because reading a file
   * occupies a core and a connection of the database.
   */
  readonly #previews = new FairQueue({ maxRunning: 2, maxRunningPerKey: 1, maxWaitingPerKey: 100 });
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

  /**
   * Runs work when it is the church's turn, on connections that are reserved for such work.
   * @throws HttpError 429 when too many of its files wait
   */
  #inTurn<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#previews.run(organizationId, async () => {
      previews.inc();
      return (await (this.#own ??= this.db.openPool(2))).tenant(organizationId, work);
    });
  }

  /**
   * Stores the file and creates its draft. Returns the id of the import.
   * @throws Refusal if the file cannot be read; then nothing is stored
   */
  async create(
    user: Actor & { id: string },
    fileName: string,
    source: Readable,
    isTruncated: () => boolean,
  ): Promise<string> {
    const importId = newId();
    try {
      const { size, hash } = await this.uploads.store(user.organizationId, importId, source);
      if (isTruncated())
        throw badRequest(
          'This file is larger than 256 MB. Split it, for example by month, and import the parts.',
        );
      await this.#inTurn(user.organizationId, (tx) =>
        DonationFile.with(this.uploads.path(user.organizationId, importId), async (table) => {
          const { inspection, known, moved } = await firstLook(tx, table);
          await insertImport(tx, {
            id: importId,
            fileName: fileName.slice(0, 200),
            fileSize: size,
            fileHash: hash,
            format: inspection.template ? 'template' : 'mapped',
            createdBy: user.id,
          });
          const open = inspection.questions.filter(({ kind }) => kind !== 'columns');
          await this.#preview(
            tx,
            { id: importId, fileHash: hash },
            {
              table,
              inspection,
              open: [...moved, ...open, ...(known ? [] : askSheet(table, inspection))],
            },
            known ?? suggestMapping(inspection),
            known ? 'layout' : 'none',
          );
          await audit(tx, user.id, 'import.uploaded', { importId });
        }),
      );
      return importId;
    } catch (error) {
      this.uploads.remove(user.organizationId, importId);
      throw error;
    }
  }

  /**
   * Reads the file anew with a person's mapping, and remembers it for the church's next file of
   * this kind. What they leave unsaid stays as it was suggested, or answered before; what they did
   * to single rows is done to them again.
   * @param check whether the draft may still be read anew, asked when it is its turn @throws what
   *   `check` throws, Refusal for a file that cannot be read so, HttpError 409 where rows that were
   *   repaired are not among those that are read then, unless `dropRepairs`
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
        const stored = record.details.mapping ?? { columns: {} };
        const inspection = await table.inspect({
          ...textReadingOf(stored),
          ...textReadingOf(choice),
        });
        const isSameSheet = inspection.sheet === (record.details.sheet ?? null);
        const open = changesOnlyText(choice) ? record.details.questions : [];
        const before = withoutOpenSuggestions(stored, open, isSameSheet);
        const isSameTable =
          fingerprint(inspection.header) === fingerprint(record.details.header) &&
          inspection.headerRow === record.details.headerRow;
        const suggested =
          isSameTable && (choice.source === undefined || choice.source === before.source)
            ? before
            : suggestMapping(inspection, choice.source);
        const columnsOnScreen = isSameTable ? shownColumns(record.details) : [];
        const chosen = applyChoice(suggested, choice, columnsOnScreen);
        await keepRepairs(tx, importId, {
          areSameRows: isSameSheet && isSameDivision(stored, chosen),
          firstRow: firstPartOf(inspection.headerRow + 1, chosen),
          dropRepairs,
        });
        const mapping = await this.#preview(
          tx,
          { id: importId, fileHash: record.fileHash },
          {
            table,
            inspection,
            open: [],
            minCellsOfFile: isSameTable ? record.details.minCellsOfFile : undefined,
            keepsDivision: await hasRepairs(tx, importId),
          },
          { ...chosen, ...textReadingOf(before), ...textReadingOf(choice) },
          'person',
          dropRepairs,
        );
        if (!inspection.template) await rememberLayout(tx, record.fileName, inspection, mapping);
      });
    });
  }

  /**
   * @returns the mapping, with what the file itself has decided; its rows are read once nothing
   *   is open
   */
  async #preview(
    tx: Tx,
    draft: { id: string; fileHash: Buffer },
    look: Look,
    given: ImportMapping,
    confirmation: Confirmation,
    dropRepairs = false,
  ): Promise<ImportMapping> {
    const { table, inspection } = look;
    const { mapping, questions, minCellsOfFile, repeatedBlocks } = inspection.template
      ? await completeTemplate(look, given)
      : await completeMapping(look, given, confirmation);
    const isReady = !questions.some(isOpenQuestion);
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
      minCellsOfFile,
    };
    const same = sameness(header, mapping);
    const store = (status: 'ready' | 'needs_mapping', changed: Partial<Details> = {}) =>
      storeReading(tx, {
        importId: draft.id,
        status,
        details: { ...details, ...changed },
        source: same.source,
        message: isReady ? null : message,
      });
    await store(isReady ? 'ready' : 'needs_mapping');
    // A mapping that nobody has confirmed is not remembered for the next file of this kind.
    if (!isReady) return withoutOpenSuggestions(mapping, questions, true);
    const facts = await loadFormatFacts(tx, {
      details: { header, mapping, minCellsOfFile },
      format: inspection.template ? 'template' : 'mapped',
    });
    const format = toFormat(facts);
    const whole = { ...draft, isTemplate: facts.isTemplate, ...same };
    const repaired = await hasRepairs(tx, draft.id);
    const readable = inMendedText(inspection, mapping);
    const rows = table.rows(readable, facts, repeatedBlocks);
    await insertRowsOfFile(tx, whole, repaired ? withRepairs(tx, draft.id, rows, format) : rows);
    await foldGivers(tx, draft.id);
    const question = await askAboutNumbers(tx, whole, mapping);
    if (question) {
      const suggested: ImportMapping = { ...mapping, numbers: 'startAgain' };
      await store('needs_mapping', { questions: [...questions, question], mapping: suggested });
      return mapping;
    }
    await redoRepairs(tx, draft.id, dropRepairs);
    await classifyDraft(tx, whole, foregroundCalls);
    const [dates] = facts.isTemplate ? await countDateErrors(tx, { importId: draft.id }) : [];
    if (dates && dates.rows > 0 && dates.rows === dates.errors)
      await store('ready', { questions: await askTemplateDates(table, inspection, mapping) });
    return mapping;
  }
}

/**
 * Whether two mappings number the rows in the same way: in a divided row, each column of a fund has
 * its own row number.
 */
const isSameDivision = (one: ImportMapping, other: ImportMapping): boolean =>
  isDeepStrictEqual(one.fundColumns ?? null, other.fundColumns ?? null);

/** The columns that a user has seen: those that have a meaning and those that were asked about. */
const shownColumns = ({ mapping, questions }: Details): number[] => [
  ...Object.values(mapping?.columns ?? {}),
  ...questions.flatMap(({ columns = [] }) => columns),
];

/** Says how transactions of this file are compared with others. */
function sameness(header: string[], { source, numbers, fundColumns }: ImportMapping): Sameness {
  const known = sourceById(source);
  return {
    source: source ?? `layout:${layoutOf(header).slice(0, 16)}`,
    // The parts of a divided row share one transaction number.
    splits: (known?.splits ?? false) || Boolean(fundColumns),
    numbers: numbers === 'startAgain' ? numbers : kindOfNumbers(known),
    isOwn: known?.isOwn ?? false,
  };
}

/**
 * Says how far numbers identify a transaction. A number that is unique within a bank account may
 * belong to two gifts, because a church may have two accounts.
 */
const kindOfNumbers = (source: Source | undefined): NumberKind =>
  source && !source.numbersOfAccount ? 'unique' : 'unsure';

export const sameIn = ({ id, fileHash, format, details }: ImportRecord): Draft => ({
  id,
  fileHash,
  isTemplate: format === 'template',
  ...sameness(details.header, details.mapping ?? { columns: {} }),
});
