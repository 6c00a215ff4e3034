import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import * as c from '#libs/contracts';

interface Call {
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** absent: nothing, a file or a stream */
  answer?: z.ZodType;
}

const many = (schema: z.ZodType) => z.array(schema);
const csvOf = (filter: z.ZodType) => ({ query: filter });

/** What each call takes and gives, by the very schemas that validate it. A test holds that no route lacks a line. */
export const calls: Record<string, Call> = {
  'GET /health': { summary: 'Whether requests can be served' },
  'GET /metrics': { summary: 'Prometheus metrics' },
  'GET /api/login': {
    summary:
      'Browser navigation to the sign-in page, or to the OpenID Connect provider where there is one; next: the path of this site to go to afterwards; church: the slug of the one to join; begin: from a church’s own host',
    query: z.object({
      next: z.string().optional(),
      church: z.string().optional(),
      begin: z.string().optional(),
    }),
  },
  'GET /api/login/callback': {
    summary: 'Browser navigation back from the provider',
    query: z.object({
      state: z.string().optional(),
      code: z.string().optional(),
      error: z.string().optional(),
      iss: z.string().optional(),
    }),
  },
  'GET /api/login/enter': {
    summary: 'Browser navigation back to the church’s own host, with a code that serves once',
    query: z.object({ code: z.string().optional() }),
  },
  'POST /api/login': { summary: 'Sign in', body: c.loginRequest, answer: c.loginResponse },
  'GET /api/logout': { summary: 'Browser navigation: sign out' },
  'POST /api/register': {
    summary: 'Register with a church and wait for approval',
    body: c.registerRequest,
    answer: c.registered,
  },
  'GET /api/login/mfa': {
    summary: 'Whether this browser owes the second step of signing in, and by which factor',
    answer: c.waitingSignIn,
  },
  'POST /api/login/mfa': {
    summary: 'The second step of signing in: a code',
    body: c.loginFactorRequest,
    answer: c.loginResponse,
  },
  'POST /api/login/mfa/send': { summary: 'Send the code by SMS once more' },
  'POST /api/auth/verify-email': {
    summary:
      'Confirm an email address by a letter’s link, with the account’s password or a new one; a church’s new administrator is in by it (200, else 204)',
    body: c.verifyEmailRequest,
    answer: c.loginResponse,
  },
  'POST /api/auth/verify-email/send': { summary: 'Send that letter again' },
  'POST /api/auth/link': {
    summary:
      'Whether an email’s link still works; it is not used up (204; 200 if a newer email was sent)',
    body: c.linkRequest,
    answer: c.linkAnswer,
  },
  'POST /api/auth/forgot-password': {
    summary: 'Ask for a letter with which to choose a new password',
    body: c.forgotPasswordRequest,
  },
  'POST /api/auth/reset-password': {
    summary:
      'Choose a new password by that letter; a church’s new administrator is in by it (200, else 204)',
    body: c.resetPasswordRequest,
    answer: c.loginResponse,
  },
  'POST /api/auth/password': { summary: 'Change one’s password', body: c.changePasswordRequest },
  'GET /api/auth/sessions': {
    summary: 'Devices that are signed in',
    answer: many(c.deviceSession),
  },
  'DELETE /api/auth/sessions/{id}': { summary: 'Sign one device out' },
  'DELETE /api/auth/sessions': { summary: 'Sign all devices out' },
  'GET /api/auth/security': { summary: 'How one’s account is secured', answer: c.security },
  'POST /api/auth/mfa/setup': {
    summary: 'Begin to turn the second factor on',
    body: c.setUpFactorRequest,
    answer: c.factorSetUp,
  },
  'POST /api/auth/mfa/confirm': {
    summary: 'Turn it on by a first code',
    body: c.confirmFactorRequest,
    answer: c.recoveryCodes,
  },
  'POST /api/auth/mfa/disable': {
    summary: 'Turn it off, by password or code',
    body: c.proveRequest,
    answer: c.security,
  },
  'POST /api/auth/mfa/recovery-codes': {
    summary: 'New recovery codes, by password or code',
    body: c.proveRequest,
    answer: c.recoveryCodes,
  },
  'PUT /api/auth/profile': {
    summary: 'Change one’s profile',
    body: c.profileRequest,
    answer: c.user,
  },
  'POST /api/auth/profile/picture': {
    summary: 'Upload one’s picture (multipart, field "profileImage")',
    answer: c.profilePicture,
  },
  'DELETE /api/auth/profile/picture': { summary: 'Take one’s picture away' },
  'POST /api/organizations/signup': {
    summary: 'Register a church',
    body: c.churchSignup,
    answer: c.signedUpChurch,
  },
  'GET /api/organizations': {
    summary: 'All churches, with what they use',
    answer: many(c.organization),
  },
  'POST /api/organizations': {
    summary: 'Make a church',
    body: c.createOrganization,
    answer: c.organization,
  },
  'PUT /api/organizations/{id}': {
    summary: 'Change a church',
    body: c.editOrganization,
    answer: c.organization,
  },
  'POST /api/organizations/{id}/pause': {
    summary: 'Pause a church',
    body: c.pauseOrganization,
    answer: c.organization,
  },
  'POST /api/organizations/{id}/contact': {
    summary: 'Send the letter that makes its first administrator, once more or to somebody else',
    body: c.organizationContact,
    answer: c.organization,
  },
  'POST /api/organizations/{id}/resume': { summary: 'Resume it', answer: c.organization },
  'GET /api/images/{id}': { summary: 'A picture of the church or of one of its people' },
  'GET /api/auth/user': { summary: 'The signed-in person', answer: c.user },
  'POST /api/auth/refresh': { summary: 'The signed-in person as they are now', answer: c.user },
  'GET /api/admin/users': { summary: 'The people of the church', answer: many(c.staffUser) },
  'GET /api/users/pending': {
    summary: 'Those who wait for approval, longest first',
    answer: many(c.staffUser),
  },
  'POST /api/users/{id}/approve': {
    summary: 'Approve a person; told by email',
    answer: c.staffUser,
  },
  'POST /api/admin/users': {
    summary: 'Make a member by hand, without an account',
    body: c.createMember,
    answer: c.staffUser,
  },
  'POST /api/admin/users/import': {
    summary:
      'Members from a CSV file (multipart, field "file"), without the rows that have an error',
    query: c.memberImportQuery,
    answer: c.memberImport,
  },
  'PUT /api/admin/users/{id}': {
    summary: 'Change one’s own phone; for staff, a member of their church',
    body: c.editMember,
    answer: c.staffUser,
  },
  'POST /api/admin/users/{id}/suspend': {
    summary: 'Suspend a person; signed out everywhere, told by email',
    body: c.suspendMember,
    answer: c.staffUser,
  },
  'POST /api/admin/users/{id}/reactivate': {
    summary: 'End a suspension; told by email',
    answer: c.staffUser,
  },
  'DELETE /api/admin/users/{id}': {
    summary: 'Remove a person from the portal; what they gave stays',
  },
  'GET /api/admin/roles-permissions': {
    summary: 'People by role, and what each role may do',
    answer: c.rolesOverview,
  },
  'GET /api/admin/audit': {
    summary: 'Who did what, newest first, paged by Link',
    query: c.auditQuery,
    answer: many(c.auditEntry),
  },
  'GET /api/settings': { summary: 'What the church shows of itself', answer: c.settings },
  'GET /api/site-images': {
    summary: 'Pictures of the site',
    query: c.siteImageQuery,
    answer: many(c.siteImage),
  },
  'POST /api/settings': {
    summary: 'Change one setting of the church',
    body: c.changeSetting,
    answer: c.settings,
  },
  'POST /api/site-images': {
    summary:
      'Add a picture to the site (multipart, field "image", with "type", "title", "description")',
    answer: c.siteImage,
  },
  'POST /api/site-images/bulk': {
    summary: 'Show, hide or delete several pictures',
    body: c.bulkInput,
    answer: c.bulkDone,
  },
  'PATCH /api/site-images/{id}': {
    summary: 'Change it, switch it on or off, or move it',
    body: c.editSiteImage,
    answer: c.siteImage,
  },
  'DELETE /api/site-images/{id}': { summary: 'Delete it' },
  'GET /api/admin/invitations/link': {
    summary: 'Where people register with the church',
    answer: c.invitationLink,
  },
  'POST /api/admin/invitations': {
    summary: 'Invite people by letters',
    body: c.inviteRequest,
    answer: c.invited,
  },
  'GET /api/church/domain': {
    summary: 'The church’s own domain and its DNS records',
    answer: c.churchDomain,
  },
  'PUT /api/church/domain': {
    summary: 'Choose another',
    body: c.domainRequest,
    answer: c.churchDomain,
  },
  'POST /api/church/domain/check': { summary: 'Look for the record now', answer: c.churchDomain },
  'GET /api/subscription': { summary: 'The church’s plan', answer: c.subscription },
  'POST /api/create-subscription': {
    summary: 'Choose a plan: the first time, again, or another',
    body: c.createSubscription,
    answer: c.subscriptionMade,
  },
  'POST /api/subscription/preview': {
    summary: 'What another plan would cost, as Stripe reckons it',
    body: c.planChange,
    answer: c.planPreview,
  },
  'GET /api/subscription/invoices': {
    summary: 'The church’s invoices at Stripe, newest first',
    answer: many(c.subscriptionInvoice),
  },
  'POST /api/subscription/refresh': {
    summary: 'Ask Stripe how it stands now',
    answer: c.subscription,
  },
  'POST /api/subscription/cancel': {
    summary: 'Let it end with what is paid for',
    answer: c.subscription,
  },
  'POST /api/subscription/resume': { summary: 'Let it go on after all', answer: c.subscription },
  'POST /api/subscription/portal': {
    summary: 'Stripe’s pages for cards and invoices',
    answer: c.billingPortal,
  },
  'POST /api/promo-codes/check': {
    summary: 'Whether a promo code counts',
    body: c.promoCodeRequest,
    answer: c.promoCodeChecked,
  },
  'POST /api/stripe/webhook': { summary: 'Stripe’s events, signed' },
  'GET /api/church/standing': {
    summary: 'Whether the church’s staff may write',
    answer: c.standing,
  },
  'GET /api/church/first-steps': {
    summary: 'What a new church does first, and what of it is done',
    answer: c.firstSteps,
  },
  'PUT /api/church/first-steps': {
    summary: 'Put that list away, or bring it back',
    body: c.changeFirstSteps,
    answer: c.firstSteps,
  },
  'GET /api/churches': {
    summary: 'Churches to register with on this host',
    answer: many(c.publicChurch),
  },
  'GET /api/admin/donations': {
    summary: 'Donations, paged by Link: rel="next"',
    query: c.donationQuery,
    answer: many(c.donation),
  },
  'GET /api/admin/donations.csv': {
    summary: 'The same as CSV, whole',
    ...csvOf(c.donationsCsvQuery),
  },
  'POST /api/admin/donations': {
    summary: 'Record a member’s donation',
    body: c.createDonation,
    answer: c.donation,
  },
  'GET /api/admin/donations/summary': {
    summary: 'Totals of the whole filtered set',
    query: c.donationFilter,
    answer: c.donationSummary,
  },
  'GET /api/admin/donations/choices': {
    summary: 'Years and campaigns that donations can be filtered by',
    answer: c.donationChoices,
  },
  'GET /api/admin/donations/{id}/history': {
    summary: 'Every change of a donation, the recording first',
    answer: many(c.donationChange),
  },
  'PATCH /api/admin/donations/{id}': {
    summary: 'Correct a donation (If-Match: its version)',
    body: c.editDonation,
    answer: c.donation,
  },
  'DELETE /api/admin/donations/{id}': {
    summary: 'Void a donation (If-Match: its version)',
    body: c.voidDonation,
  },
  'GET /api/resources': {
    summary: 'Bible study resources',
    query: c.resourceQuery,
    answer: many(c.resource),
  },
  'GET /api/resources/{id}': { summary: 'One of them', answer: c.resource },
  'POST /api/resources': {
    summary: 'Publish a resource',
    body: c.resourceInput,
    answer: c.resource,
  },
  'POST /api/resources/bulk': {
    summary: 'Show, hide or delete several',
    body: c.bulkInput,
    answer: c.bulkDone,
  },
  'PUT /api/resources/{id}': {
    summary: 'Change a resource',
    body: c.resourceInput,
    answer: c.resource,
  },
  'DELETE /api/resources/{id}': { summary: 'Delete a resource' },
  'GET /api/sermons': {
    summary: 'The sermon archive',
    query: c.contentQuery,
    answer: many(c.sermon),
  },
  'GET /api/sermons/{id}': { summary: 'One of them', answer: c.sermon },
  'POST /api/sermons': { summary: 'Publish a sermon', body: c.sermonInput, answer: c.sermon },
  'POST /api/sermons/bulk': {
    summary: 'Show, hide or delete several',
    body: c.bulkInput,
    answer: c.bulkDone,
  },
  'PUT /api/sermons/{id}': { summary: 'Change a sermon', body: c.sermonInput, answer: c.sermon },
  'DELETE /api/sermons/{id}': { summary: 'Delete a sermon' },
  'GET /api/nuggets': { summary: 'Nuggets', query: c.nuggetQuery, answer: many(c.nugget) },
  'GET /api/nuggets/{id}': { summary: 'One of them', answer: c.nugget },
  'POST /api/nuggets': { summary: 'Publish a nugget', body: c.nuggetInput, answer: c.nugget },
  'POST /api/nuggets/bulk': {
    summary: 'Show, hide or delete several',
    body: c.bulkInput,
    answer: c.bulkDone,
  },
  'PUT /api/nuggets/{id}': { summary: 'Change a nugget', body: c.nuggetInput, answer: c.nugget },
  'DELETE /api/nuggets/{id}': { summary: 'Delete a nugget' },
  'POST /api/nuggets/{id}/view': {
    summary: 'Count a look, once a person and day',
    answer: c.viewCount,
  },
  'GET /api/events': {
    summary: 'Events, a series as one entry',
    query: c.eventQuery,
    answer: many(c.event),
  },
  'GET /api/events/{id}': { summary: 'One of them', answer: c.event },
  'POST /api/events': { summary: 'Publish an event', body: c.eventInput, answer: c.event },
  'POST /api/events/bulk': {
    summary: 'Show, hide or delete several',
    body: c.bulkInput,
    answer: c.bulkDone,
  },
  'PUT /api/events/{id}': { summary: 'Change an event', body: c.eventInput, answer: c.event },
  'DELETE /api/events/{id}': { summary: 'Delete an event' },
  'GET /api/bible-studies': {
    summary: 'Bible studies of the pastors',
    query: c.contentQuery,
    answer: many(c.bibleStudy),
  },
  'GET /api/bible-studies/{id}': { summary: 'One of them', answer: c.bibleStudy },
  'POST /api/bible-studies': {
    summary: 'Publish a Bible study',
    body: c.bibleStudyInput,
    answer: c.bibleStudy,
  },
  'POST /api/bible-studies/bulk': {
    summary: 'Show, hide or delete several',
    body: c.bulkInput,
    answer: c.bulkDone,
  },
  'PUT /api/bible-studies/{id}': {
    summary: 'Change a Bible study',
    body: c.bibleStudyInput,
    answer: c.bibleStudy,
  },
  'DELETE /api/bible-studies/{id}': { summary: 'Delete a Bible study' },
  'POST /api/bible-studies/{id}/view': {
    summary: 'Count a look, once a person and day',
    answer: c.viewCount,
  },
  'GET /api/brothers-in-christ': {
    summary: 'The men’s library',
    query: c.contentQuery,
    answer: many(c.brothersContent),
  },
  'GET /api/brothers-in-christ/{id}': { summary: 'One of them', answer: c.brothersContent },
  'POST /api/brothers-in-christ': {
    summary: 'Publish something of the men’s library (JSON, or multipart with the field audioFile)',
    body: c.brothersInput,
    answer: c.brothersContent,
  },
  'POST /api/brothers-in-christ/bulk': {
    summary: 'Show, hide or delete several',
    body: c.bulkInput,
    answer: c.bulkDone,
  },
  'PUT /api/brothers-in-christ/{id}': {
    summary: 'Change something of the men’s library',
    body: c.brothersInput,
    answer: c.brothersContent,
  },
  'DELETE /api/brothers-in-christ/{id}': { summary: 'Delete something of the men’s library' },
  'POST /api/brothers-in-christ/{id}/view': {
    summary: 'Count a look, once a person and day',
    answer: c.viewCount,
  },
  'GET /api/announcements': {
    summary: 'Announcements, the urgent ones first',
    query: c.contentQuery,
    answer: many(c.announcement),
  },
  'POST /api/announcements': {
    summary: 'Publish an announcement',
    body: c.createAnnouncement,
    answer: c.announcement,
  },
  'POST /api/announcements/bulk': {
    summary: 'Show, hide or delete several',
    body: c.bulkInput,
    answer: c.bulkDone,
  },
  'PATCH /api/announcements/{id}': {
    summary: 'Change an announcement',
    body: c.editAnnouncement,
    answer: c.announcement,
  },
  'DELETE /api/announcements/{id}': { summary: 'Delete an announcement' },
  'GET /api/events/{id}.ics': { summary: 'An event for a calendar' },
  'GET /api/user-resources': {
    summary: 'How far one is with each resource',
    answer: many(c.userResource),
  },
  'GET /api/user-resources/counts': {
    summary: 'How many resources there are, and how many one has begun',
    answer: c.resourceCounts,
  },
  'POST /api/user-resources/{id}/progress': {
    summary: 'Say how far one is, or start again; id: the resource’s',
    body: c.progressInput,
    answer: c.userResource,
  },
  'POST /api/content-imports': {
    summary:
      'Look at a file of sermons or resources: CSV, RSS or Atom (multipart, fields "kind" and "file")',
    answer: c.contentImport,
  },
  'GET /api/content-imports/{id}': {
    summary: 'What it would bring, or brought',
    answer: c.contentImport,
  },
  'POST /api/content-imports/{id}/commit': {
    summary: 'Publish all that is new of it; nobody is told',
    answer: c.contentImport,
  },
  'DELETE /api/content-imports/{id}': { summary: 'Forget it' },
  'GET /api/feeds': { summary: 'One’s personal feeds', answer: many(c.feed) },
  'POST /api/feeds': {
    summary: 'A new address for a personal feed, shown once; the old one is dead',
    body: c.newFeed,
    answer: c.feedAddress,
  },
  'DELETE /api/feeds/{kind}': { summary: 'No such feed anymore' },
  'GET /feeds/{secret}.ics': { summary: 'A person’s calendar' },
  'GET /feeds/{secret}.xml': { summary: 'A person’s podcast' },
  'GET /feeds/{secret}/{id}': { summary: 'The audio of one of its sermons' },
  'GET /api/church/podcast': {
    summary: 'Whether the church has a public podcast, and where',
    answer: c.publicPodcast,
  },
  'PUT /api/church/podcast': {
    summary: 'Turn the public podcast on or off',
    body: c.changePodcast,
    answer: c.publicPodcast,
  },
  'GET /podcast.xml': { summary: 'The podcast of the host’s church, where it is switched on' },
  'GET /podcast/cover/{name}': {
    summary: 'Its cover: a square JPEG of the church’s logo, else of its banner',
  },
  'GET /podcast/{id}/{name}': { summary: 'The audio of one of its sermons' },
  'GET /api/search': {
    summary: 'What this person may open',
    query: c.searchQuery,
    answer: many(c.searchResult),
  },
  'GET /api/notifications': {
    summary: 'What is new, the latest first',
    query: c.notificationQuery,
    answer: many(c.notification),
  },
  'GET /api/notifications/count': { summary: 'How many are unread', answer: c.notificationCount },
  'PATCH /api/notifications/read-all': { summary: 'Mark all read', answer: c.notificationCount },
  'GET /api/messages': { summary: 'One’s own messages to the pastor', answer: many(c.message) },
  'POST /api/messages': { summary: 'Write to the pastor', body: c.messageInput, answer: c.message },
  'GET /api/pastor/messages': {
    summary: 'The pastor’s inbox',
    query: c.inboxQuery,
    answer: many(c.inboxMessage),
  },
  'GET /api/pastor/messages/count': {
    summary: 'How many messages are unread',
    answer: c.inboxCount,
  },
  'PATCH /api/messages/{id}/read': { summary: 'Mark a message as read', answer: c.inboxMessage },
  'POST /api/messages/{id}/reply': {
    summary: 'Answer a message, once',
    body: c.replyInput,
    answer: c.inboxMessage,
  },
  'GET /api/support-tickets': {
    summary: 'Tickets that one sees; of super administrators the external ones of all churches',
    query: c.ticketQuery,
    answer: many(c.ticket),
  },
  'GET /api/support-tickets/count': {
    summary: 'How many tickets have something new',
    answer: c.ticketCount,
  },
  'GET /api/support-tickets/figures': {
    summary: 'The queue in figures',
    query: c.ticketTypeQuery,
    answer: c.ticketFigures,
  },
  'GET /api/support-tickets/people': {
    summary: 'Who answers tickets of a kind',
    query: c.ticketTypeQuery,
    answer: many(c.ticketPerson),
  },
  'POST /api/support-tickets': {
    summary: 'Open a ticket; with donationId a question about a gift of one’s own',
    body: c.ticketInput,
    answer: c.ticket,
  },
  'POST /api/support-tickets/bulk': {
    summary: 'Change several tickets',
    body: c.ticketBulkInput,
    answer: c.bulkDone,
  },
  'GET /api/support-tickets/{id}': { summary: 'A ticket', answer: c.ticket },
  'PATCH /api/support-tickets/{id}': {
    summary: 'Set its status; of those who answer also who answers it, and its priority',
    body: c.ticketChange,
    answer: c.ticket,
  },
  'PATCH /api/support-tickets/{id}/resolve': { summary: 'Mark it as resolved', answer: c.ticket },
  'PATCH /api/support-tickets/{id}/seen': {
    summary: 'Note up to which message one has read',
    body: c.seenInput,
    answer: c.ticket,
  },
  'GET /api/support-tickets/{id}/donation': {
    summary: 'The gift that it asks about',
    answer: c.gift,
  },
  'GET /api/support-tickets/{id}/messages': {
    summary: 'What was said, with the notes that one may read',
    answer: many(c.ticketMessage),
  },
  'POST /api/support-tickets/{id}/messages': {
    summary: 'Say something, or write an internal note',
    body: c.ticketMessageInput,
    answer: c.ticketMessage,
  },
  'GET /api/support-tickets/{id}/attachments/{fileId}/{name}': { summary: 'An attached file' },
  'POST /api/mail/inbound': {
    summary:
      'A letter as it came (message/rfc822), with INBOUND_MAIL_SECRET as a bearer token: an answer to a letter of a ticket',
  },
  'GET /api/live': { summary: 'What is new, as server-sent events of {kind, id}' },
  'GET /api/user/sms': {
    summary: 'Whether one’s church sends text messages, and to which number of one’s own',
    answer: c.smsNumber,
  },
  'POST /api/user/sms/code': {
    summary: 'Send a code to the phone of one’s profile',
    answer: c.smsNumber,
  },
  'POST /api/user/sms/confirm': {
    summary: 'Show by the code that the phone is one’s own',
    body: c.confirmFactorRequest,
    answer: c.smsNumber,
  },
  'POST /api/sms/inbound': { summary: 'Answers to text messages, as Twilio sends and signs them' },
  'GET /api/admin/sms': {
    summary: 'Text messages: whether they are sent, and how many of the month’s',
    answer: c.smsState,
  },
  'PATCH /api/user/notification-preferences': {
    summary: 'Which news one wants, and how',
    body: c.notificationPreferences,
    answer: c.keptPreferences,
  },
  'GET /api/admin/news': { summary: 'How far the letters of news are', answer: c.newsState },
  'GET /api/unsubscribe/{token}': { summary: 'A page with a button' },
  'POST /api/unsubscribe/{token}': { summary: 'No more letters of news (RFC 8058)' },
  'GET /api/uploads': {
    summary: 'What the church’s files take of what its plan has room for',
    answer: c.storage,
  },
  'POST /api/uploads': { summary: 'Begin an upload (tus 1.0)' },
  'HEAD /api/uploads/{id}': { summary: 'How far it is (tus 1.0)' },
  'PATCH /api/uploads/{id}': { summary: 'Go on with it (tus 1.0)' },
  'DELETE /api/uploads/{id}': { summary: 'Give it up (tus 1.0)' },
  'GET /api/files/{id}': { summary: 'Audio or a document, whole or a range' },
  'POST /api/content-images': {
    summary: 'Upload a picture for something to be published (multipart, field "image")',
    answer: c.uploadedImage,
  },
  'GET /api/admin/audit.csv': { summary: 'Who did what, as CSV', ...csvOf(c.auditFilter) },
  'POST /api/admin/donations/{id}/restore': {
    summary: 'Bring a deleted donation back (If-Match: its version)',
    body: c.restoreDonation,
    answer: c.donation,
  },
  'POST /api/donations': {
    summary: 'Record a guest’s donation',
    body: c.createGuestDonation,
    answer: c.donation,
  },
  'GET /api/donations/check': {
    summary: 'What may be a slip in a gift that is about to be recorded',
    query: c.giftCheckQuery,
    answer: c.giftCheck,
  },
  'GET /api/donations': {
    summary: 'One’s own donations',
    query: c.ownDonationsQuery,
    answer: many(c.ownDonation),
  },
  'GET /api/user/donations/total': { summary: 'One’s own total', answer: c.ownTotal },
  'GET /api/user/donations.csv': {
    summary: 'One’s own donations as CSV',
    ...csvOf(c.ownDonationsQuery.pick({ year: true })),
  },
  'GET /api/admin/church-ledger': {
    summary: 'Annual totals of each donor, now or as of a date or journal number',
    query: c.ledgerQuery,
    answer: c.ledger,
  },
  'GET /api/admin/church-ledger.csv': {
    summary: 'The same as CSV, whole',
    ...csvOf(c.ledgerFilter),
  },
  'GET /api/admin/church-ledger/{donorId}/{year}': {
    summary: 'The donations behind a row',
    query: c.behindQuery,
    answer: many(c.donation),
  },
  'GET /api/admin/giving-by-month': {
    summary: 'Amounts of the twelve months, now or as of a date or journal number',
    query: c.givingByMonthQuery,
    answer: c.givingByMonth,
  },
  'GET /api/admin/giving-today': {
    summary:
      'This month against the same month a year ago, what waits, and what was done to the books last',
    answer: c.givingToday,
  },
  'GET /api/pledges/user/{userId}/year/{year}': {
    summary: 'A pledge, or null',
    answer: c.pledge.nullable(),
  },
  'POST /api/pledges': {
    summary: 'Make one’s pledge for a year',
    body: c.createPledge,
    answer: c.pledge,
  },
  'PATCH /api/pledges/{id}': {
    summary: 'Change one’s pledge',
    body: c.editPledge,
    answer: c.pledge,
  },
  'GET /api/fundraisers': {
    summary: 'Fundraising campaigns',
    query: c.fundraiserQuery,
    answer: many(c.fundraiser),
  },
  'POST /api/fundraisers': {
    summary: 'Open a campaign',
    body: c.createFundraiser,
    answer: c.fundraiser,
  },
  'PATCH /api/fundraisers/{id}': {
    summary: 'Change a campaign',
    body: c.editFundraiser,
    answer: c.fundraiser,
  },
  'DELETE /api/fundraisers/{id}': { summary: 'Take a campaign off every list' },
  'GET /api/admin/donation-imports': {
    summary: 'Imports, newest first',
    answer: many(c.donationImport),
  },
  'POST /api/admin/donation-imports': {
    summary: 'Upload a file (multipart, field "file") for a preview',
    answer: c.donationImport,
  },
  'GET /api/admin/donation-imports/template.csv': { summary: 'The template' },
  'GET /api/admin/donation-imports/{id}': { summary: 'One import', answer: c.donationImport },
  'DELETE /api/admin/donation-imports/{id}': { summary: 'Delete a draft' },
  'GET /api/admin/donation-imports/{id}/rows': {
    summary: 'Rows of its preview, paged by Link',
    query: c.importRowsQuery,
    answer: many(c.importRow),
  },
  'GET /api/admin/donation-imports/{id}/rows.csv': {
    summary: 'Rows with their reasons, to mend',
    ...csvOf(c.importRowsCsvQuery),
  },
  'PUT /api/admin/donation-imports/{id}/mapping': {
    summary: 'Say what the columns mean',
    body: c.importMappingChoice,
    answer: c.donationImport,
  },
  'PATCH /api/admin/donation-imports/{id}/rows': {
    summary: 'Repair one row or many',
    body: c.repairImportRows,
    answer: c.donationImport,
  },
  'GET /api/admin/donation-imports/{id}/rows/sum': {
    summary: 'What all rows that a filter finds come to',
    query: c.importRowsSumQuery,
    answer: c.importRowsSum,
  },
  'POST /api/admin/donation-imports/{id}/rows/undo': {
    summary: 'Take the last change of rows or givers back',
    body: c.undoImportRows,
    answer: c.donationImport,
  },
  'GET /api/admin/donation-imports/{id}/givers': {
    summary: 'Who gave in the file, each once, paged by Link',
    query: c.importGiversQuery,
    answer: many(c.importGiver),
  },
  'PATCH /api/admin/donation-imports/{id}/givers': {
    summary: 'Say who givers are: for all of their rows, and for the next files',
    body: c.answerImportGivers,
    answer: c.donationImport,
  },
  'GET /api/admin/import-answers': {
    summary: 'What the church has answered about its files, paged by Link',
    query: c.importAnswersQuery,
    answer: many(c.importAnswer),
  },
  'DELETE /api/admin/import-answers/{id}': { summary: 'Take an answer back' },
  'GET /api/admin/import-layouts': {
    summary: 'How the files of the church are read, paged by Link',
    query: c.importLayoutsQuery,
    answer: many(c.importLayout),
  },
  'DELETE /api/admin/import-layouts/{id}': { summary: 'Forget how files of a kind are read' },
  'POST /api/admin/donation-imports/{id}/commit': {
    summary: 'Record all new rows at once (202)',
    answer: c.donationImport,
  },
  'GET /api/admin/donation-imports/{id}/undo': {
    summary: 'What undoing would do',
    answer: c.undoPreview,
  },
  'POST /api/admin/donation-imports/{id}/undo': {
    summary: 'Void every donation of it, and put back what it changed (202)',
    body: c.undoImportBody,
    answer: c.donationImport,
  },
  'GET /api/admin/donation-imports/{id}/events': { summary: 'Progress, as server-sent events' },
};

type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, unknown>;
  required?: string[];
};

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    target: 'openapi-3.0',
    reused: 'inline',
    unrepresentable: 'any',
  }) as JsonSchema;

/** Adds to the routes that Nest found what they take and give. */
export function describeCalls(document: OpenAPIObject): OpenAPIObject {
  const error = jsonSchema(c.errorBody, 'output');
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(
      item as Record<string, Record<string, unknown>>,
    )) {
      const call = calls[`${method.toUpperCase()} ${path}`];
      if (!call) continue;
      operation.summary = call.summary;
      const query = call.query ? jsonSchema(call.query, 'input') : { properties: {}, required: [] };
      operation.parameters = [
        ...((operation.parameters as { in: string }[] | undefined) ?? []).filter(
          (parameter) => parameter.in === 'path',
        ),
        ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
          name,
          in: 'query',
          required: query.required?.includes(name) ?? false,
          schema,
        })),
      ];
      if (call.body)
        operation.requestBody = {
          required: true,
          content: { 'application/json': { schema: jsonSchema(call.body, 'input') } },
        };
      const responses = operation.responses as Record<string, Record<string, unknown>>;
      const success = Object.keys(responses).find((status) => status.startsWith('2'));
      if (success && call.answer)
        responses[success]!.content = {
          'application/json': { schema: jsonSchema(call.answer, 'output') },
        };
      responses.default = {
        description: 'Anything else',
        content: { 'application/json': { schema: error } },
      };
    }
  }
  return document;
}
