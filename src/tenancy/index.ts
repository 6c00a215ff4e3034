export { CreateChurch, type NewChurch } from './create-church.js';
export { churchBySlug, churchOfHost } from './hosts.js';
export { timeZoneOf, today } from './organization.js';
export { SiteImageSchema } from './site-image.entity.js';
export { TenancyModule } from './tenancy.module.js';
