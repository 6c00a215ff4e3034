import { Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { LiveFeed } from '#libs/live';
import { IdentityModule } from '../identity/index.js';
import { LiveHub } from './hub.js';
import { LiveController } from './live.controller.js';

/** What is new, in every open browser of those who may see it. */
@Module({
  imports: [EventEmitterModule.forRoot(), IdentityModule],
  controllers: [LiveController],
  providers: [LiveFeed, LiveHub],
})
export class LiveModule {}
