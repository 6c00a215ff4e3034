import type { z } from 'zod';
import {
  type editMember,
  invalidPhone,
  may,
  phonePattern,
  roles,
  user,
  type Role,
} from '#libs/contracts';
import type { Tx } from '#libs/database';
import {
  audit,
  type ChurchActor,
  conflict,
  conflictInField,
  forbidden,
  invalidField,
  unauthorized,
} from '#libs/http';
import { isSamePhone, readPhone } from '#libs/phone';
import { lockUsersOfChurch, type LockedChurch } from '../../tenancy/index.js';
import { assertMayBeAdmin } from './administrators.js';
import type { AppUser } from '../user.entity.js';
import {
  deleteSessionsOfUser,
  findConfirmed,
  findNameByEmail,
  findOtherAdmin,
  findSessionById,
} from './members.sql.js';

/** The fields of a user that a change may contain, apart from the role and the second factor. */
type Details = Omit<z.output<typeof editMember>, 'role' | 'mfaEnabled'>;

/** A change of a user's fields, with the church that is locked for it. */
export interface DetailsChange {
  person: AppUser;
  details: Details;
  church: LockedChurch;
}

/** A request to change a user. */
export interface MemberEdit {
  body: unknown;
  /** The header `If-Match`. */
  ifMatch: string | undefined;
}

/** How error messages name a user. */
export const thisPerson = 'This person';
export const changedMeanwhileMessage =
  'Somebody else changed this member in the meantime. Nothing of yours was saved yet.';
export const roleChangeForbidden = () =>
  forbidden('Only an administrator can give or change a role.');

/**
 * Locks the users of the transaction's church, so that changes of members run one at a time.
 * @throws HttpError 401 if the actor's session ended while the request waited for the lock, because
 *   the actor's rights may have changed
 */
export async function lockUsersForActor(tx: Tx, actor: ChurchActor): Promise<LockedChurch> {
  const church = await lockUsersOfChurch(tx);
  if ((await findSessionById(tx, { sid: actor.sessionId })).length === 0) throw unauthorized();
  return church;
}

/**
 * Checks that the actor may set the fields of a body. Names that are no field of a user are left to
 * the schema.
 * @throws HttpError 403 for a field that the actor may not set
 */
export function assertMayChange(actor: ChurchActor, isSelf: boolean, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const ownFields = isSelf ? ['phone', 'mfaEnabled'] : [];
  const managed = may(actor, 'member.manage') ? ['firstName', 'lastName', 'email', 'phone'] : [];
  const allowed = new Set([
    ...ownFields,
    ...managed,
    ...(may(actor, 'role.change') ? ['role'] : []),
  ]);
  const refusedFields = Object.keys(body).filter(
    (field) => Object.hasOwn(user.shape, field) && !allowed.has(field),
  );
  if (refusedFields.includes('role')) throw roleChangeForbidden();
  if (refusedFields.length > 0)
    throw forbidden(`You don't have permission to change ${quotedList(refusedFields)} here.`);
}

const quotedList = (fields: string[]) => fields.map((field) => `"${field}"`).join(', ');

/**
 * Gives a user another role, and ends the user's sessions.
 * @throws HttpError 403 if the actor would raise their own role
 * @throws HttpError 409 for a user who may not become an admin, and if the church would have no
 *   admin left
 */
export async function changeRole(
  tx: Tx,
  actor: ChurchActor,
  person: AppUser,
  role: Role,
): Promise<void> {
  const from = person.role as Role;
  if (person.id === actor.id && roles.indexOf(role) < roles.indexOf(from))
    throw forbidden('Nobody can raise their own role.');
  if (role === 'admin') assertMayBeAdmin(person);
  await assertNotLastAdmin(tx, person);
  person.role = role;
  await endSessionsOf(tx, person.id);
  await audit(tx, actor.id, 'role-changed', { userId: person.id, from, to: role });
}

/**
 * Checks that the church keeps an admin who can sign in and is not suspended.
 * @param person who will no longer be an admin
 * @throws HttpError 409
 */
export async function assertNotLastAdmin(tx: Tx, person: AppUser): Promise<void> {
  if (person.role !== 'admin') return;
  const otherAdmins = await findOtherAdmin(tx, { id: person.id });
  if (otherAdmins.length === 0)
    throw conflict(
      'This is the church’s last administrator who can sign in. ' +
        'Please make somebody else an administrator first.',
    );
}

/** @throws HttpError 403 if the actor is the person */
export function assertOtherUser(actor: ChurchActor, person: AppUser, act: string): void {
  if (person.id === actor.id) throw forbidden(`You cannot ${act} yourself.`);
}

/** @throws HttpError 409 if a user of the church has the email address already */
export async function assertAddressIsFree(tx: Tx, email: string): Promise<void> {
  const [otherUser] = await findNameByEmail(tx, { email });
  if (!otherUser) return;
  throw conflictInField(
    'email',
    `${otherUser.name || 'Somebody in your church'} has this email address already.`,
  );
}

/** Whether the owner of the account has confirmed this email address. */
export async function hasConfirmed(
  tx: Tx,
  accountId: string | null,
  email: string,
): Promise<boolean> {
  return (await findConfirmed(tx, { accountId, email })).length > 0;
}

export const endSessionsOf = (tx: Tx, userId: string) => deleteSessionsOfUser(tx, { userId });

/** Returns the role that an unchecked body asks for. */
export const requestedRole = (body: unknown) =>
  typeof body === 'object' && body !== null && 'role' in body ? body.role : 'member';

/**
 * Writes the phone number in the form in which it is stored.
 * @throws HttpError 400 for a text that is no phone number
 */
export function withStoredPhone<Details extends { phone?: string | null | undefined }>(
  details: Details,
): Details {
  if (!details.phone) return details;
  const phone = readPhone(details.phone);
  if (phone === null) throw invalidField('phone', invalidPhone);
  return { ...details, phone };
}

/**
 * Decides how the phone number of a change is stored. The same number in another spelling is no
 * change. Users who change their own number must keep to the pattern of the specification, and it
 * is stored as they wrote it. Staff may enter any number, which is stored in one form.
 * @throws HttpError 400 for a phone that is no number
 */
export function phoneToStore(actor: ChurchActor, person: AppUser, details: Details): Details {
  const { phone, ...rest } = details;
  if (!phone) return details;
  if (person.phone && isSamePhone(phone, person.phone)) return rest;
  if (person.id === actor.id && phonePattern.test(phone)) return details;
  if (!may(actor, 'member.manage')) throw invalidField('phone', invalidPhone);
  return withStoredPhone(details);
}
