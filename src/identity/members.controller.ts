import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import type { StaffUser } from '#libs/contracts';
import { Allow, CurrentActor, type ChurchActor } from '#libs/http';
import { Members } from './members.js';

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
  approve(@CurrentActor() actor: ChurchActor, @Param('id') id: string, @Body() body: unknown): Promise<StaffUser> {
    return this.members.approve(actor, id, body);
  }

  @Post('admin/users')
  @Allow('member.manage')
  add(@CurrentActor() actor: ChurchActor, @Body() body: unknown): Promise<StaffUser> {
    return this.members.add(actor, body);
  }

  /** Everybody may call it: for oneself it changes the phone. */
  @Put('admin/users/:id')
  @Allow('profile.own')
  change(@CurrentActor() actor: ChurchActor, @Param('id') id: string, @Body() body: unknown): Promise<StaffUser> {
    return this.members.change(actor, id, body);
  }

  @Post('admin/users/:id/suspend')
  @HttpCode(200)
  @Allow('member.manage')
  suspend(@CurrentActor() actor: ChurchActor, @Param('id') id: string, @Body() body: unknown): Promise<StaffUser> {
    return this.members.suspend(actor, id, body);
  }

  @Post('admin/users/:id/reactivate')
  @HttpCode(200)
  @Allow('member.manage')
  reactivate(@CurrentActor() actor: ChurchActor, @Param('id') id: string, @Body() body: unknown): Promise<StaffUser> {
    return this.members.reactivate(actor, id, body);
  }

  @Delete('admin/users/:id')
  @HttpCode(204)
  @Allow('member.manage')
  remove(@CurrentActor() actor: ChurchActor, @Param('id') id: string, @Body() body: unknown): Promise<void> {
    return this.members.remove(actor, id, body);
  }
}
