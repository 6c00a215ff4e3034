import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { Config, sessionSecret } from '../../ops/config.js';
import { findReplyAddress, saveReplyAddress } from './inbound.sql.js';
import type { Person } from './people.js';
import type { AnyTicket } from './ticket.entity.js';

/** bytes of the signature */
const signed = 10;

/** What a reply address opens: one person's place at one ticket. */
export interface ReplyPlace {
  organizationId: string;
  ticketId: number;
  personId: string;
  isPlatform: boolean;
}

/** Addresses that take the answer to an email: each for one person and one ticket, signed. */
@Injectable()
export class ReplyAddresses {
  constructor(@Inject(Config) private readonly config: Config) {}

  /** Undefined where no emails come in (`INBOUND_MAIL_DOMAIN`). The same person has the same address at the same ticket. */
  async of(
    tx: Tx,
    ticket: AnyTicket,
    { id: personId, isPlatform }: Person,
  ): Promise<string | undefined> {
    const domain = this.config.INBOUND_MAIL_DOMAIN;
    if (domain === undefined) return undefined;
    const [row] = await saveReplyAddress(tx, { ticketId: ticket.id, personId, isPlatform });
    const key = row!.key.toString(36);
    return `ticket-${key}-${this.#signature(key).toString('hex')}@${domain}`;
  }

  /** Whose answer an email to that address is; null for an address that we did not give. */
  async opened(tx: Tx, address: string): Promise<ReplyPlace | null> {
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
      .subarray(0, signed);
  }
}
