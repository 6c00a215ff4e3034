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
    summary: 'Browser navigation to the sign-in page, or to the OpenID Connect provider where there is one; next: the path of this site to go to afterwards; church: the slug of the one to join; begin: from a church’s own host',
    query: z.object({ next: z.string().optional(), church: z.string().optional(), begin: z.string().optional() }),
  },
  'GET /api/login/callback': { summary: 'Browser navigation back from the provider', query: z.object({ state: z.string().optional(), code: z.string().optional(), error: z.string().optional(), iss: z.string().optional() }) },
  'GET /api/login/enter': { summary: 'Browser navigation back to the church’s own host, with a code that serves once', query: z.object({ code: z.string().optional() }) },
  'POST /api/login': { summary: 'Sign in', body: c.loginRequest, answer: c.loginResponse },
  'GET /api/logout': { summary: 'Browser navigation: sign out' },
  'POST /api/register': { summary: 'Register with a church and wait for approval', body: c.registerRequest, answer: c.registered },
  'POST /api/login/mfa': { summary: 'The second step of signing in: a code', body: c.loginFactorRequest, answer: c.loginResponse },
  'POST /api/login/mfa/send': { summary: 'Send the code by SMS once more' },
  'POST /api/auth/verify-email': { summary: 'Confirm an e-mail address by a letter’s link, with the account’s password or a new one', body: c.verifyEmailRequest },
  'POST /api/auth/verify-email/send': { summary: 'Send that letter again' },
  'POST /api/auth/forgot-password': { summary: 'Ask for a letter with which to choose a new password', body: c.forgotPasswordRequest },
  'POST /api/auth/reset-password': { summary: 'Choose a new password by that letter', body: c.resetPasswordRequest },
  'POST /api/auth/password': { summary: 'Change one’s password', body: c.changePasswordRequest },
  'GET /api/auth/sessions': { summary: 'Devices that are signed in', answer: many(c.deviceSession) },
  'DELETE /api/auth/sessions/{id}': { summary: 'Sign one device out' },
  'DELETE /api/auth/sessions': { summary: 'Sign all devices out' },
  'GET /api/auth/security': { summary: 'How one’s account is secured', answer: c.security },
  'POST /api/auth/mfa/setup': { summary: 'Begin to turn the second factor on', body: c.setUpFactorRequest, answer: c.factorSetUp },
  'POST /api/auth/mfa/confirm': { summary: 'Turn it on by a first code', body: c.confirmFactorRequest, answer: c.recoveryCodes },
  'POST /api/auth/mfa/disable': { summary: 'Turn it off, by password or code', body: c.proveRequest, answer: c.security },
  'POST /api/auth/mfa/recovery-codes': { summary: 'New recovery codes, by password or code', body: c.proveRequest, answer: c.recoveryCodes },
  'PUT /api/auth/profile': { summary: 'Change one’s profile', body: c.profileRequest, answer: c.user },
  'POST /api/auth/profile/picture': { summary: 'Upload one’s picture (multipart, field "profileImage")', answer: c.profilePicture },
  'DELETE /api/auth/profile/picture': { summary: 'Take one’s picture away' },
  'POST /api/organizations/signup': { summary: 'Register a church', body: c.churchSignup, answer: c.signedUpChurch },
  'GET /api/organizations': { summary: 'All churches, with what they use', answer: many(c.organization) },
  'POST /api/organizations': { summary: 'Make a church', body: c.createOrganization, answer: c.organization },
  'PUT /api/organizations/{id}': { summary: 'Change a church', body: c.editOrganization, answer: c.organization },
  'POST /api/organizations/{id}/pause': { summary: 'Pause a church', body: c.pauseOrganization, answer: c.organization },
  'POST /api/organizations/{id}/resume': { summary: 'Resume it', answer: c.organization },
  'GET /api/images/{id}': { summary: 'A picture of the church or of one of its people' },
  'GET /api/auth/user': { summary: 'The signed-in person', answer: c.user },
  'POST /api/auth/refresh': { summary: 'The signed-in person as they are now', answer: c.user },
  'GET /api/admin/users': { summary: 'The people of the church', answer: many(c.staffUser) },
  'GET /api/users/pending': { summary: 'Those who wait for approval, longest first', answer: many(c.staffUser) },
  'POST /api/users/{id}/approve': { summary: 'Approve a person; told by e-mail', answer: c.staffUser },
  'POST /api/admin/users': { summary: 'Make a member by hand, without an account', body: c.createMember, answer: c.staffUser },
  'POST /api/admin/users/import': { summary: 'Members from a CSV file (multipart, field "file"), all or none', query: c.memberImportQuery, answer: c.memberImport },
  'PUT /api/admin/users/{id}': { summary: 'Change one’s own phone; for staff, a member of their church', body: c.editMember, answer: c.staffUser },
  'POST /api/admin/users/{id}/suspend': { summary: 'Suspend a person; signed out everywhere, told by e-mail', body: c.suspendMember, answer: c.staffUser },
  'POST /api/admin/users/{id}/reactivate': { summary: 'End a suspension; told by e-mail', answer: c.staffUser },
  'DELETE /api/admin/users/{id}': { summary: 'Remove a person from the portal; what they gave stays' },
  'GET /api/admin/roles-permissions': { summary: 'People by role, and what each role may do', answer: c.rolesOverview },
  'GET /api/admin/audit': { summary: 'Who did what, newest first, paged by Link', query: c.auditQuery, answer: many(c.auditEntry) },
  'GET /api/settings': { summary: 'What the church shows of itself', answer: c.settings },
  'GET /api/site-images': { summary: 'Pictures of the site', query: c.siteImageQuery, answer: many(c.siteImage) },
  'POST /api/settings': { summary: 'Change one setting of the church', body: c.changeSetting, answer: c.settings },
  'POST /api/site-images': { summary: 'Add a picture to the site (multipart, field "image", with "type", "title", "description")', answer: c.siteImage },
  'PATCH /api/site-images/{id}': { summary: 'Change it, switch it on or off, or move it', body: c.editSiteImage, answer: c.siteImage },
  'DELETE /api/site-images/{id}': { summary: 'Delete it' },
  'GET /api/admin/invitations/link': { summary: 'Where people register with the church', answer: c.invitationLink },
  'POST /api/admin/invitations': { summary: 'Invite people by letters', body: c.inviteRequest, answer: c.invited },
  'GET /api/church/domain': { summary: 'The church’s own domain and its DNS records', answer: c.churchDomain },
  'PUT /api/church/domain': { summary: 'Choose another', body: c.domainRequest, answer: c.churchDomain },
  'POST /api/church/domain/check': { summary: 'Look for the record now', answer: c.churchDomain },
  'GET /api/subscription': { summary: 'The church’s plan', answer: c.subscription },
  'POST /api/create-subscription': { summary: 'Choose a plan: the first time, again, or another', body: c.createSubscription, answer: c.subscriptionMade },
  'POST /api/subscription/preview': { summary: 'What another plan would cost, as Stripe reckons it', body: c.planChange, answer: c.planPreview },
  'GET /api/subscription/invoices': { summary: 'The church’s invoices at Stripe, newest first', answer: many(c.subscriptionInvoice) },
  'POST /api/subscription/refresh': { summary: 'Ask Stripe how it stands now', answer: c.subscription },
  'POST /api/subscription/cancel': { summary: 'Let it end with what is paid for', answer: c.subscription },
  'POST /api/subscription/resume': { summary: 'Let it go on after all', answer: c.subscription },
  'POST /api/subscription/portal': { summary: 'Stripe’s pages for cards and invoices', answer: c.billingPortal },
  'POST /api/promo-codes/check': { summary: 'Whether a promo code counts', body: c.promoCodeRequest, answer: c.promoCodeChecked },
  'POST /api/stripe/webhook': { summary: 'Stripe’s events, signed' },
  'GET /api/church/standing': { summary: 'Whether the church’s staff may write', answer: c.standing },
  'GET /api/churches': { summary: 'Churches to register with on this host', answer: many(c.publicChurch) },
  'GET /api/admin/donations': { summary: 'Donations, paged by Link: rel="next"', query: c.donationQuery, answer: many(c.donation) },
  'POST /api/admin/donations': { summary: 'Record a member’s donation', body: c.createDonation, answer: c.donation },
  'GET /api/admin/donations/summary': { summary: 'Totals of the whole filtered set', query: c.donationFilter, answer: c.donationSummary },
  'GET /api/admin/donations/choices': { summary: 'Years and campaigns that donations can be filtered by', answer: c.donationChoices },
  'GET /api/admin/donations/{id}/history': { summary: 'Every change of a donation, the recording first', answer: many(c.donationChange) },
  'PATCH /api/admin/donations/{id}': { summary: 'Correct a donation (If-Match: its version)', body: c.editDonation, answer: c.donation },
  'DELETE /api/admin/donations/{id}': { summary: 'Void a donation (If-Match: its version)', body: c.voidDonation },
  'POST /api/donations': { summary: 'Record a guest’s donation', body: c.createGuestDonation, answer: c.donation },
  'GET /api/donations': { summary: 'One’s own donations', query: c.ownDonationsQuery, answer: many(c.ownDonation) },
  'GET /api/user/donations/total': { summary: 'One’s own total', answer: c.ownTotal },
  'GET /api/user/donations.csv': { summary: 'One’s own donations as CSV', ...csvOf(c.ownDonationsQuery.pick({ year: true })) },
  'GET /api/admin/church-ledger': { summary: 'Annual totals of each donor, now or as of a date or journal number', query: c.ledgerQuery, answer: c.ledger },
  'GET /api/admin/church-ledger.csv': { summary: 'The same as CSV, whole', ...csvOf(c.ledgerFilter) },
  'GET /api/admin/church-ledger/{donorId}/{year}': { summary: 'The donations behind a row', query: z.object({ asOf: c.asOf.optional() }), answer: many(c.donation) },
  'GET /api/admin/giving-by-month': { summary: 'Amounts of the twelve months, now or as of a date or journal number', query: c.givingByMonthQuery, answer: c.givingByMonth },
  'GET /api/pledges/user/{userId}/year/{year}': { summary: 'A pledge, or null', answer: c.pledge.nullable() },
  'POST /api/pledges': { summary: 'Make one’s pledge for a year', body: c.createPledge, answer: c.pledge },
  'PATCH /api/pledges/{id}': { summary: 'Change one’s pledge', body: c.editPledge, answer: c.pledge },
  'GET /api/fundraisers': { summary: 'Fundraising campaigns', query: c.fundraiserQuery, answer: many(c.fundraiser) },
  'POST /api/fundraisers': { summary: 'Open a campaign', body: c.createFundraiser, answer: c.fundraiser },
  'PATCH /api/fundraisers/{id}': { summary: 'Change a campaign', body: c.editFundraiser, answer: c.fundraiser },
  'DELETE /api/fundraisers/{id}': { summary: 'Take a campaign off every list' },
  'GET /api/admin/donation-imports': { summary: 'Imports, newest first', answer: many(c.donationImport) },
  'POST /api/admin/donation-imports': { summary: 'Upload a file (multipart, field "file") for a preview', answer: c.donationImport },
  'GET /api/admin/donation-imports/template.csv': { summary: 'The template' },
  'GET /api/admin/donation-imports/{id}': { summary: 'One import', answer: c.donationImport },
  'DELETE /api/admin/donation-imports/{id}': { summary: 'Delete a draft' },
  'GET /api/admin/donation-imports/{id}/rows': { summary: 'Rows of its preview, paged by Link', query: c.importRowsQuery, answer: many(c.importRow) },
  'GET /api/admin/donation-imports/{id}/rows.csv': { summary: 'Rows with their reasons, to mend', ...csvOf(c.importRowsQuery.pick({ state: true })) },
  'PUT /api/admin/donation-imports/{id}/mapping': { summary: 'Say what the columns mean', body: c.importMapping, answer: c.donationImport },
  'PATCH /api/admin/donation-imports/{id}/rows': { summary: 'Repair one row or many', body: c.repairImportRows, answer: c.donationImport },
  'POST /api/admin/donation-imports/{id}/commit': { summary: 'Record all new rows at once (202)', answer: c.donationImport },
  'GET /api/admin/donation-imports/{id}/undo': { summary: 'What undoing would do', answer: c.undoPreview },
  'POST /api/admin/donation-imports/{id}/undo': { summary: 'Void every donation of it (202)', answer: c.donationImport },
  'GET /api/admin/donation-imports/{id}/events': { summary: 'Progress, as server-sent events' },
};

type JsonSchema = Record<string, unknown> & { properties?: Record<string, unknown>; required?: string[] };

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'openapi-3.0', reused: 'inline', unrepresentable: 'any' }) as JsonSchema;

/** Adds to the routes that Nest found what they take and give. */
export function describeCalls(document: OpenAPIObject): OpenAPIObject {
  const error = jsonSchema(c.errorBody, 'output');
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, Record<string, unknown>>)) {
      const call = calls[`${method.toUpperCase()} ${path}`];
      if (!call) continue;
      operation.summary = call.summary;
      const query = call.query ? jsonSchema(call.query, 'input') : { properties: {}, required: [] };
      operation.parameters = [
        ...((operation.parameters as { in: string }[] | undefined) ?? []).filter((parameter) => parameter.in === 'path'),
        ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', required: query.required?.includes(name) ?? false, schema })),
      ];
      if (call.body) operation.requestBody = { required: true, content: { 'application/json': { schema: jsonSchema(call.body, 'input') } } };
      const responses = operation.responses as Record<string, Record<string, unknown>>;
      const success = Object.keys(responses).find((status) => status.startsWith('2'));
      if (success && call.answer) responses[success]!.content = { 'application/json': { schema: jsonSchema(call.answer, 'output') } };
      responses.default = { description: 'Anything else', content: { 'application/json': { schema: error } } };
    }
  }
  return document;
}
