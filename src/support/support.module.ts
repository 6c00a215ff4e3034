import { Module } from '@nestjs/common';
import { InboxController } from './messages/inbox.controller.js';
import { MessagesController } from './messages/messages.controller.js';

/** Where members get answers. */
@Module({ controllers: [MessagesController, InboxController] })
export class SupportModule {}
