import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { LockMode, raw } from '@mikro-orm/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type InboxMessage } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  audit,
  conflict,
  CurrentActor,
  linkNext,
  notFound,
  parse,
  pathId,
  Private,
  readCursor,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { tellLive } from '#libs/live';
import { Mail } from '#libs/mail';
import { KeyRing } from '#libs/sealed';
import { readChurch } from '../../tenancy/index.js';
import { findUsers, type UserRecord } from '../../identity/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import { replyEmail } from './message-emails.js';
import { MessageEntity } from './message.entity.js';
import { countUnreadMessages } from './messages.sql.js';
import { storeReply, toMessage } from './encryption.js';

const states = {
  unread: { isRead: false },
  pending: { reply: null },
  replied: { reply: { $ne: null } },
};

/** Serves the messages of members to pastors and admins. */
@Controller()
@Private()
export class InboxController {
  constructor(
    @Inject(KeyRing) private readonly keys: KeyRing,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** Lists messages, the latest first: all of them, or one page if the query has a `limit`. */
  @Route(routes.inbox.list)
  async list(
    @CurrentActor() { organizationId }: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InboxMessage[]> {
    const { state, limit, cursor } = parse(routes.inbox.list.query, query);
    const after = readCursor(cursor, ['timestamp', 'uuid']);
    const conditions = {
      organizationId,
      ...(state ? states[state] : {}),
      ...(after
        ? { [raw('(created_at, id) < (?::timestamptz, ?::uuid)', after as never)]: [] }
        : {}),
    };
    const rows = await tx.em.find(MessageEntity, conditions, {
      orderBy: { createdAt: 'desc', id: 'desc' },
      ...(limit === undefined ? {} : { limit: limit + 1 }),
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (last && rows.length > page.length)
      linkNext(request, reply, [last.createdAt.toISOString(), last.id]);
    return this.#toInboxMessages(tx, page);
  }

  /** Counts the unread messages. */
  @Route(routes.inbox.count)
  async count(@ChurchTransaction() tx: Tx): Promise<{ count: number }> {
    const [row] = await countUnreadMessages(tx);
    return row!;
  }

  @Route(routes.inbox.read)
  async read(@ChurchTransaction() tx: Tx, @Param('id') id: string): Promise<InboxMessage> {
    const message = await this.#lock(tx, id);
    message.isRead = true;
    await tx.em.flush();
    await tellLive(tx, {
      kind: 'message',
      id: message.id,
      organizationId: tx.organizationId,
      action: 'message.answer',
    });
    return (await this.#toInboxMessages(tx, [message]))[0]!;
  }

  /**
   * Stores the reply to a message, of which there can be only one.
   * @throws HttpError 409 if the message has a reply
   */
  @Route(routes.inbox.reply)
  async reply(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<InboxMessage> {
    const message = await this.#lock(tx, id);
    const { reply } = parse(routes.inbox.reply.body, body);
    if (message.reply != null) throw conflict('This message was answered already.');
    await storeReply(tx, this.keys, message, { reply, repliedBy: actor.id });
    await audit(tx, actor.id, 'message-answered', { id: message.id });
    await tellLive(tx, {
      kind: 'message',
      id: message.id,
      organizationId: tx.organizationId,
      people: [message.userId],
      action: 'message.answer',
    });
    const [writer] = await findUsers(tx, [message.userId]);
    if (writer && canReceiveEmails(writer)) {
      const { name: church } = await readChurch(tx);
      await this.mail.send(
        tx,
        replyEmail(writer, church, `${baseUrl(this.config)}/message-pastor`),
      );
    }
    return (await this.#toInboxMessages(tx, [message]))[0]!;
  }

  /**
   * Loads a message and locks it until the transaction ends.
   * @throws HttpError 404 if it does not exist
   */
  async #lock(tx: Tx, id: string): Promise<MessageEntity> {
    const message = await tx.em.findOne(
      MessageEntity,
      { organizationId: tx.organizationId, id: pathId(id, 'This message') },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!message) throw notFound('This message');
    return message;
  }

  async #toInboxMessages(tx: Tx, messages: MessageEntity[]): Promise<InboxMessage[]> {
    const users = await findUsers(
      tx,
      messages.map(({ userId }) => userId),
    );
    const writers = users
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ id, firstName, lastName, email }) => ({
        id,
        name: [firstName, lastName].join(' '),
        email,
      }));
    const writersById = new Map(writers.map((writer) => [writer.id, writer]));
    return messages.map((entity) => {
      const message = toMessage(this.keys, entity);
      const { name = '', email = '' } = writersById.get(entity.userId) ?? {};
      return { ...message, createdAt: message.date, userName: name, userEmail: email };
    });
  }
}

const canReceiveEmails = (user: UserRecord): boolean =>
  user.isEmailVerified && !user.isRemoved && user.isApproved && !user.isSuspended;
