import { Controller, Inject } from '@nestjs/common';
import type { NewsState, SmsState } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { Route, ChurchTransaction } from '#libs/http';
import { News } from './news.js';
import { Texts } from './texts.js';

/** For those who publish: how far the emails and messages about it are. */
@Controller()
export class NewsController {
  constructor(
    @Inject(News) private readonly news: News,
    @Inject(Texts) private readonly texts: Texts,
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
