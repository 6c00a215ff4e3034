import { z } from 'zod';
import { errorBody } from '../common.js';
import { staffUser } from '../identity/identity.js';
import { invitationLink, inviteRequest, invited } from '../identity/invitation.js';
import {
  auditEntry,
  auditFilter,
  auditQuery,
  createMember,
  editMember,
  memberImport,
  memberImportQuery,
  rolesOverview,
  suspendMember,
} from '../identity/members.js';
import { planIds } from '../tenancy/plans.js';
import { csv, route } from './route.js';

/**
 * With the code `member-limit`: the places of the church's plan, and the plan that has room, or
 * null.
 */
const noPlaceLeft = errorBody.extend({
  memberLimit: z.number().int().optional(),
  plan: z.enum(planIds).nullish(),
});

export const membersRoutes = {
  pending: route({
    method: 'GET',
    path: '/api/users/pending',
    summary: 'Lists the users who wait for approval, those who have waited longest first',
    access: 'member.approve',
    answer: z.array(staffUser),
  }),
  approve: route({
    method: 'POST',
    path: '/api/users/{id}/approve',
    summary: 'Approves a user, who is told by email',
    access: 'member.approve',
    answer: staffUser,
    errorAnswers: { 409: noPlaceLeft },
  }),
  add: route({
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Adds a member by hand, without an account',
    access: 'member.manage',
    body: createMember,
    status: 201,
    answer: staffUser,
    errorAnswers: { 409: noPlaceLeft },
  }),
  import: route({
    method: 'POST',
    path: '/api/admin/users/import',
    summary: 'Imports members from a CSV file, without the rows that have an error',
    access: 'member.manage',
    query: memberImportQuery,
    form: z.object({ file: z.file() }),
    answer: memberImport,
    idempotencyKey: false,
    errorAnswers: { 409: noPlaceLeft },
  }),
  change: route({
    method: 'PUT',
    path: '/api/admin/users/{id}',
    summary: 'Changes the user’s own phone number; staff may change any member of their church',
    access: 'profile.own',
    body: editMember,
    ifMatch: true,
    answer: staffUser,
  }),
  suspend: route({
    method: 'POST',
    path: '/api/admin/users/{id}/suspend',
    summary: 'Suspends a user, who is signed out everywhere and told by email',
    access: 'member.manage',
    body: suspendMember,
    answer: staffUser,
  }),
  reactivate: route({
    method: 'POST',
    path: '/api/admin/users/{id}/reactivate',
    summary: 'Ends the suspension of a user, who is told by email',
    access: 'member.manage',
    answer: staffUser,
    errorAnswers: { 409: noPlaceLeft },
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/admin/users/{id}',
    summary: 'Removes a user from the portal; the donations stay',
    access: 'member.manage',
  }),
} as const;

export const peopleRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/users',
    summary: 'Lists the users of the church',
    access: 'member.list',
    answer: z.array(staffUser),
  }),
} as const;

export const invitationsRoutes = {
  link: route({
    method: 'GET',
    path: '/api/admin/invitations/link',
    summary: 'Returns the address at which people register with the church',
    access: 'member.manage',
    answer: invitationLink,
  }),
  invite: route({
    method: 'POST',
    path: '/api/admin/invitations',
    summary: 'Invites people by email',
    access: 'member.manage',
    body: inviteRequest,
    answer: invited,
  }),
} as const;

export const oversightRoutes = {
  roles: route({
    method: 'GET',
    path: '/api/admin/roles-permissions',
    summary: 'Returns how many users have each role, and what each role may do',
    access: 'role.overview',
    answer: rolesOverview,
  }),
  audit: route({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Lists the audit log, newest first, by pages',
    access: 'audit.read',
    query: auditQuery,
    answer: z.array(auditEntry),
  }),
  csv: route({
    method: 'GET',
    path: '/api/admin/audit.csv',
    summary: 'Exports the audit log as CSV',
    access: 'audit.read',
    query: auditFilter,
    answer: csv,
  }),
} as const;
