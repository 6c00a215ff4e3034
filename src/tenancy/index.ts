export { CreateChurch, type NewChurch } from './create-church.js';
export { Domains } from './domains.js';
export { dropImage, keepImage, uploadedPicture } from './images.js';
export { freeSlug } from './slugs.js';
export { churchBySlug, churchOfHost } from './hosts.js';
export { assertPlaceFor, lockMembership, type Membership } from './membership.js';
export { timeZoneOf, today } from './organization.js';
export { SiteImageSchema } from './site-image.entity.js';
export { TenancyModule } from './tenancy.module.js';
