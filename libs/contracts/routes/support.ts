import { z } from 'zod';
import { bulkResult } from '../content/content.js';
import { gift } from '../giving/donations.js';
import {
  inboxCount,
  inboxMessage,
  inboxQuery,
  message,
  messageInput,
  replyInput,
} from '../support/messages.js';
import {
  seenInput,
  ticket,
  ticketBulkInput,
  ticketChange,
  ticketCount,
  ticketFigures,
  ticketInput,
  ticketMessage,
  ticketMessageInput,
  ticketPerson,
  ticketQuery,
  ticketTypeQuery,
} from '../support/tickets.js';
import { fileAnswers, route } from './route.js';

export const ticketsRoutes = {
  list: route({
    method: 'GET',
    path: '/api/support-tickets',
    summary:
      'Lists the tickets that the user may see; super administrators see the external ' +
      'tickets of all churches',
    access: 'ticket.use',
    query: ticketQuery,
    answer: z.array(ticket),
  }),
  count: route({
    method: 'GET',
    path: '/api/support-tickets/count',
    summary: 'Returns the number of tickets with something new',
    access: 'ticket.use',
    answer: ticketCount,
  }),
  figures: route({
    method: 'GET',
    path: '/api/support-tickets/figures',
    summary: 'Returns figures about the queue of tickets',
    access: 'ticket.answer',
    query: ticketTypeQuery,
    answer: ticketFigures,
  }),
  people: route({
    method: 'GET',
    path: '/api/support-tickets/people',
    summary: 'Lists the users who answer tickets of a type',
    access: 'ticket.answer',
    query: ticketTypeQuery,
    answer: z.array(ticketPerson),
  }),
  open: route({
    method: 'POST',
    path: '/api/support-tickets',
    summary: 'Opens a ticket; with donationId, a question about one of the user’s own donations',
    access: 'ticket.use',
    body: ticketInput,
    status: 201,
    answer: ticket,
    errors: [404],
  }),
  bulk: route({
    method: 'POST',
    path: '/api/support-tickets/bulk',
    summary: 'Changes several tickets',
    access: 'ticket.answer',
    body: ticketBulkInput,
    answer: bulkResult,
    errors: [404],
  }),
  one: route({
    method: 'GET',
    path: '/api/support-tickets/{id}',
    summary: 'Returns a ticket',
    access: 'ticket.use',
    answer: ticket,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/support-tickets/{id}',
    summary:
      'Changes the status of a ticket; users who answer tickets may also change the assignee ' +
      'and the priority',
    access: 'ticket.use',
    body: ticketChange,
    answer: ticket,
  }),
  resolve: route({
    method: 'PATCH',
    path: '/api/support-tickets/{id}/resolve',
    summary: 'Marks a ticket as resolved',
    access: 'ticket.use',
    answer: ticket,
  }),
  seen: route({
    method: 'PATCH',
    path: '/api/support-tickets/{id}/seen',
    summary: 'Stores up to which message the user has read',
    access: 'ticket.use',
    body: seenInput,
    bodyIsOptional: true,
    answer: ticket,
  }),
  donation: route({
    method: 'GET',
    path: '/api/support-tickets/{id}/donation',
    summary: 'Returns the donation that the ticket is about',
    access: 'ticket.use',
    answer: gift,
  }),
} as const;

export const ticketMessagesRoutes = {
  list: route({
    method: 'GET',
    path: '/api/support-tickets/{id}/messages',
    summary: 'Lists the messages of a ticket, with the internal notes that the user may read',
    access: 'ticket.use',
    answer: z.array(ticketMessage),
  }),
  add: route({
    method: 'POST',
    path: '/api/support-tickets/{id}/messages',
    summary: 'Adds a message or an internal note to a ticket',
    access: 'ticket.use',
    body: ticketMessageInput,
    status: 201,
    answer: ticketMessage,
  }),
  attachment: route({
    method: 'GET',
    path: '/api/support-tickets/{id}/attachments/{fileId}/{name}',
    summary: 'Returns a file that is attached to a ticket',
    access: 'ticket.use',
    ...fileAnswers,
  }),
} as const;

export const messagesRoutes = {
  list: route({
    method: 'GET',
    path: '/api/messages',
    summary: 'Lists the user’s own messages to the pastor',
    access: 'message.send',
    answer: z.array(message),
  }),
  send: route({
    method: 'POST',
    path: '/api/messages',
    summary: 'Sends a message to the pastor',
    access: 'message.send',
    body: messageInput,
    status: 201,
    answer: message,
  }),
} as const;

export const inboxRoutes = {
  list: route({
    method: 'GET',
    path: '/api/pastor/messages',
    summary: 'Lists the messages to the pastor by pages',
    access: 'message.answer',
    query: inboxQuery,
    answer: z.array(inboxMessage),
  }),
  count: route({
    method: 'GET',
    path: '/api/pastor/messages/count',
    summary: 'Returns the number of unread messages to the pastor',
    access: 'message.answer',
    answer: inboxCount,
  }),
  read: route({
    method: 'PATCH',
    path: '/api/messages/{id}/read',
    summary: 'Marks a message as read',
    access: 'message.answer',
    answer: inboxMessage,
  }),
  reply: route({
    method: 'POST',
    path: '/api/messages/{id}/reply',
    summary: 'Answers a message, which can be answered once',
    access: 'message.answer',
    body: replyInput,
    answer: inboxMessage,
  }),
} as const;

export const inboundMailRoutes = {
  receive: route({
    method: 'POST',
    path: '/api/mail/inbound',
    summary:
      'Receives an email that answers an email of a ticket; the bearer token is ' +
      'INBOUND_MAIL_SECRET',
    access: 'public',
    bearer: 'required',
    rawBody: { media: ['message/rfc822'] },
    errors: [401],
    status: 202,
    answer: z.object({}),
  }),
} as const;
