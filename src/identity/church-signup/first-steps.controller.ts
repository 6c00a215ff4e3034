import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { changeFirstSteps, type FirstSteps } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { Allow, CurrentActor, newId, parse, type ChurchActor } from '#libs/http';
import { hasGifts } from '../../giving/index.js';

/** of `site_setting`: the church has put its list away */
const key = 'firstStepsPutAway';

/** What a new church's administrators do first: nobody ticks it off, what is there does. */
@Controller('api/church/first-steps')
export class FirstStepsController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Get()
  @Allow('setting.manage')
  steps(@CurrentActor() { organizationId }: ChurchActor): Promise<FirstSteps> {
    return this.db.tenant(organizationId, stepsOf);
  }

  @Put()
  @Allow('setting.manage')
  change(
    @CurrentActor() { organizationId }: ChurchActor,
    @Body() body: unknown,
  ): Promise<FirstSteps> {
    const { isPutAway } = parse(changeFirstSteps, body);
    return this.db.tenant(organizationId, async (tx) => {
      if (isPutAway)
        await tx.sql(
          `insert into site_setting (organization_id, id, key, value) values ($1, $2, $3, 'on') on conflict (organization_id, key) do nothing`,
          [organizationId, newId(), key],
        );
      else
        await tx.sql('delete from site_setting where organization_id = $1 and key = $2', [
          organizationId,
          key,
        ]);
      return stepsOf(tx);
    });
  }
}

async function stepsOf(tx: Tx): Promise<FirstSteps> {
  const [steps] = await tx.sql<Omit<FirstSteps, 'gifts'>>(
    `select exists(select 1 from site_image where organization_id = $1 and type = 'logo' and active) as look,
            (select count(*) from (select 1 from app_user where organization_id = $1 and removed_at is null limit 2) p) > 1 as people,
            exists(select 1 from site_setting where organization_id = $1 and key = 'donationUrl' and value <> '') as giving,
            exists(select 1 from site_setting where organization_id = $1 and key = $2) as "isPutAway"`,
    [tx.organizationId, key],
  );
  return { ...steps!, gifts: await hasGifts(tx) };
}
