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
import { answered } from './message-emails.js';
import { MessageEntity } from './message.entity.js';
import { countUnreadMessages } from './messages.sql.js';
import { keepReply, toMessage } from './sealing.js';

const states = {
  unread: { isRead: false },
  pending: { reply: null },
  replied: { reply: { $ne: null } },
};

/** What members wrote to the pastor, for pastors and administrators. */
@Controller()
@Private()
export class InboxController {
  constructor(
    @Inject(KeyRing) private readonly keys: KeyRing,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** The latest first; whole or, where a `limit` is sent, page by page. */
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
    const where = {
      organizationId,
      ...(state ? states[state] : {}),
      ...(after
        ? { [raw('(created_at, id) < (?::timestamptz, ?::uuid)', after as never)]: [] }
        : {}),
    };
    const rows = await tx.em.find(MessageEntity, where, {
      orderBy: { createdAt: 'desc', id: 'desc' },
      ...(limit === undefined ? {} : { limit: limit + 1 }),
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (last && rows.length > page.length)
      linkNext(request, reply, [last.createdAt.toISOString(), last.id]);
    return this.#shown(tx, page);
  }

  /** How many are unread. */
  @Route(routes.inbox.count)
  async count(@ChurchTransaction() tx: Tx): Promise<{ count: number }> {
    const [row] = await countUnreadMessages(tx);
    return row!;
  }

  @Route(routes.inbox.read)
  async read(@ChurchTransaction() tx: Tx, @Param('id') id: string): Promise<InboxMessage> {
    const message = await this.#one(tx, id);
    message.isRead = true;
    await tx.em.flush();
    await tellLive(tx, {
      kind: 'message',
      id: message.id,
      organizationId: tx.organizationId,
      action: 'message.answer',
    });
    return (await this.#shown(tx, [message]))[0]!;
  }

  /** Once: of two at the same time, one gets 409. */
  @Route(routes.inbox.reply)
  async reply(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<InboxMessage> {
    const message = await this.#one(tx, id);
    const { reply } = parse(routes.inbox.reply.body, body);
    if (message.reply != null) throw conflict('This message was answered already.');
    await keepReply(tx, this.keys, message, actor.id, reply);
    await audit(tx, actor.id, 'message-answered', { id: message.id });
    await tellLive(tx, {
      kind: 'message',
      id: message.id,
      organizationId: tx.organizationId,
      people: [message.userId],
      action: 'message.answer',
    });
    const [writer] = await findUsers(tx, [message.userId]);
    if (writer && isReached(writer)) {
      const { name: church } = await readChurch(tx);
      await this.mail.send(tx, answered(writer, church, `${baseUrl(this.config)}/message-pastor`));
    }
    return (await this.#shown(tx, [message]))[0]!;
  }

  /** Locked until the transaction ends. */
  async #one(tx: Tx, id: string): Promise<MessageEntity> {
    const message = await tx.em.findOne(
      MessageEntity,
      { organizationId: tx.organizationId, id: pathId(id, 'This message') },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!message) throw notFound('This message');
    return message;
  }

  async #shown(tx: Tx, messages: MessageEntity[]): Promise<InboxMessage[]> {
    const users = await findUsers(
      tx,
      messages.map(({ userId }) => userId),
    );
    const people = users
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ id, firstName, lastName, email }) => ({
        id,
        name: [firstName, lastName].join(' '),
        email,
      }));
    const byId = new Map(people.map((person) => [person.id, person]));
    return messages.map((one) => {
      const message = toMessage(this.keys, one);
      const { name = '', email = '' } = byId.get(one.userId) ?? {};
      return { ...message, createdAt: message.date, userName: name, userEmail: email };
    });
  }
}

const isReached = (user: UserRecord): boolean =>
  user.isEmailVerified && !user.isRemoved && user.isApproved && !user.isSuspended;
