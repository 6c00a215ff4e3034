import { Controller, Inject, Logger, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { HttpError, OwnTransaction, Route } from '#libs/http';
import { StripeEvents } from './events.js';
import { StripeAccount } from './stripe.js';

@Controller()
export class StripeWebhookController {
  readonly #log = new Logger('stripe');

  constructor(
    @Inject(StripeAccount) private readonly stripe: StripeAccount,
    @Inject(StripeEvents) private readonly events: StripeEvents,
  ) {}

  /**
   * Receives an event. If the answer is not 2xx, Stripe sends the event again for up to three days.
   */
  @Route(routes.stripeWebhook.receive)
  @OwnTransaction()
  async receive(@Req() request: FastifyRequest): Promise<{ received: true }> {
    const signature = request.headers['stripe-signature'];
    const { body } = request;
    const event =
      Buffer.isBuffer(body) && typeof signature === 'string'
        ? await this.stripe.readEvent(body, signature)
        : null;
    if (!event) {
      this.#log.warn({
        message: 'a webhook with a bad or missing signature was refused',
        requestId: request.id,
      });
      throw new HttpError(400, 'The signature is missing or wrong.', 'bad-signature');
    }
    await this.events.receive(event);
    return { received: true };
  }
}
