import type { RouteDefinition } from './route.js';
import { batchRoutes, operationsRoutes, liveRoutes } from './operations.js';
import { authRoutes, credentialsRoutes, openIdRoutes, churchSignupRoutes } from './sign-in.js';
import {
  securityRoutes,
  profileRoutes,
  ownSmsRoutes,
  inboundSmsRoutes,
  preferencesRoutes,
} from './account.js';
import { membersRoutes, peopleRoutes, invitationsRoutes, oversightRoutes } from './members.js';
import {
  siteRoutes,
  siteImagesRoutes,
  imagesRoutes,
  podcastRoutes,
  domainRoutes,
  firstStepsRoutes,
} from './site.js';
import { organizationsRoutes, subscriptionRoutes, stripeWebhookRoutes } from './platform.js';
import { adminDonationsRoutes, donationsRoutes } from './donations.js';
import { ledgerRoutes, givingTodayRoutes, pledgesRoutes, fundraisersRoutes } from './ledger.js';
import {
  donationImportsRoutes,
  importGiversRoutes,
  importAnswersRoutes,
  importLayoutsRoutes,
} from './imports.js';
import {
  progressRoutes,
  searchRoutes,
  notificationsRoutes,
  newsRoutes,
  unsubscribeRoutes,
  contentImportsRoutes,
} from './reading.js';
import {
  uploadsRoutes,
  filesRoutes,
  contentImagesRoutes,
  ownFeedsRoutes,
  feedsRoutes,
  publicPodcastRoutes,
} from './files.js';
import {
  ticketsRoutes,
  ticketMessagesRoutes,
  messagesRoutes,
  inboxRoutes,
  inboundMailRoutes,
} from './support.js';
import {
  resourcesRoutes,
  sermonsRoutes,
  nuggetsRoutes,
  eventsRoutes,
  studiesRoutes,
  brothersRoutes,
  announcementsRoutes,
  trashRoutes,
} from './content.js';

export * from './route.js';

/** Every route of the server, by subject and name. */
export const routes = {
  operations: operationsRoutes,
  batch: batchRoutes,
  live: liveRoutes,
  auth: authRoutes,
  credentials: credentialsRoutes,
  openId: openIdRoutes,
  churchSignup: churchSignupRoutes,
  security: securityRoutes,
  profile: profileRoutes,
  ownSms: ownSmsRoutes,
  inboundSms: inboundSmsRoutes,
  preferences: preferencesRoutes,
  members: membersRoutes,
  people: peopleRoutes,
  invitations: invitationsRoutes,
  oversight: oversightRoutes,
  site: siteRoutes,
  siteImages: siteImagesRoutes,
  images: imagesRoutes,
  podcast: podcastRoutes,
  domain: domainRoutes,
  firstSteps: firstStepsRoutes,
  organizations: organizationsRoutes,
  subscription: subscriptionRoutes,
  stripeWebhook: stripeWebhookRoutes,
  adminDonations: adminDonationsRoutes,
  donations: donationsRoutes,
  ledger: ledgerRoutes,
  givingToday: givingTodayRoutes,
  pledges: pledgesRoutes,
  fundraisers: fundraisersRoutes,
  donationImports: donationImportsRoutes,
  importGivers: importGiversRoutes,
  importAnswers: importAnswersRoutes,
  importLayouts: importLayoutsRoutes,
  progress: progressRoutes,
  search: searchRoutes,
  notifications: notificationsRoutes,
  news: newsRoutes,
  unsubscribe: unsubscribeRoutes,
  contentImports: contentImportsRoutes,
  uploads: uploadsRoutes,
  files: filesRoutes,
  contentImages: contentImagesRoutes,
  ownFeeds: ownFeedsRoutes,
  feeds: feedsRoutes,
  publicPodcast: publicPodcastRoutes,
  tickets: ticketsRoutes,
  ticketMessages: ticketMessagesRoutes,
  messages: messagesRoutes,
  inbox: inboxRoutes,
  inboundMail: inboundMailRoutes,
  resources: resourcesRoutes,
  sermons: sermonsRoutes,
  nuggets: nuggetsRoutes,
  events: eventsRoutes,
  studies: studiesRoutes,
  brothers: brothersRoutes,
  announcements: announcementsRoutes,
  trash: trashRoutes,
} as const;

/** Every route of the server as a list. */
export const allRoutes: readonly RouteDefinition[] = Object.values<Record<string, RouteDefinition>>(
  routes,
).flatMap((subject) => Object.values(subject));
