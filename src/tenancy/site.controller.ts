import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { siteImageQuery, socialLinks, type PublicChurch, type Settings, type SiteImage, type Standing } from '#libs/contracts';
import { Database } from '#libs/database';
import { Allow, CurrentActor, HostChurch, OwnTransaction, parse, Public, type Actor, type ChurchActor } from '#libs/http';
import { Config } from '../config.js';
import type { HostChurch as Church } from './hosts.js';
import { SiteImageEntity } from './site-image.entity.js';

/** Shown where a church has not said otherwise. */
const fallback: Settings = {
  facebook_url: '', instagram_url: '', twitter_url: '', youtube_url: '', website_url: '',
  donationUrl: '', paymentHandle: '', churchName: 'Church Connect', phoneNumber: '', email: '', primaryColor: '#3b82f6', timeZone: 'America/New_York', isPortalHost: false,
};

/** What a church shows of itself, before and after signing in: of the session's church, else of the host's. */
@Controller('api')
export class SiteController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Get('settings')
  @Public()
  settings(@CurrentActor() actor: Actor | undefined, @HostChurch() host: Church | null, @Req() request: FastifyRequest): Promise<Settings> {
    const organizationId = actor?.organizationId ?? host?.id;
    if (!organizationId) return Promise.resolve({ ...fallback, isPortalHost: request.hostname.toLowerCase() === this.config.PORTAL_HOST });
    return this.db.tenant(organizationId, async (tx) => {
      const [church] = await tx.sql<{ name: string; phone: string | null; email: string | null; primary_color: string; time_zone: string }>(
        'select name, phone, email, primary_color, time_zone from organization where id = $1',
        [organizationId],
      );
      const rows = await tx.sql<{ key: string; value: string }>('select key, value from site_setting where organization_id = $1', [organizationId]);
      const kept = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
      const settings = { ...fallback };
      for (const key of [...socialLinks, 'donationUrl', 'paymentHandle'] as const) settings[key] = kept[key] ?? fallback[key];
      if (church) {
        settings.churchName = church.name;
        settings.phoneNumber = church.phone ?? fallback.phoneNumber;
        settings.email = church.email ?? fallback.email;
        settings.primaryColor = church.primary_color;
        settings.timeZone = church.time_zone;
      }
      return settings;
    });
  }

  @Get('site-images')
  @Public()
  images(@CurrentActor() actor: Actor | undefined, @HostChurch() host: Church | null, @Query() query: unknown): Promise<SiteImage[]> {
    const { type, active } = parse(siteImageQuery, query);
    const organizationId = actor?.organizationId ?? host?.id;
    if (!organizationId) return Promise.resolve([]);
    return this.db.tenant(organizationId, async (tx) => {
      const where = { organizationId, ...(type ? { type } : {}), ...(active ? { active: active === 'true' } : {}) };
      const found = await tx.em.find(SiteImageEntity, where, { orderBy: { position: 'asc', id: 'asc' } });
      return found.map((image) => ({
        id: image.id, type: image.type, title: image.title, description: image.description ?? null, imageUrl: image.imageUrl,
        active: image.active, position: image.position, createdAt: image.createdAt.toISOString(), updatedAt: image.updatedAt.toISOString(),
      }));
    });
  }

  /** Whether staff may write, and what a banner says. */
  @Get('church/standing')
  @Allow('portal.use')
  standing(@CurrentActor() actor: ChurchActor): Standing {
    return actor.standing!;
  }

  /** The churches that a person may register with on this host. */
  @Get('churches')
  @Public()
  @OwnTransaction()
  churches(@HostChurch() host: Church | null): Promise<PublicChurch[]> {
    return this.db.platform((tx) =>
      tx.sql<PublicChurch>('select slug, name from organization where is_active and ($1::uuid is null or id = $1) order by name', [host?.id ?? null]),
    );
  }
}
