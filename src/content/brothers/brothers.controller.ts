import { Controller, Headers, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { BrothersContent } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import {
  badRequest,
  CurrentActor,
  OwnTransaction,
  parse,
  Route,
  type ChurchActor,
} from '#libs/http';
import { Files, maxFile } from '../files/files.js';
import { kindController } from '../kind-controller.js';
import { Brothers } from './brothers.js';

const { add, replace, ...usualRoutes } = routes.brothers;

/** Serves the library of Brothers in Christ. A form may contain the audio file of an item. */
@Controller()
export class BrothersController extends kindController(Brothers, usualRoutes) {
  constructor(
    @Inject(Brothers) private readonly brothers: Brothers,
    @Inject(Database) private readonly db: Database,
    @Inject(Files) private readonly files: Files,
  ) {
    super(brothers);
  }

  /** Accepts JSON with an `uploadId`, or multipart with the file itself as `audioFile`. */
  @Route(add)
  @OwnTransaction()
  async addWithFile(
    @CurrentActor() actor: ChurchActor,
    @Req() request: FastifyRequest,
  ): Promise<BrothersContent> {
    const body = await this.#read(actor, request);
    return this.db.tenant(actor.organizationId, (tx) =>
      this.brothers.add(tx, actor, parse(add.body, body)),
    );
  }

  /** Loads the item before it receives the file, so that a missing item is answered with 404. */
  @Route(replace)
  @OwnTransaction()
  async replaceWithFile(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Headers('if-match') ifMatch?: string,
  ): Promise<BrothersContent> {
    await this.db.tenant(actor.organizationId, (tx) => this.brothers.load(tx, actor, id));
    const body = await this.#read(actor, request);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const content = await this.brothers.loadForChange(tx, actor, id);
      const input = parse(replace.body, body);
      await this.brothers.assertVersion(tx, actor, content, ifMatch);
      return this.brothers.replace(tx, actor, content, input);
    });
  }

  /**
   * Returns the fields of the request. If the request contains a file, stores it and adds its id as
   * the field `uploadId`.
   */
  async #read(actor: ChurchActor, request: FastifyRequest): Promise<unknown> {
    if (!request.isMultipart()) return request.body;
    const fields: Record<string, unknown> = {};
    for await (const part of request.parts({
      limits: { fileSize: maxFile, fields: 20, fieldSize: 500_000 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname !== 'audioFile')
        throw badRequest('Please send the audio as the field "audioFile".');
      else
        fields.uploadId = await this.files.receive(
          actor,
          part.filename,
          Number(request.headers['content-length'] ?? 0),
          part.file,
        );
    }
    return fields;
  }
}
