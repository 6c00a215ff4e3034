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
import { TicketService } from './ticket-service.js';
import { readExternalAttachment, readInternalAttachment } from './tickets.sql.js';
import { listMessages } from './ticket-rows.js';

/** Serves the messages of tickets and their attachments. */
@Controller()
@Private()
export class TicketMessagesController {
  constructor(
    @Inject(TicketService) private readonly tickets: TicketService,
    @Inject(Files) private readonly files: Files,
  ) {}

  /** Lists the messages in their order, with the internal notes that the user may read. */
  @Route(routes.ticketMessages.list)
  list(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<TicketMessage[]> {
    return this.tickets.load(actor, id, false, (context) => listMessages(context));
  }

  @Route(routes.ticketMessages.add)
  add(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<TicketMessage> {
    return this.tickets.load(actor, id, true, async (context) => {
      const message = parse(routes.ticketMessages.add.body, body);
      const messageId = await this.tickets.write(context, message);
      return (await listMessages(context, messageId))[0]!;
    });
  }

  /**
   * Sends a file of the ticket or of a message that the user may read. The path ends with the name
   * of the file, so that browsers save it under this name.
   */
  @Route(routes.ticketMessages.attachment)
  @OwnTransaction()
  async attachment(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Param('fileId') fileId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.tickets.load(actor, id, false, async (context) => {
      const { tx, ticket, type, rights } = context;
      const parameters = {
        ticketId: ticket.id,
        fileId: pathId(fileId, 'This file'),
        readsNotes: rights.readNotes,
      };
      const [row] =
        type === 'internal'
          ? await readInternalAttachment(tx, parameters)
          : await readExternalAttachment(tx, { ...parameters, isPlatform: isPlatformActor(actor) });
      return row;
    });
    if (!file) throw notFound('This file');
    await sendFile(request, reply, this.files.store, file);
  }
}
