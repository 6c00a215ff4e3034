import type { INestApplicationContext } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { KeyRing } from '#libs/sealed';
import { storeMessage, storeReply } from '../support/index.js';

interface DemoMessage {
  /** the part of the writer's address before the `@` */
  from: string;
  subject: string;
  content: string;
  reply?: string;
}

const messages: DemoMessage[] = [
  {
    from: 'member',
    subject: 'The psalm from Sunday',
    content:
      'You read Psalm 23 in a translation that I did not know, where “want” was “lack”. ' +
      'Which one was it? I would like to read it with my children.',
    reply:
      'That was my own, from the Hebrew, so you will find it nowhere. The New English ' +
      'Translation comes close. Ask me for the page after the service, I will copy it for ' +
      'you.',
  },
  {
    from: 'member',
    subject: 'A visit to my mother',
    content:
      'My mother comes home from the hospital on Friday and cannot get to church for a ' +
      'while. Could you visit her? Mornings are best. She says she will bake.',
  },
];

/**
 * Stores the messages of members to the pastor.
 * @param idOf returns the id of the user with this part of the address before the `@`
 */
export async function seedMessages(
  app: INestApplicationContext,
  tx: Tx,
  idOf: (name: string) => string | undefined,
  pastor: string,
): Promise<void> {
  const keys = app.get(KeyRing, { strict: false });
  for (const { from, reply, ...words } of messages) {
    const writer = idOf(from);
    if (!writer) continue;
    const message = await storeMessage(tx, keys, writer, words);
    if (reply) await storeReply(tx, keys, message, { reply, repliedBy: pastor });
  }
}
