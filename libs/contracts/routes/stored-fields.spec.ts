import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ignored } from '#libs/contracts';
import { allRoutes } from '#libs/contracts/routes';

/*
 * If a body may have a field that the answer does not contain, perhaps nothing stores the field:
 * the user gets 201, and the value is lost. Therefore each of these fields is listed here, with
 * what the server does with it. If the answer has a field of the same name, the type check and the
 * tests of the routes check its value.
 */

/** Fields that prove who the user is, or that lead to a secret. They are compared or hashed. */
const proofs: Record<string, string[]> = {
  'POST /api/login': ['email', 'password'],
  'POST /api/login/mfa': ['code'],
  'POST /api/register': ['password'],
  'POST /api/auth/verify-email': ['token', 'password', 'newPassword'],
  'POST /api/auth/link': ['token', 'for'],
  'POST /api/auth/forgot-password': ['email'],
  'POST /api/auth/reset-password': ['token', 'password'],
  'POST /api/auth/password': ['currentPassword', 'newPassword'],
  'POST /api/auth/mfa/setup': ['password'],
  'POST /api/auth/mfa/confirm': ['code'],
  'POST /api/auth/mfa/disable': ['password', 'code'],
  'POST /api/auth/mfa/recovery-codes': ['password', 'code'],
  'POST /api/user/sms/confirm': ['code'],
};

/** Fields that tell the server what to do, and with which objects. */
const instructions: Record<string, string[]> = {
  'POST /api/admin/invitations': ['emails'],
  'POST /api/create-subscription': ['planId', 'promoCode', 'prorationDate'],
  'POST /api/subscription/preview': ['planId', 'promoCode'],
  'PATCH /api/admin/donation-imports/{id}/rows': [
    'rows',
    'state',
    'problem',
    'q',
    'action',
    'values',
  ],
  'POST /api/admin/donation-imports/{id}/rows/undo': ['number'],
  'POST /api/admin/donation-imports/{id}/undo': ['changed'],
  'PATCH /api/admin/donation-imports/{id}/givers': ['givers', 'answer', 'donorId'],
  'POST /api/user-resources/{id}/progress': ['restart'],
  'POST /api/feeds': ['kind'],
  'POST /api/support-tickets/bulk': ['ids', 'status', 'assignedTo', 'priority'],
  'POST /api/events/{id}/cancel': ['tell'],
  'POST /api/events/{id}/move': ['tell'],
};

/** Fields that are stored, but are in the answer of another route or have another name there. */
const shownElsewhere: Record<string, string[]> = {
  'POST /api/register': ['organizationSlug'], // It is the church of the new user.
  'POST /api/organizations/signup': [
    'organizationName',
    'contactName',
    'email',
    'customDomain',
    'memberCount',
    'phone',
    'website',
    'address',
    'description',
    'promoCode',
    'selectedPlan',
  ], // GET /api/organizations
  'POST /api/admin/users/{id}/suspend': ['reason'], // suspendedReason
  'POST /api/settings': ['key', 'value'], // The name of the field is the key.
  'PUT /api/settings': ['values'],
  'POST /api/events/{id}/cancel': ['message'], // the notifications of members
  'POST /api/organizations': ['contactName'], // It is in the email to the first admin.
  'POST /api/organizations/{id}/contact': ['contactName'],
  // They are stored as `pausedReason` and `isCollectionStopped`.
  'POST /api/organizations/{id}/pause': ['reason', 'stopCollection'],
  'PATCH /api/admin/donations/{id}': ['reason'], // the history of the donation
  'DELETE /api/admin/donations/{id}': ['reason'],
  'POST /api/admin/donations/{id}/restore': ['reason'],
  'PUT /api/admin/donation-imports/{id}/mapping': [
    'dateStyle',
    'decimalStyle',
    'mendText',
    'zone',
    'defaults',
    'words',
    'dropRepairs',
    'unusedColumns',
    'giverAbove',
    'isStatement',
    'fundColumns',
    'joinAmounts',
    'hiddenRows',
    'repeatedBlock',
    'nameStyle',
    'numbers',
  ], // mapping
  'POST /api/support-tickets': ['donationId'], // GET /api/support-tickets/{id}/donation
  'PATCH /api/support-tickets/{id}/seen': ['upTo'], // isUnread
  'POST /api/messages/{id}/reply': ['reply'], // pastorReply
  'POST /api/resources': ['uploadId', 'keepFile'], // file
  'PUT /api/resources/{id}': ['uploadId', 'keepFile'],
  'POST /api/sermons': ['uploadId', 'keepFile'],
  'PUT /api/sermons/{id}': ['uploadId', 'keepFile'],
  'POST /api/brothers-in-christ': ['uploadId', 'keepFile'],
  'PUT /api/brothers-in-christ/{id}': ['uploadId', 'keepFile'],
};

/** The fields of all routes for several items, unless a route is listed above. */
const ofBulk = ['ids', 'act'];

/**
 * Returns the names of the fields of a schema, at its first level. Fields that are ignored on
 * purpose are left out.
 */
function fieldsOf(schema: z.core.$ZodType): string[] {
  const { def } = schema._zod;
  if (schema instanceof z.ZodObject)
    return Object.keys(schema.shape).filter((name) => schema.shape[name] !== ignored);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(fieldsOf))];
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.def.in);
  if ('innerType' in def) return fieldsOf(def.innerType as z.core.$ZodType);
  return [];
}

const unseen = Object.fromEntries(
  allRoutes.flatMap(({ method, path, body, answer }) => {
    if (!body) return [];
    const answerFields = answer instanceof z.ZodType ? fieldsOf(answer) : [];
    const fields = fieldsOf(body).filter((name) => !answerFields.includes(name));
    return fields.length === 0 ? [] : [[`${method} ${path}`, fields] as const];
  }),
);

describe('every field of a body', () => {
  it.each(allRoutes.filter(({ body }) => body).map(({ method, path }) => `${method} ${path}`))(
    'of %s is in the answer, or is listed as a proof, an instruction or shown elsewhere',
    (name) => {
      const listed = [proofs, instructions, shownElsewhere].flatMap((list) => list[name] ?? []);
      const known = name.endsWith('/bulk') && listed.length === 0 ? ofBulk : listed;
      expect([...(unseen[name] ?? [])].sort()).toEqual([...known].sort());
    },
  );
});
