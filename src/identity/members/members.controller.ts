import { Body, Controller, Headers, Inject, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type MemberImport, type StaffUser } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  badRequest,
  ChurchTransaction,
  CurrentActor,
  HttpError,
  OwnTransaction,
  parse,
  refuseTooLarge,
  type ChurchActor,
  Route,
} from '#libs/http';
import { MemberAdditions } from './member-additions.js';
import { Members } from './members.js';

const maxFileBytes = 2 * 1024 * 1024;

/** Approves, adds, imports, changes, suspends and removes users of the church. */
@Controller()
export class MembersController {
  constructor(
    @Inject(Members) private readonly members: Members,
    @Inject(MemberAdditions) private readonly additions: MemberAdditions,
  ) {}

  @Route(routes.members.pending)
  pending(@ChurchTransaction() tx: Tx): Promise<StaffUser[]> {
    return this.members.pending(tx);
  }

  @Route(routes.members.approve)
  approve(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<StaffUser> {
    return this.members.approve(tx, actor, id, body);
  }

  @Route(routes.members.add)
  add(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<StaffUser> {
    return this.additions.add(tx, actor, body);
  }

  /** Reads a CSV file in the multipart field `file`. With `check=true` nothing is stored. */
  @Route(routes.members.import)
  @OwnTransaction()
  async import(
    @CurrentActor() actor: ChurchActor,
    @Req() request: FastifyRequest,
    @Query() query: unknown,
  ): Promise<MemberImport> {
    if (!request.isMultipart())
      throw new HttpError(
        415,
        'Please send the file as multipart/form-data, in the field "file".',
        'http-415',
      );
    const { check, encoding } = parse(routes.members.import.query, query);
    const part = await request.file({ limits: { fileSize: maxFileBytes } });
    if (part?.fieldname !== 'file') throw badRequest('Please choose a CSV file.');
    const file = await part
      .toBuffer()
      .catch(refuseTooLarge('This file is larger than 2 MB. Please split it.'));
    return this.additions.import(actor, file, check === 'true', encoding);
  }

  /** Every user may call this route, because users may change their own phone number. */
  @Route(routes.members.change)
  change(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<StaffUser> {
    return this.members.change(tx, actor, id, { body, ifMatch });
  }

  @Route(routes.members.suspend)
  suspend(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<StaffUser> {
    return this.members.suspend(tx, actor, id, body);
  }

  @Route(routes.members.reactivate)
  reactivate(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<StaffUser> {
    return this.members.reactivate(tx, actor, id, body);
  }

  @Route(routes.members.remove)
  remove(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<void> {
    return this.members.remove(tx, actor, id, body);
  }
}
