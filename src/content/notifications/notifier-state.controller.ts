import { Controller, Inject } from '@nestjs/common';
import type { NewsState, SmsState } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { Route, ChurchTransaction } from '#libs/http';
import { Notifier } from './notifier.js';
import { TextMessages } from './text-messages.js';

/** Shows staff how many emails and text messages about new content are waiting and were sent. */
@Controller()
export class NotifierStateController {
  constructor(
    @Inject(Notifier) private readonly news: Notifier,
    @Inject(TextMessages) private readonly texts: TextMessages,
  ) {}

  @Route(routes.news.state)
  state(@ChurchTransaction() tx: Tx): Promise<NewsState> {
    return this.news.state(tx);
  }

  @Route(routes.news.sms)
  sms(@ChurchTransaction() tx: Tx): Promise<SmsState> {
    return this.texts.state(tx);
  }
}
