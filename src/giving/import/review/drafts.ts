import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { v7 as newId } from 'uuid';
import type { ImportMapping, ImportMappingChoice } from '#libs/contracts';
import { fingerprint, firstPartOf } from '#libs/csv';
import { Database, type Tx } from '#libs/database';
import { audit, badRequest, FairQueue } from '#libs/http';
import type { TableInspection } from '#libs/workbook';
import { Config } from '../../../ops/config.js';
import { previews } from '../../../ops/metrics.js';
import type { Actor } from '../../streams.js';
import { DonationFile } from '../reading/donation-file.js';
import { askSheet, firstLook } from '../reading/first-look.js';
import type { Details } from './details.js';
import { readDraft, sameness } from './draft-reading.js';
import type { ImportRecord } from './import.query.js';
import { hasRepairs, keepRepairs } from './keep-changes.js';
import { rememberLayout } from '../reading/layouts.js';
import {
  applyChoice,
  changesOnlyText,
  suggestMapping,
  textReadingOf,
  withoutOpenSuggestions,
} from '../reading/mapping.js';
import type { Draft } from '../classification/draft.js';
import { Uploads } from '../reading/upload.js';
import { insertImport } from './drafts.sql.js';

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
      const file = {
        id: importId,
        fileName: fileName.slice(0, 200),
        fileSize: size,
        fileHash: hash,
      };
      await this.#inTurn(user.organizationId, (tx) =>
        DonationFile.with(this.uploads.path(user.organizationId, importId), (table) =>
          createDraft(tx, table, { ...file, createdBy: user.id }),
        ),
      );
      return importId;
    } catch (error) {
      this.uploads.remove(user.organizationId, importId);
      throw error;
    }
  }

  /**
   * Reads the file of a draft again with the mapping that a user chose, and remembers the mapping
   * for the church's next file of this kind. Where the user chose nothing, the suggestion or the
   * earlier answer remains. Edits of single rows are applied again.
   * @param check returns the draft, or throws an error if it may no longer be read again. It is
   *   called when it is the church's turn.
   * @throws Refusal if the file cannot be read with this mapping
   * @throws HttpError 409 if rows that a user edited are not read anymore and `dropRepairs` is not
   *   set
   */
  async map(
    organizationId: string,
    importId: string,
    choice: ImportMappingChoice,
    check: (tx: Tx) => Promise<ImportRecord>,
  ): Promise<void> {
    const path = this.uploads.path(organizationId, importId);
    await this.#inTurn(organizationId, async (tx) => {
      const record = await check(tx);
      await DonationFile.with(path, (table) => readAnew(tx, table, record, choice));
    });
  }
}

type NewImport = Omit<Parameters<typeof insertImport>[1], 'format'> & { fileHash: Buffer };

/** Creates the draft of an uploaded file, with the mapping that the church or the file suggests. */
async function createDraft(tx: Tx, table: DonationFile, file: NewImport): Promise<void> {
  const { inspection, known: knownMapping, moved } = await firstLook(tx, table);
  await insertImport(tx, { ...file, format: inspection.template ? 'template' : 'mapped' });
  const open = inspection.questions.filter(({ kind }) => kind !== 'columns');
  const sheetQuestions = knownMapping ? [] : askSheet(table, inspection);
  await readDraft(tx, {
    draft: { id: file.id, fileHash: file.fileHash },
    look: { table, inspection, open: [...moved, ...open, ...sheetQuestions] },
    given: knownMapping ?? suggestMapping(inspection),
    confirmation: knownMapping ? 'layout' : 'none',
  });
  await audit(tx, file.createdBy, 'import.uploaded', { importId: file.id });
}

/** Reads the file of a draft with the choice of a user, and remembers the mapping. */
async function readAnew(
  tx: Tx,
  table: DonationFile,
  record: ImportRecord,
  { dropRepairs = false, ...choice }: ImportMappingChoice,
): Promise<void> {
  const { id, fileHash, fileName, details } = record;
  const stored = details.mapping ?? { columns: {} };
  const inspection = await table.inspect({ ...textReadingOf(stored), ...textReadingOf(choice) });
  const { before, chosen, isSameSheet, isSameTable } = chooseMapping(details, inspection, choice);
  await keepRepairs(tx, id, {
    areSameRows: isSameSheet && isSameDivision(stored, chosen),
    firstRow: firstPartOf(inspection.headerRow + 1, chosen),
    dropRepairs,
  });
  const mapping = await readDraft(tx, {
    draft: { id, fileHash },
    look: {
      table,
      inspection,
      open: [],
      minCellsOfFile: isSameTable ? details.minCellsOfFile : undefined,
      keepsDivision: await hasRepairs(tx, id),
    },
    given: { ...chosen, ...textReadingOf(before), ...textReadingOf(choice) },
    confirmation: 'person',
    dropRepairs,
  });
  if (!inspection.template) await rememberLayout(tx, fileName, inspection, mapping);
}

/** The mapping that a user has chosen, and what it has in common with the one before. */
interface ChosenMapping {
  /** the mapping before the choice, without suggestions that the user has not accepted */
  before: ImportMapping;
  chosen: ImportMapping;
  isSameSheet: boolean;
  /** whether the header is the same one */
  isSameTable: boolean;
}

/** Applies the choice of a user to the mapping of a draft, or to a new suggestion. */
function chooseMapping(
  details: Details,
  inspection: TableInspection,
  choice: ImportMappingChoice,
): ChosenMapping {
  const stored = details.mapping ?? { columns: {} };
  const isSameSheet = inspection.sheet === (details.sheet ?? null);
  const open = changesOnlyText(choice) ? details.questions : [];
  const before = withoutOpenSuggestions(stored, open, isSameSheet);
  const isSameTable =
    fingerprint(inspection.header) === fingerprint(details.header) &&
    inspection.headerRow === details.headerRow;
  const isSameSource = choice.source === undefined || choice.source === before.source;
  const suggested =
    isSameTable && isSameSource ? before : suggestMapping(inspection, choice.source);
  const columnsOnScreen = isSameTable ? shownColumns(details) : [];
  const chosen = applyChoice(suggested, choice, columnsOnScreen);
  return { before, chosen, isSameSheet, isSameTable };
}

/**
 * Whether two mappings number the rows in the same way: in a divided row, each column of a fund has
 * its own row number.
 */
const isSameDivision = (first: ImportMapping, second: ImportMapping): boolean =>
  isDeepStrictEqual(first.fundColumns ?? null, second.fundColumns ?? null);

/** The columns that a user has seen: those that have a meaning and those that were asked about. */
const shownColumns = ({ mapping, questions }: Details): number[] => [
  ...Object.values(mapping?.columns ?? {}),
  ...questions.flatMap(({ columns = [] }) => columns),
];

export const toDraft = ({ id, fileHash, format, details }: ImportRecord): Draft => ({
  id,
  fileHash,
  isTemplate: format === 'template',
  ...sameness(details.header, details.mapping ?? { columns: {} }),
});
