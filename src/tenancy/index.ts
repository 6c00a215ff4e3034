export {
  activeChurchIdsSql,
  churchNameSql,
  churchState,
  churchStatesSql,
  namedChurchesSql,
} from './churches.sql.js';
export {
  churchesWithEmail,
  churchIds,
  findChurch,
  listActiveChurches,
  listChurches,
  readChurch,
  readRegistration,
  sendsNews,
  type ChurchRecord,
} from './churches.js';
export { ChurchImports, ChurchUsers } from './church-facts.js';
export { PutFirstStepsAway, SetAwaitsContact } from './church-commands.js';
export { CreateChurch, WelcomeContact, type Contact, type NewChurch } from './create-church.js';
export { assertForeignDomain } from './domains.js';
export { freeSlug } from './slugs.js';
export {
  churchBySlug,
  churchesOnOurHosts,
  churchNameOfHost,
  churchOfHost,
  type HostChurch,
} from './hosts.js';
export { isPodcastOn, podcastUrl } from './podcast.controller.js';
export { assertMemberLimit, lockUsersOfChurch, type LockedChurch } from './membership.js';
export { isServed, timeZoneOf, today } from './organization.js';
export { checkPromoCode } from './subscription/promo-code.js';
export { Subscriptions } from './subscription/subscriptions.js';
export { readChurchSetting, readSetup, writeSetting } from './settings/settings.js';
export { addSiteImage, coverPicture, sitePictureColumns } from './site-image-list.js';
export { SiteImageSchema } from './site-image.entity.js';
export { TenancyModule } from './tenancy.module.js';
export { awaitsContact, setAwaitsContact } from './church-contact.js';
export { assertChurchName } from './church-names.js';
export { planLimits } from './plan-limits.js';
