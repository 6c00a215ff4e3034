import { Controller, Inject, Logger, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { HttpError, notFound, OwnTransaction, Route } from '#libs/http';
import { Sms } from '#libs/mail';
import { resumeTexts, stopTexts } from './sms-stops.js';
import { baseUrl, Config } from '../../ops/config.js';

/**
 * The opt-out and opt-in keywords of carriers. Twilio itself answers them: see "Twilio support for
 * opt-out keywords" on https://help.twilio.com.
 */
const stops = ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'];
const starts = ['start', 'yes', 'unstop'];

/**
 * Receives answers to text messages from Twilio, which signs its requests. STOP ends text messages
 * of all churches, because they share one sender and only the telephone number is known.
 */
@Controller()
@OwnTransaction()
export class InboundSmsController {
  readonly #log = new Logger('sms');

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Sms) private readonly sms: Sms,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Route(routes.inboundSms.receive)
  async receive(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.sms.isAvailable) throw notFound('This address');
    const { body } = request;
    const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '');
    const signature = request.headers['x-twilio-signature'];
    if (
      typeof signature !== 'string' ||
      !this.sms.isSigned(baseUrl(this.config) + routes.inboundSms.receive.path, fields, signature)
    ) {
      this.#log.warn({
        message: 'a message with a bad or missing signature was refused',
        requestId: request.id,
      });
      throw new HttpError(403, 'The signature is missing or wrong.', 'bad-signature');
    }
    const number = fields.get('From') ?? '';
    const word = (fields.get('OptOutType') ?? fields.get('Body') ?? '').trim().toLowerCase();
    if (/^\+\d{7,15}$/.test(number)) {
      if (stops.includes(word)) await this.db.platform((tx) => stopTexts(tx, number));
      else if (starts.includes(word)) await this.db.platform((tx) => resumeTexts(tx, number));
    }
    await reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>');
  }
}
