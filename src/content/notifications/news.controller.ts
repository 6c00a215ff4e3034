import { Controller, Inject } from '@nestjs/common';
import type { NewsState, SmsState } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { CurrentActor, type ChurchActor, Route } from '#libs/http';
import { News } from './news.js';
import { Texts } from './texts.js';

/** For those who publish: how far the letters and messages about it are. */
@Controller()
export class NewsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(News) private readonly news: News,
    @Inject(Texts) private readonly texts: Texts,
  ) {}

  @Route(routes.news.state)
  state(@CurrentActor() { organizationId }: ChurchActor): Promise<NewsState> {
    return this.db.tenant(organizationId, (tx) => this.news.state(tx));
  }

  @Route(routes.news.sms)
  sms(@CurrentActor() { organizationId }: ChurchActor): Promise<SmsState> {
    return this.db.tenant(organizationId, (tx) => this.texts.state(tx));
  }
}
