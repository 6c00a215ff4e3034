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
  conflictAt,
  forbidden,
  refusedAt,
  unauthorized,
} from '#libs/http';
import { isSamePhone, readPhone } from '#libs/phone';
import { lockMembership, type Membership } from '../../tenancy/index.js';
import { assertMayBeAdmin } from './administrators.js';
import type { AppUser } from '../user.entity.js';
import {
  deleteSessionsOfUser,
  findConfirmed,
  findNameByEmail,
  findOtherAdmin,
  findSessionById,
} from './members.sql.js';

type Details = Omit<z.output<typeof editMember>, 'role' | 'mfaEnabled'>;

export interface DetailsChange {
  person: AppUser;
  details: Details;
  church: Membership;
}

export const who = 'This person';
export const onlyAdmins = () => forbidden('Only an administrator can give or change a role.');

/** @throws HttpError 401 to whoever was signed out by another's act while they waited: their rights may be others by now */
export async function lockFor(tx: Tx, actor: ChurchActor): Promise<Membership> {
  const church = await lockMembership(tx);
  if ((await findSessionById(tx, { sid: actor.sessionId })).length === 0) throw unauthorized();
  return church;
}

/** @throws HttpError 403 for a field of a person that the actor may not set; what is no field of a person is a matter of the body */
export function assertMayChange(actor: ChurchActor, isSelf: boolean, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const mine = isSelf ? ['phone', 'mfaEnabled'] : [];
  const managed = may(actor, 'member.manage') ? ['firstName', 'lastName', 'email', 'phone'] : [];
  const allowed = new Set([...mine, ...managed, ...(may(actor, 'role.change') ? ['role'] : [])]);
  const refused = Object.keys(body).filter(
    (field) => Object.hasOwn(user.shape, field) && !allowed.has(field),
  );
  if (refused.includes('role')) throw onlyAdmins();
  if (refused.length > 0)
    throw forbidden(
      `You don't have permission to change ${refused.map((field) => `"${field}"`).join(', ')} here.`,
    );
}

/** @throws HttpError 403 to whoever would raise themselves, 409 for an administrator who cannot be one, and where the church would be without any */
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
  await endSessions(tx, person.id);
  await audit(tx, actor.id, 'role-changed', { userId: person.id, from, to: role });
}

/** Of those who can sign in and are not suspended, one has to stay. */
export async function assertNotLastAdmin(tx: Tx, person: AppUser): Promise<void> {
  if (person.role !== 'admin') return;
  const others = await findOtherAdmin(tx, { id: person.id });
  if (others.length === 0)
    throw conflict(
      'This is the church’s last administrator who can sign in. Please make somebody else an administrator first.',
    );
}

export function assertAnother(actor: ChurchActor, person: AppUser, act: string): void {
  if (person.id === actor.id) throw forbidden(`You cannot ${act} yourself.`);
}

export async function assertFree(tx: Tx, email: string): Promise<void> {
  const [known] = await findNameByEmail(tx, { email });
  if (!known) return;
  throw conflictAt(
    'email',
    `${known.name || 'Somebody in your church'} has this email address already.`,
  );
}

/** Whether the person has confirmed this very address. */
export async function hasShown(tx: Tx, accountId: string | null, email: string): Promise<boolean> {
  return (await findConfirmed(tx, { accountId, email })).length > 0;
}

export const endSessions = (tx: Tx, userId: string) => deleteSessionsOfUser(tx, { userId });

export const roleIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'role' in body ? body.role : 'member';

/** @throws HttpError 400 for a phone that is no number */
export function withStoredPhone<Details extends { phone?: string | null | undefined }>(
  details: Details,
): Details {
  if (!details.phone) return details;
  const phone = readPhone(details.phone);
  if (phone === null) throw refusedAt('phone', invalidPhone);
  return { ...details, phone };
}

/**
 * Decides what becomes of the phone in a change. The same number in another spelling is no change. People who change their
 * own keep the specification's pattern and their spelling; staff may give any number, which is stored in one form.
 * @throws HttpError 400 for a phone that is no number
 */
export function phoneToStore(actor: ChurchActor, person: AppUser, details: Details): Details {
  const { phone, ...rest } = details;
  if (!phone) return details;
  if (person.phone && isSamePhone(phone, person.phone)) return rest;
  if (person.id === actor.id && phonePattern.test(phone)) return details;
  if (!may(actor, 'member.manage')) throw refusedAt('phone', invalidPhone);
  return withStoredPhone(details);
}
