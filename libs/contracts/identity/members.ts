import { z } from 'zod';
import { auditGroups } from '../audit-words.js';
import { dateInput, id, page, text, timestamp } from '../common.js';
import { emailInput, staffUser } from './identity.js';
import { importEncodings, importQuestion } from '../giving/imports.js';
import { invalidPhone, staffPhonePattern } from '../phone.js';
import { roles } from '../policy.js';

const name = (message: string) => text(100, message).pipe(z.string().min(1, message));
const firstName = name('First name is required');
const lastName = name('Last name is required');
/**
 * A phone number as staff type it. The server reads it with `readPhone` and refuses other texts. An
 * empty text means no number and becomes null.
 */
const phone = z
  .string()
  .trim()
  .max(50, invalidPhone)
  .refine((typed) => typed === '' || staffPhonePattern.test(typed), invalidPhone)
  .transform((typed) => (typed === '' ? null : typed))
  .nullable();
const role = z.enum(roles);

/** The body of a call without parameters. */
export const nothing = z.strictObject({}).nullish();

/** `POST /api/admin/users`: a member whom staff add, and who has no account yet. */
export const createMember = z.strictObject({
  firstName,
  lastName,
  email: emailInput,
  phone: phone.optional(),
  role: role.default('member'),
});
export type CreateMember = z.input<typeof createMember>;

/** `PUT /api/admin/users/{id}`. Who may send which field is checked before the body (ruling 3). */
export const editMember = z
  .strictObject({ firstName, lastName, email: emailInput, phone, mfaEnabled: z.boolean(), role })
  .partial();
export type EditMember = z.input<typeof editMember>;

export const suspendMember = z.strictObject({
  reason: text(500, 'Please give a reason.').pipe(z.string().min(1, 'Please give a reason.')),
});
export type SuspendMember = z.input<typeof suspendMember>;

/**
 * `POST /api/admin/users/import?check=true` only checks the file. Without `check`, all new users
 * are added; rows with an error are left out. `encoding` is for a file whose encoding cannot be
 * detected.
 */
export const memberImportQuery = z.strictObject({
  check: z.enum(['true', 'false']).optional(),
  encoding: z.enum(importEncodings).optional(),
});
export const memberImport = z.object({
  /** the number of new users, which are or will be added */
  added: z.number().int(),
  /** the number of rows of existing users, which do not change */
  known: z.number().int(),
  /** the names of some of the new users */
  examples: z.array(z.string()),
  /** the errors of the first 100 rows that are left out */
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })),
  /** the number of rows that are left out */
  errorCount: z.number().int(),
  /** the question about the encoding, if it must be answered before users are added */
  question: importQuestion.optional(),
});
export type MemberImport = z.infer<typeof memberImport>;

/** A user on the page of roles. */
const roleMember = staffUser.pick({
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  isSuperAdmin: true,
  isApproved: true,
  isSuspended: true,
});
export type RoleMember = z.infer<typeof roleMember>;

/** `GET /api/admin/roles-permissions` */
export const rolesOverview = z.object({
  totalUsers: z.number().int(),
  roleGroups: z.record(role, z.array(roleMember)),
  rolePermissions: z.record(role, z.array(z.string())),
});
export type RolesOverview = z.infer<typeof rolesOverview>;

/**
 * `GET /api/admin/audit`. `personId` is the user who did the action, or to whom it was done. `from`
 * and `to` are days in the time zone of the church.
 */
export const auditFilter = z.strictObject({
  action: text(100).optional(),
  group: z.enum(auditGroups).optional(),
  personId: id.optional(),
  from: dateInput.optional(),
  to: dateInput.optional(),
});
export const auditQuery = auditFilter.extend(page);
export type AuditQuery = z.output<typeof auditQuery>;

const named = z.object({ id, name: z.string() });
export const auditEntry = z.object({
  id,
  at: timestamp,
  action: z.string(),
  /** the user who did it; null: the portal itself */
  actor: named.nullable(),
  /** the user to whom it was done */
  subject: named.nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;
