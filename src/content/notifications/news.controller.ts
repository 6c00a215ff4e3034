import { Controller, Get, Inject } from '@nestjs/common';
import type { NewsState } from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, type ChurchActor } from '#libs/http';
import { News } from './news.js';

/** For those who publish: how far the letters about it are. */
@Controller('api/admin/news')
export class NewsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(News) private readonly news: News,
  ) {}

  @Get()
  @Allow('event.manage')
  state(@CurrentActor() { organizationId }: ChurchActor): Promise<NewsState> {
    return this.db.tenant(organizationId, (tx) => this.news.state(tx));
  }
}
