import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
  Req,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { memberImportQuery, type MemberImport, type StaffUser } from '#libs/contracts';
import {
  Allow,
  badRequest,
  CurrentActor,
  HttpError,
  OwnTransaction,
  parse,
  refuseTooLarge,
  type ChurchActor,
} from '#libs/http';
import { Members } from './members.js';

const maxFile = 2 * 1024 * 1024;

/** Approval, members made by hand, and what becomes of them. */
@Controller('api')
export class MembersController {
  constructor(@Inject(Members) private readonly members: Members) {}

  @Get('users/pending')
  @Allow('member.approve')
  pending(@CurrentActor() actor: ChurchActor): Promise<StaffUser[]> {
    return this.members.pending(actor);
  }

  @Post('users/:id/approve')
  @HttpCode(200)
  @Allow('member.approve')
  approve(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<StaffUser> {
    return this.members.approve(actor, id, body);
  }

  @Post('admin/users')
  @Allow('member.manage')
  add(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<StaffUser> {
    return this.members.add(actor, body);
  }

  /** A CSV file in the field "file"; `check=true` only looks at it. */
  @Post('admin/users/import')
  @HttpCode(200)
  @Allow('member.manage')
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
    const { check, encoding } = parse(memberImportQuery, query);
    const part = await request.file({ limits: { fileSize: maxFile } });
    if (part?.fieldname !== 'file') throw badRequest('Please choose a CSV file.');
    const file = await part
      .toBuffer()
      .catch(refuseTooLarge('This file is larger than 2 MB. Please split it.'));
    return this.members.import(actor, file, check === 'true', encoding);
  }

  /** Everybody may call it: for oneself it changes the phone. */
  @Put('admin/users/:id')
  @Allow('profile.own')
  change(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<StaffUser> {
    return this.members.change(actor, id, body);
  }

  @Post('admin/users/:id/suspend')
  @HttpCode(200)
  @Allow('member.manage')
  suspend(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<StaffUser> {
    return this.members.suspend(actor, id, body);
  }

  @Post('admin/users/:id/reactivate')
  @HttpCode(200)
  @Allow('member.manage')
  reactivate(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<StaffUser> {
    return this.members.reactivate(actor, id, body);
  }

  @Delete('admin/users/:id')
  @HttpCode(204)
  @Allow('member.manage')
  remove(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<void> {
    return this.members.remove(actor, id, body);
  }
}
