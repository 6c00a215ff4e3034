import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPlatformActor, type TicketMessage } from '#libs/contracts';
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
import { Files, sendFile } from '../../content/index.js';
import { Desk } from './desk.js';
import type { Place } from './place.js';
import { readExternalAttachment, readInternalAttachment } from './tickets.sql.js';
import { listMessages } from './ticket-rows.js';

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
      const wanted = {
        ticketId: ticket.id,
        fileId: pathId(fileId, 'This file'),
        readsNotes: rights.readNotes,
      };
      const [row] =
        type === 'internal'
          ? await readInternalAttachment(tx, wanted)
          : await readExternalAttachment(tx, { ...wanted, isPlatform: isPlatformActor(actor) });
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
