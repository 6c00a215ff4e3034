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
import { newMessageEmail } from './message-emails.js';
import { MessageEntity } from './message.entity.js';
import { countMessagesOfDay } from './messages.sql.js';
import { storeMessage, toMessage } from './encryption.js';

/** How many messages one user may send in 24 hours. */
const dailyMessages = 20;

/** Serves the user's own messages to the pastor. */
@Controller()
@Private()
export class MessagesController {
  constructor(
    @Inject(KeyRing) private readonly keys: KeyRing,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** Lists the messages, the latest first. */
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
    return messages.map((message) => toMessage(this.keys, message));
  }

  /**
   * Sends a message to the pastors.
   * @throws HttpError 429 after 20 messages in 24 hours
   */
  @Route(routes.messages.send)
  async send(
    @CurrentActor() { organizationId, id: userId }: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<Message> {
    const { subject, content } = parse(routes.messages.send.body, body);
    // The lock makes simultaneous requests wait, so that each counts the messages of the others.
    await lockName(tx, { name: `messages of ${userId}` });
    const [today] = await countMessagesOfDay(tx, { userId });
    if (today!.count >= dailyMessages)
      throw tooMany(
        `You have sent ${dailyMessages} messages today. ` +
          'Please wait for an answer, or call the church.',
        today!.wait!,
        'too-many',
      );
    const message = await storeMessage(tx, this.keys, userId, { subject, content });
    await this.#sendEmails(tx);
    await tellLive(tx, {
      kind: 'message',
      id: message.id,
      organizationId,
      people: [userId],
      action: 'message.answer',
    });
    return toMessage(this.keys, message);
  }

  /** Writes to all pastors, or to the admins if there are no pastors. */
  async #sendEmails(tx: Tx): Promise<void> {
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
        newMessageEmail(reader, church, `${baseUrl(this.config)}/admin/pastor-dashboard`),
      );
  }
}
