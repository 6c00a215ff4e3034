import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TicketMessage } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import {
  CurrentActor,
  notFound,
  OwnTransaction,
  parse,
  pathId,
  Private,
  type Actor,
  Route,
} from '#libs/http';
import { Files, sendFile, type StoredFile, storedFilesSql } from '../../content/index.js';
import { Desk } from './desk.js';
import type { Place } from './place.js';
import { tablesOf } from './ticket.entity.js';
import { isReadable, listMessages } from './ticket-rows.js';

/** What is said in a ticket. */
@Controller()
@Private()
export class TicketMessagesController {
  constructor(
    @Inject(Desk) private readonly desk: Desk,
    @Inject(Files) private readonly files: Files,
  ) {}

  /** In their order, with the notes that the person may read. */
  @Route(routes.ticketMessages.list)
  list(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<TicketMessage[]> {
    return this.desk.at(actor, id, false, messages);
  }

  @Route(routes.ticketMessages.add)
  add(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<TicketMessage> {
    return this.desk.at(actor, id, true, async (place) => {
      const messageId = await this.desk.write(place, parse(routes.ticketMessages.add.body, body));
      return (await messages(place, messageId))[0]!;
    });
  }

  /** A file of the ticket or of a message that the person may read; its name is for those who save it. */
  @Route(routes.ticketMessages.attachment)
  @OwnTransaction()
  async attachment(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Param('fileId') fileId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.desk.at(actor, id, false, async ({ tx, ticket, type, rights }) => {
      const [row] = await tx.sql<StoredFile>(
        `select f.id, f.name, f.size, f."contentType" from ticket_attachment a join (${storedFilesSql}) f on f.organization_id = a.organization_id and f.id = a.file_id
          where a.organization_id = $1 and a.ticket_id = $2 and a.file_id = $3 and (a.n = 0 or exists
            (select 1 from ${tablesOf[type].message} m where m.organization_id = $1 and m.ticket_id = $2 and m.n = a.n and ${isReadable(actor, type, rights.readNotes)})) limit 1`,
        [tx.organizationId, ticket.id, pathId(fileId, 'This file')],
      );
      return row;
    });
    if (!file) throw notFound('This file');
    await sendFile(request, reply, this.files.store, file);
  }
}

const messages = (
  { tx, actor, ticket, type, rights }: Place,
  id?: string,
): Promise<TicketMessage[]> =>
  listMessages(
    tx,
    actor,
    { id: ticket.id, createdBy: ticket.createdBy, type, byPlatform: ticket.byPlatform },
    rights.readNotes,
    id,
  );
