import { Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { LiveFeed } from '#libs/live';
import { IdentityModule } from '../identity/index.js';
import { LiveHub } from './hub.js';
import { LiveController } from './live.controller.js';

/** Sends live updates to the open browsers of the users who may know them. */
@Module({
  imports: [EventEmitterModule.forRoot(), IdentityModule],
  controllers: [LiveController],
  providers: [LiveFeed, LiveHub],
})
export class LiveModule {}
