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
  'GET /api/login': { summary: 'Browser navigation to the sign-in page; next: the path of this site to go to afterwards', query: z.object({ next: z.string().optional() }) },
  'POST /api/login': { summary: 'Sign in', body: c.loginRequest, answer: c.loginResponse },
  'GET /api/logout': { summary: 'Browser navigation: sign out' },
  'POST /api/register': { summary: 'Register with a church and wait for approval', body: c.registerRequest, answer: c.user },
  'GET /api/auth/user': { summary: 'The signed-in person', answer: c.user },
  'POST /api/auth/refresh': { summary: 'The signed-in person as they are now', answer: c.user },
  'GET /api/admin/users': { summary: 'The people of the church', answer: many(c.staffUser) },
  'GET /api/settings': { summary: 'What the church shows of itself', answer: c.settings },
  'GET /api/site-images': { summary: 'Pictures of the site', query: c.siteImageQuery, answer: many(c.siteImage) },
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
