import type { Readable } from 'node:stream';
import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DonationImport, ImportMappingChoice } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import { sendTable } from '#libs/downloads';
import {
  audit,
  auditOnce,
  badRequest,
  CurrentActor,
  HttpError,
  OwnTransaction,
  parse,
  pathId,
  readableFileName,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { Drafts } from './review/drafts.js';
import { assertOpen, openImport, resourceName, withImport } from './review/edit-draft.js';
import {
  findImportRecord,
  importView,
  listImports,
  type ImportRecord,
} from './review/import.query.js';
import { discardDraft } from './recording/sweep.js';
import { lockImport } from './review/edit-draft.sql.js';
import { templateTable } from './template.js';

/** Files of donations: upload, how they are read, and drafts. */
@Controller()
export class ImportsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Drafts) private readonly drafts: Drafts,
  ) {}

  @Route(routes.donationImports.template)
  template(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readable> {
    return sendTable(reply, templateTable, 'csv');
  }

  @Route(routes.donationImports.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<DonationImport[]> {
    await auditOnce(tx, actor.id, 'import.read');
    return listImports(tx);
  }

  @Route(routes.donationImports.upload)
  @OwnTransaction()
  async upload(
    @CurrentActor() actor: ChurchActor,
    @Req() request: FastifyRequest,
  ): Promise<DonationImport> {
    if (!request.isMultipart())
      throw new HttpError(
        415,
        'Please send the file as multipart/form-data, in the field "file".',
        'http-415',
      );
    const part = await request.file();
    if (!part || part.fieldname !== 'file') throw badRequest('Please choose a CSV file.');
    const fileName = readableFileName(part.filename);
    const id = await this.drafts.create(actor, fileName, part.file, () => part.file.truncated);
    return this.db.tenant(actor.organizationId, async (tx) =>
      importView(tx, (await findImportRecord(tx, id))!),
    );
  }

  @Route(routes.donationImports.one)
  one(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<DonationImport> {
    return withImport(tx, id, (record) => this.#view(tx, actor, record));
  }

  @Route(routes.donationImports.mapping)
  @OwnTransaction()
  async mapping(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<DonationImport> {
    const { mapping, importId } = await this.db.tenant(actor.organizationId, (tx) =>
      withImport(tx, id, (record) => {
        const mapping = parse(routes.donationImports.mapping.body, body);
        assertOpen(record);
        if (record.format === 'template' && !isDateOrder(mapping))
          throw badRequest('This file is in the template’s format: its columns are known.');
        return Promise.resolve({ mapping, importId: record.id });
      }),
    );
    await this.drafts.map(actor.organizationId, importId, mapping, async (tx) => {
      await lockImport(tx, { importId });
      const record = await openImport(tx, importId);
      assertOpen(record);
      return record;
    });
    return this.db.tenant(actor.organizationId, (tx) =>
      withImport(tx, importId, (record) => importView(tx, record)),
    );
  }

  /** Only a draft, of which nothing is recorded; an import is undone. @throws HttpError 404, 409 */
  @Route(routes.donationImports.remove)
  async remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    const importId = pathId(id, resourceName);
    await lockImport(tx, { importId });
    const record = await openImport(tx, importId);
    assertOpen(record);
    await discardDraft(tx, this.drafts, importId);
    await audit(tx, actor.id, 'import.deleted', { importId });
  }

  /** What the preview says names givers. */
  async #view(tx: Tx, actor: ChurchActor, record: ImportRecord): Promise<DonationImport> {
    await auditOnce(tx, actor.id, 'import.read', { importId: record.id });
    return importView(tx, record);
  }
}

/**
 * Whether a choice is only about the order of dates: all that can be chosen for a file in the
 * template's format.
 */
const isDateOrder = ({ dateStyle, ...otherChoices }: ImportMappingChoice): boolean =>
  dateStyle !== undefined && Object.keys(otherChoices).every((name) => name === 'dropRepairs');
