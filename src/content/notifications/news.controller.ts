import { Controller, Get, Inject } from '@nestjs/common';
import type { NewsState, SmsState } from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, type ChurchActor } from '#libs/http';
import { News } from './news.js';
import { Texts } from './texts.js';

/** For those who publish: how far the letters and messages about it are. */
@Controller('api/admin')
export class NewsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(News) private readonly news: News,
    @Inject(Texts) private readonly texts: Texts,
  ) {}

  @Get('news')
  @Allow('event.manage')
  state(@CurrentActor() { organizationId }: ChurchActor): Promise<NewsState> {
    return this.db.tenant(organizationId, (tx) => this.news.state(tx));
  }

  @Get('sms')
  @Allow('setting.manage')
  sms(@CurrentActor() { organizationId }: ChurchActor): Promise<SmsState> {
    return this.db.tenant(organizationId, (tx) => this.texts.state(tx));
  }
}
