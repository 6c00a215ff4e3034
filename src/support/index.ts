export { resealMessages, unopenable } from './messages/keys.js';
export { MessageSchema } from './messages/message.entity.js';
export { keepMessage, keepReply } from './messages/sealing.js';
export { bringsLetters, inboundMailPath, maxLetter } from './tickets/inbound-mail.controller.js';
export { backdateTicket } from './tickets/backdate.js';
export { Desk } from './tickets/desk.js';
export { withoutLetters } from './tickets/letters.js';
export { ExternalTicketSchema, TicketSchema } from './tickets/ticket.entity.js';
export { SupportModule } from './support.module.js';
