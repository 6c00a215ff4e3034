import { Body, Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type SmsNumber } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  audit,
  badRequest,
  conflict,
  CurrentActor,
  OwnTransaction,
  parse,
  RateLimiter,
  type ChurchActor,
  Route,
  ChurchTransaction,
  unauthorized,
} from '#libs/http';
import { Sms } from '#libs/mail';
import { readTextMessageNumber } from '#libs/phone';
import { isStopped } from './sms-stops.js';
import { readChurchSetting } from '../../tenancy/index.js';
import { AppUser } from '../user.entity.js';
import { findUserForChange } from '../user-version.js';
import { numberCannotGetTexts, SentCodes } from './sent-codes.js';

const subjectOf = ({ id }: ChurchActor) => `number:${id}`;

/**
 * The number to which the church sends text messages, after the user has confirmed it by a code.
 */
@Controller()
export class SmsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Sms) private readonly sms: Sms,
    @Inject(SentCodes) private readonly codes: SentCodes,
    @Inject(RateLimiter) private readonly rateLimiter: RateLimiter,
  ) {}

  @Route(routes.ownSms.state)
  state(@CurrentActor() actor: ChurchActor, @ChurchTransaction() tx: Tx): Promise<SmsNumber> {
    return this.#stateOf(tx, actor);
  }

  /** Sends a code to the phone number of the user's profile. */
  @Route(routes.ownSms.send)
  @OwnTransaction()
  async send(
    @CurrentActor() actor: ChurchActor,
    @Req() { ip }: FastifyRequest,
  ): Promise<SmsNumber> {
    const [person, state] = await this.db.tenant(
      actor.organizationId,
      async (tx) => [await findOwnUser(tx, actor), await this.#stateOf(tx, actor)] as const,
    );
    if (!person.phone) throw badRequest('Please add your phone number to your profile first.');
    const number = readTextMessageNumber(person.phone);
    if (!number) throw badRequest(numberCannotGetTexts);
    if (!state.isSending) throw conflict('Your church does not send text messages.');
    await this.rateLimiter.count('sms', actor.accountId, ip);
    await this.codes.send(actor.accountId, subjectOf(actor), number);
    return state;
  }

  /** @throws HttpError 400 for a wrong code, 429 after too many attempts */
  @Route(routes.ownSms.confirm)
  @OwnTransaction()
  async confirm(
    @CurrentActor() actor: ChurchActor,
    @Req() { ip }: FastifyRequest,
    @Body() body: unknown,
  ): Promise<SmsNumber> {
    const { code } = parse(routes.ownSms.confirm.body, body);
    const number = await this.rateLimiter.try(`number:${actor.accountId}`, ip, 'wrong-code', () =>
      this.db.platform((tx) => this.codes.take(tx, subjectOf(actor), code)),
    );
    if (number === null) throw badRequest('This code is not right, or it was used before.');
    return this.db.tenant(actor.organizationId, async (tx) => {
      const person = await findUserForChange(tx, actor.id);
      if (!person) throw unauthorized();
      person.smsNumber = number;
      await tx.em.flush();
      await audit(tx, actor.id, 'sms-number-confirmed');
      return this.#stateOf(tx, actor);
    });
  }

  async #stateOf(tx: Tx, actor: ChurchActor): Promise<SmsNumber> {
    const { phone, smsNumber } = await findOwnUser(tx, actor);
    const number = phone ? readTextMessageNumber(phone) : null;
    return {
      isSending: this.sms.isAvailable && (await readChurchSetting(tx, 'smsNews')) === 'on',
      phone: number?.slice(-4) ?? null,
      isConfirmed: number !== null && number === smsNumber,
      isStopped: await isStopped(tx, number),
    };
  }
}

const findOwnUser = (tx: Tx, { organizationId, id }: ChurchActor) =>
  tx.em.findOneOrFail(AppUser, { organizationId, id });
