import type { Tx } from '#libs/database';
import type { Jobs } from '#libs/jobs';
import type { Letter } from './letter.js';
import type { Mailer } from './mailer.js';

/** Letters that leave once the transaction that asks for them is committed, and are tried again for a day. */
export class Mail {
  constructor(
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
  ) {}

  send(tx: Tx, letter: Letter): Promise<void> {
    return this.jobs.send(tx, 'mail', letter);
  }

  /** Delivers what was asked for, here or in any process, from now on. */
  start(): Promise<void> {
    return this.jobs.work('mail', (letter, id) => this.mailer.deliver(letter as Letter, id));
  }
}
