import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { Config, sessionSecret } from '../../ops/config.js';
import { findReplyAddress, saveReplyAddress } from './inbound.sql.js';
import type { TicketUser } from './ticket-users.js';
import type { AnyTicket } from './ticket.entity.js';

/** The length in bytes of the signature in a reply address. */
const signatureLength = 10;

/** What a reply address stands for: answers of one user to one ticket. */
export interface ReplyTarget {
  organizationId: string;
  ticketId: number;
  personId: string;
  isPlatform: boolean;
}

/** Creates and reads the signed addresses at which a user can answer a ticket by email. */
@Injectable()
export class ReplyAddresses {
  constructor(@Inject(Config) private readonly config: Config) {}

  /**
   * Returns the address of a user for a ticket, which is always the same.
   * @returns undefined if the program does not receive emails (`INBOUND_MAIL_DOMAIN` is not set)
   */
  async getOrCreate(
    tx: Tx,
    ticket: AnyTicket,
    { id: personId, isPlatform }: TicketUser,
  ): Promise<string | undefined> {
    const domain = this.config.INBOUND_MAIL_DOMAIN;
    if (domain === undefined) return undefined;
    const [row] = await saveReplyAddress(tx, { ticketId: ticket.id, personId, isPlatform });
    const key = row!.key.toString(36);
    return `ticket-${key}-${this.#signature(key).toString('hex')}@${domain}`;
  }

  /**
   * Returns what a reply address stands for; null for an address that this program did not create.
   */
  async find(tx: Tx, address: string): Promise<ReplyTarget | null> {
    const [, key, signature] =
      /^ticket-([\da-z]{1,13})-([\da-f]{20})@([^@]+)$/.exec(address.trim().toLowerCase()) ?? [];
    if (
      key === undefined ||
      signature === undefined ||
      !address.toLowerCase().endsWith(`@${this.config.INBOUND_MAIL_DOMAIN?.toLowerCase()}`)
    )
      return null;
    if (!timingSafeEqual(Buffer.from(signature, 'hex'), this.#signature(key))) return null;
    const number = Array.from(key).reduce(
      (sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)),
      0n,
    );
    if (number > 9_223_372_036_854_775_807n) return null;
    const [row] = await findReplyAddress(tx, { key: number });
    return row ?? null;
  }

  #signature(key: string): Buffer {
    return createHmac('sha256', `${sessionSecret(this.config)} ticket reply`)
      .update(key)
      .digest()
      .subarray(0, signatureLength);
  }
}
