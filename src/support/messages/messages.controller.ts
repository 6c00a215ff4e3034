import { Body, Controller, Inject } from '@nestjs/common';
import { type Message } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { lockName, type Tx } from '#libs/database';
import {
  CurrentActor,
  parse,
  Private,
  tooMany,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { tellLive } from '#libs/live';
import { Mail } from '#libs/mail';
import { KeyRing } from '#libs/sealed';
import { readChurch } from '../../tenancy/index.js';
import { findUsersByRole } from '../../identity/index.js';
import { baseUrl, Config } from '../../ops/config.js';
import { written } from './message-emails.js';
import { MessageEntity } from './message.entity.js';
import { countMessagesOfDay } from './messages.sql.js';
import { keepMessage, toMessage } from './sealing.js';

/** of one person in a day: more is not writing anymore */
const daily = 20;

/** One's own messages to the pastor. */
@Controller()
@Private()
export class MessagesController {
  constructor(
    @Inject(KeyRing) private readonly keys: KeyRing,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** The latest first. */
  @Route(routes.messages.list)
  async list(
    @CurrentActor() { organizationId, id }: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<Message[]> {
    const messages = await tx.em.find(
      MessageEntity,
      { organizationId, userId: id },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    );
    return messages.map((one) => toMessage(this.keys, one));
  }

  /** @throws HttpError 429 for the twenty-first of a day */
  @Route(routes.messages.send)
  async send(
    @CurrentActor() { organizationId, id: userId }: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<Message> {
    const { subject, content } = parse(routes.messages.send.body, body);
    await lockName(tx, { name: `messages of ${userId}` }); // of many at once each sees those before it
    const [today] = await countMessagesOfDay(tx, { userId });
    if (today!.count >= daily)
      throw tooMany(
        `You have sent ${daily} messages today. Please wait for an answer, or call the church.`,
        today!.wait!,
        'too-many',
      );
    const message = await keepMessage(tx, this.keys, userId, { subject, content });
    await this.#tell(tx);
    await tellLive(tx, {
      kind: 'message',
      id: message.id,
      organizationId,
      people: [userId],
      action: 'message.answer',
    });
    return toMessage(this.keys, message);
  }

  /** Every pastor, or where there is none, the administrators. */
  async #tell(tx: Tx): Promise<void> {
    const { name: church } = await readChurch(tx);
    const users = await findUsersByRole(tx, ['pastor', 'admin']);
    const readers = users.filter(
      ({ isApproved, isSuspended, isEmailVerified }) =>
        isApproved && !isSuspended && isEmailVerified,
    );
    const pastors = readers.filter(({ role }) => role === 'pastor');
    for (const reader of pastors.length > 0 ? pastors : readers)
      await this.mail.send(
        tx,
        written(reader, church, `${baseUrl(this.config)}/admin/pastor-dashboard`),
      );
  }
}
