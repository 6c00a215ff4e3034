import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import {
  type createMember,
  may,
  nothing,
  type MemberImport,
  type StaffUser,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Inspection } from '#libs/csv';
import { Database, type Tx } from '#libs/database';
import {
  audit,
  badRequest,
  type ChurchActor,
  conflict,
  forbidden,
  notFound,
  parse,
  pathId,
  readIfMatch,
  refusedAt,
} from '#libs/http';
import { dropImage } from '#libs/images';
import { tellLive } from '#libs/live';
import { Mail } from '#libs/mail';
import { countMembers } from '../users.query.js';
import { baseUrl, Config } from '../../ops/config.js';
import { ReleaseMemberDonor } from '../../giving/index.js';
import { assertPlaceFor, type Membership } from '../../tenancy/index.js';
import { EmailChange } from '../account/email-change.js';
import { assertAddressMayGetRole, assertMayChangeAddress } from './address-rights.js';
import { readMembers, resultOfImport } from './read-members.js';
import {
  addressReplacedEmail,
  approvedEmail,
  reactivatedEmail,
  suspendedEmail,
} from './member-emails.js';
import { AddUser, updateDonor } from '../add-user.js';
import { listUsers, toStaffUser } from '../user-responses.js';
import type { AppUser } from '../user.entity.js';
import { assertUserVersion, changeUser, findUserForChange } from '../user-version.js';
import { deleteMembership, listEmails } from './members.sql.js';
import {
  type DetailsChange,
  type MemberEdit,
  changedMeanwhile,
  thisPerson,
  onlyAdmins,
  lockMembershipFor,
  assertMayChange,
  changeRole,
  assertNotLastAdmin,
  assertOtherUser,
  assertAddressIsFree,
  hasConfirmed,
  endSessionsOf,
  requestedRole,
  withStoredPhone,
  phoneToStore,
} from './member-rules.js';

/**
 * Who belongs to a church and as what. Every act holds the church's membership for itself, so that two at once never
 * pass its member limit nor take away its last administrator; letters and the audit log are of the same transaction.
 */
@Injectable()
export class Members {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(EmailChange) private readonly emailChange: EmailChange,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** Those who wait, longest first. */
  async pending(tx: Tx): Promise<StaffUser[]> {
    const waiting = await listUsers(tx, { isApproved: false });
    return waiting.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  /** @throws HttpError 409 when every place of the plan is taken */
  approve(tx: Tx, actor: ChurchActor, id: string, body: unknown): Promise<StaffUser> {
    return this.#changeMember(tx, actor, id, async (person, church) => {
      parse(nothing, body);
      if (person.isApproved) return;
      if (!person.isSuspended) assertPlaceFor(church, await countMembers(tx));
      Object.assign(person, { isApproved: true, approvedBy: actor.id, approvedAt: new Date() });
      await updateDonor(this.commands, person);
      await tellLive(tx, {
        kind: 'badge',
        id: tx.organizationId!,
        organizationId: tx.organizationId,
        action: 'member.approve',
      });
      await this.mail.send(tx, approvedEmail(person, church, baseUrl(this.config)));
      await audit(tx, actor.id, 'member-approved', {
        userId: person.id,
        ...(person.emailVerified ? {} : { unconfirmed: true }),
      });
    });
  }

  /** Makes a member by hand: approved, without an account until they register with this address. */
  async add(tx: Tx, actor: ChurchActor, body: unknown): Promise<StaffUser> {
    if (requestedRole(body) !== 'member' && !may(actor, 'role.change')) throw onlyAdmins();
    const person = withStoredPhone(parse(routes.members.add.body, body));
    if (person.role === 'admin')
      throw conflict(
        'Nobody becomes an administrator before they have confirmed their email address. Add them as a member first, and change their role once they have.',
      );
    assertPlaceFor(await lockMembershipFor(tx, actor), await countMembers(tx));
    await assertAddressIsFree(tx, person.email);
    return toStaffUser(await this.#createMember(tx, actor, person));
  }

  /**
   * Adds everybody of a file who is new. Rows with an error are left out, and named in the result.
   * @param check only looks
   * @throws HttpError 400 for a file that cannot be read, or leaves its encoding open; 409 when there is no room for all
   */
  async import(
    actor: ChurchActor,
    file: Buffer,
    check: boolean,
    encoding?: Inspection['encoding'],
  ): Promise<MemberImport> {
    const read = await readMembers(actor.organizationId, file, encoding);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const church = await lockMembershipFor(tx, actor);
      const here = await listEmails(tx);
      const known = new Set(here.map(({ email }) => email));
      const fresh = read.people.filter(({ email }) => !known.has(email));
      if (fresh.length > 0) assertPlaceFor(church, await countMembers(tx), fresh.length);
      if (!check) {
        if (read.question) throw refusedAt('encoding', read.question.message);
        for (const person of fresh)
          await this.#createMember(tx, actor, { ...person, role: 'member' });
      }
      return resultOfImport(read, fresh);
    });
  }

  async #createMember(
    tx: Tx,
    actor: ChurchActor,
    person: z.output<typeof createMember>,
  ): Promise<AppUser> {
    const made = await this.commands.execute(
      new AddUser(actor.organizationId, { ...person, isApproved: true, isManuallyCreated: true }),
    );
    made.approvedBy = actor.id;
    await tx.em.flush();
    await audit(tx, actor.id, 'member-added', { userId: made.id, role: made.role });
    return made;
  }

  /** Ruling 3: one's own phone; for admins and secretaries the members of their church; roles by admins alone. */
  change(
    tx: Tx,
    actor: ChurchActor,
    id: string,
    { body, ifMatch }: MemberEdit,
  ): Promise<StaffUser> {
    if (id.toLowerCase() !== actor.id && !may(actor, 'member.manage')) throw forbidden();
    return this.#changeMember(tx, actor, id, async (person, church) => {
      assertMayChange(actor, person.id === actor.id, body);
      const { role, mfaEnabled, ...given } = parse(routes.members.change.body, body);
      assertUserVersion(person, readIfMatch(ifMatch, 'the member'), {
        message: changedMeanwhile,
        current: toStaffUser(person),
      });
      const details = phoneToStore(actor, person, given);
      if (mfaEnabled !== undefined && mfaEnabled !== person.mfaEnabled) {
        throw badRequest(
          `Two-factor authentication is turned ${mfaEnabled ? 'on by its set-up' : 'off'} on the settings page.`,
        );
      }
      const newRole = role && role !== person.role ? role : null;
      // an administrator who sends the address together with the role vouches for it
      if (newRole && details.email === undefined)
        await assertAddressMayGetRole(tx, person, newRole);
      if (newRole) await changeRole(tx, actor, person, newRole);
      await this.#changeDetails(tx, actor, { person, details, church });
    });
  }

  async #changeDetails(
    tx: Tx,
    actor: ChurchActor,
    { person, details, church }: DetailsChange,
  ): Promise<void> {
    const fields = (Object.keys(details) as (keyof typeof details)[]).filter(
      (field) => details[field] !== (person[field] ?? null),
    );
    if (fields.length === 0) return;
    if (fields.includes('email'))
      await this.#changeAddress(tx, actor, { person, church }, details.email!);
    Object.assign(person, details);
    await tx.em.flush();
    await updateDonor(this.commands, person);
    await audit(tx, actor.id, 'member-changed', { userId: person.id, fields });
  }

  /** Tells the old address, and asks the owner of an account to confirm the new one. @throws HttpError 403, 409, 429 */
  async #changeAddress(
    tx: Tx,
    actor: ChurchActor,
    { person, church }: Pick<DetailsChange, 'person' | 'church'>,
    email: string,
  ): Promise<void> {
    const old = person.email.toLowerCase();
    if (email !== old) {
      assertMayChangeAddress(actor, person);
      await assertAddressIsFree(tx, email);
      await this.emailChange.assertFewChanges(tx);
    }
    person.emailVerified = await hasConfirmed(tx, person.accountId ?? null, email);
    const told = person.accountId
      ? await this.emailChange.request(tx, person.accountId, email)
      : null;
    if (email !== old && old !== told) await this.mail.send(tx, addressReplacedEmail(old, church));
  }

  /** Signs the person out everywhere; signing in leads them to the page that says so. */
  suspend(tx: Tx, actor: ChurchActor, id: string, body: unknown): Promise<StaffUser> {
    return this.#changeMember(tx, actor, id, async (person, church) => {
      assertOtherUser(actor, person, 'suspend');
      const { reason } = parse(routes.members.suspend.body, body);
      if (person.isSuspended) return;
      // the gate lets administrators pass (specification 2.1), so a suspended one could go on with everything (ruling 17)
      if (person.role === 'admin')
        throw conflict(
          'An administrator cannot be suspended. Change their role first: that signs them out everywhere. Then suspend them.',
        );
      Object.assign(person, {
        isSuspended: true,
        suspendedBy: actor.id,
        suspendedAt: new Date(),
        suspendedReason: reason,
      });
      await endSessionsOf(tx, person.id);
      await this.mail.send(tx, suspendedEmail(person, church));
      await audit(tx, actor.id, 'member-suspended', { userId: person.id });
    });
  }

  /** @throws HttpError 409 when every place of the plan is taken meanwhile */
  reactivate(tx: Tx, actor: ChurchActor, id: string, body: unknown): Promise<StaffUser> {
    return this.#changeMember(tx, actor, id, async (person, church) => {
      assertOtherUser(actor, person, 'reactivate');
      parse(nothing, body);
      if (!person.isSuspended) return;
      if (person.isApproved) assertPlaceFor(church, await countMembers(tx));
      Object.assign(person, {
        isSuspended: false,
        suspendedBy: null,
        suspendedAt: null,
        suspendedReason: null,
      });
      await this.mail.send(tx, reactivatedEmail(person, church, baseUrl(this.config)));
      await audit(tx, actor.id, 'member-reactivated', { userId: person.id });
    });
  }

  /** The person leaves the portal. Their name stays, with their gifts and in the log; everything else of them is erased. */
  async remove(tx: Tx, actor: ChurchActor, id: string, body: unknown): Promise<void> {
    await this.#changeMember(tx, actor, id, async (person) => {
      assertOtherUser(actor, person, 'remove');
      parse(nothing, body);
      await assertNotLastAdmin(tx, person);
      await endSessionsOf(tx, person.id);
      await deleteMembership(tx, { userId: person.id });
      await dropImage(tx, person.profileImageUrl ?? null);
      Object.assign(person, {
        removedAt: new Date(),
        removedBy: actor.id,
        accountId: null,
        email: '',
        emailVerified: false,
        phone: null,
        bio: null,
        profileImageUrl: null,
        memberSince: null,
        mfaEnabled: false,
        suspendedReason: null,
      });
      await this.commands.execute(new ReleaseMemberDonor(actor.organizationId, person.id));
      await audit(tx, actor.id, 'member-removed', { userId: person.id });
    });
  }

  /** @throws HttpError 404 for nobody of this church, 403 where only an admin may act */
  async #changeMember(
    tx: Tx,
    actor: ChurchActor,
    id: string,
    change: (person: AppUser, church: Membership) => Promise<void>,
  ): Promise<StaffUser> {
    const church = await lockMembershipFor(tx, actor);
    const person = await findUserForChange(tx, pathId(id, thisPerson));
    if (!person) throw notFound(thisPerson);
    if (person.role === 'admin' && person.id !== actor.id && !may(actor, 'role.change'))
      throw forbidden('Only an administrator can do that to an administrator.');
    await changeUser(tx, person, () => change(person, church));
    return toStaffUser(person);
  }
}
