import { Module } from '@nestjs/common';
import { InboxController } from './messages/inbox.controller.js';
import { ContentModule } from '../content/index.js';
import { MessagesController } from './messages/messages.controller.js';
import { AssignmentEmails } from './tickets/assignment-emails.js';
import { TicketService } from './tickets/ticket-service.js';
import { InboundMailController } from './tickets/inbound-mail.controller.js';
import { TicketEmails } from './tickets/ticket-emails.js';
import { ReplyAddresses } from './tickets/reply-addresses.js';
import { TicketMessagesController } from './tickets/ticket-messages.controller.js';
import { TicketsController } from './tickets/tickets.controller.js';

/** Tickets and messages to the pastor. */
@Module({
  imports: [ContentModule],
  controllers: [
    MessagesController,
    InboxController,
    TicketsController,
    TicketMessagesController,
    InboundMailController,
  ],
  providers: [TicketService, AssignmentEmails, TicketEmails, ReplyAddresses],
  exports: [TicketService],
})
export class SupportModule {}
