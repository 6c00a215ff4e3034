import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { PutFirstStepsAwayHandler, SetAwaitsContactHandler } from './church-commands.js';
import { CreateChurchHandler } from './create-church.js';
import { DomainsController } from './domains.controller.js';
import { PodcastController } from './podcast.controller.js';
import { Domains } from './domains.js';
import { ImagesController } from './images.controller.js';
import { OrganizationsController } from './organizations.controller.js';
import { SiteImagesController } from './site-images.controller.js';
import { SettingChanges } from './settings/setting-changes.js';
import { SiteController } from './settings/site.controller.js';
import { Catalog } from './subscription/catalog.js';
import { Customers } from './subscription/customers.js';
import { StripeEvents } from './subscription/events.js';
import { StripeAccount } from './subscription/stripe.js';
import { SubscriptionController } from './subscription/subscription.controller.js';
import { Subscriptions } from './subscription/subscriptions.js';
import { SubscriptionSync } from './subscription/subscription-sync.js';
import { StripeWebhookController } from './subscription/webhook.controller.js';

/** The churches: their names, hosts, settings, images and subscriptions. */
@Module({
  imports: [CqrsModule],
  controllers: [
    DomainsController,
    PodcastController,
    SiteController,
    SiteImagesController,
    ImagesController,
    OrganizationsController,
    SubscriptionController,
    StripeWebhookController,
  ],
  providers: [
    CreateChurchHandler,
    PutFirstStepsAwayHandler,
    SetAwaitsContactHandler,
    Domains,
    StripeAccount,
    Catalog,
    Customers,
    SettingChanges,
    SubscriptionSync,
    Subscriptions,
    StripeEvents,
  ],
  exports: [Subscriptions],
})
export class TenancyModule {}
