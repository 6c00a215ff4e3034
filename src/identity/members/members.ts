import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { may, nothing, type StaffUser } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
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
} from '#libs/http';
import { dropImage } from '#libs/images';
import { tellLive } from '#libs/live';
import { Mail } from '#libs/mail';
import { countMembers } from '../users.query.js';
import { baseUrl, Config } from '../../ops/config.js';
import { MarkMemberLeft } from '../../giving/index.js';
import { assertMemberLimit, type LockedChurch } from '../../tenancy/index.js';
import { EmailChange } from '../account/email-change.js';
import { assertAddressMayGetRole, assertMayChangeAddress } from './address-rights.js';
import {
  addressReplacedEmail,
  approvedEmail,
  reactivatedEmail,
  suspendedEmail,
} from './member-emails.js';
import { updateDonor } from '../add-user.js';
import { listUsers, toStaffUser } from '../user-responses.js';
import type { AppUser } from '../user.entity.js';
import { assertUserVersion, changeUser, findUserForChange } from '../user-version.js';
import { deleteMembership } from './members.sql.js';
import {
  type DetailsChange,
  type MemberEdit,
  changedMeanwhileMessage,
  thisPerson,
  lockUsersForActor,
  assertMayChange,
  changeRole,
  assertNotLastAdmin,
  assertOtherUser,
  assertAddressIsFree,
  hasConfirmed,
  endSessionsOf,
  phoneToStore,
} from './member-rules.js';

/**
 * Changes the users of a church. Each change locks them, so that concurrent changes can neither
 * exceed the member limit nor remove the last admin. Emails and audit entries are part of the same
 * transaction.
 */
@Injectable()
export class Members {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Mail) private readonly mail: Mail,
    @Inject(EmailChange) private readonly emailChange: EmailChange,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** Lists the pending users, in the order in which they registered. */
  async pending(tx: Tx): Promise<StaffUser[]> {
    const pendingUsers = await listUsers(tx, { isApproved: false });
    return pendingUsers.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  /** Approves a user. @throws HttpError 409 if the member limit of the plan is reached */
  approve(tx: Tx, actor: ChurchActor, id: string, body: unknown): Promise<StaffUser> {
    return this.#changeMember(tx, actor, id, async (person, church) => {
      parse(nothing, body);
      if (person.isApproved) return;
      if (!person.isSuspended) assertMemberLimit(church, await countMembers(tx));
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

  /**
   * Changes a user. Users may change their own phone number; admins and secretaries may change the
   * users of their church; only admins may change roles (ruling 3).
   */
  change(
    tx: Tx,
    actor: ChurchActor,
    id: string,
    { body, ifMatch }: MemberEdit,
  ): Promise<StaffUser> {
    if (id.toLowerCase() !== actor.id && !may(actor, 'member.manage')) throw forbidden();
    return this.#changeMember(tx, actor, id, async (person, church) => {
      assertMayChange(actor, person.id === actor.id, body);
      const { role, mfaEnabled, ...newDetails } = parse(routes.members.change.body, body);
      assertUserVersion(person, readIfMatch(ifMatch, 'the member'), {
        message: changedMeanwhileMessage,
        current: toStaffUser(person),
      });
      const details = phoneToStore(actor, person, newDetails);
      if (mfaEnabled !== undefined && mfaEnabled !== person.mfaEnabled) {
        throw badRequest(
          `Two-factor authentication is turned ${mfaEnabled ? 'on by its set-up' : 'off'} ` +
            'on the settings page.',
        );
      }
      const newRole = role && role !== person.role ? role : null;
      // an admin who enters the address together with the role is responsible for the address
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

  /**
   * Stores a new address. Tells the old address, and asks the owner of the account, if there is
   * one, to confirm the new address.
   * @throws HttpError 403, 409, 429
   */
  async #changeAddress(
    tx: Tx,
    actor: ChurchActor,
    { person, church }: Pick<DetailsChange, 'person' | 'church'>,
    email: string,
  ): Promise<void> {
    const oldEmail = person.email.toLowerCase();
    if (email !== oldEmail) {
      assertMayChangeAddress(actor, person);
      await assertAddressIsFree(tx, email);
      await this.emailChange.assertFewChanges(tx);
    }
    person.emailVerified = await hasConfirmed(tx, person.accountId ?? null, email);
    const notifiedAddress = person.accountId
      ? await this.emailChange.request(tx, person.accountId, email)
      : null;
    if (email !== oldEmail && oldEmail !== notifiedAddress)
      await this.mail.send(tx, addressReplacedEmail(oldEmail, church));
  }

  /**
   * Suspends a user and ends the user's sessions. A suspended user who signs in sees only that the
   * user is suspended.
   */
  suspend(tx: Tx, actor: ChurchActor, id: string, body: unknown): Promise<StaffUser> {
    return this.#changeMember(tx, actor, id, async (person, church) => {
      assertOtherUser(actor, person, 'suspend');
      const { reason } = parse(routes.members.suspend.body, body);
      if (person.isSuspended) return;
      // Admins can always use the portal (`portalAccessOf`), so suspending an admin would have no
      // effect. Therefore admins cannot be suspended (ruling 17).
      if (person.role === 'admin')
        throw conflict(
          'An administrator cannot be suspended. Change their role first: ' +
            'that signs them out everywhere. Then suspend them.',
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

  /** Ends a suspension. @throws HttpError 409 if the member limit of the plan is reached */
  reactivate(tx: Tx, actor: ChurchActor, id: string, body: unknown): Promise<StaffUser> {
    return this.#changeMember(tx, actor, id, async (person, church) => {
      assertOtherUser(actor, person, 'reactivate');
      parse(nothing, body);
      if (!person.isSuspended) return;
      if (person.isApproved) assertMemberLimit(church, await countMembers(tx));
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

  /**
   * Removes a user from the church. The name stays with the user's donations, and the audit log
   * still shows it. The address, the phone numbers, the picture and the biography are erased.
   */
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
        smsNumber: null,
        bio: null,
        profileImageUrl: null,
        memberSince: null,
        mfaEnabled: false,
        suspendedReason: null,
      });
      await this.commands.execute(new MarkMemberLeft(actor.organizationId, person.id));
      await audit(tx, actor.id, 'member-removed', { userId: person.id });
    });
  }

  /**
   * Locks the users of the church, reads the user, and applies a change.
   * @throws HttpError 404 if the church has no such user, 403 if the user is an admin and the actor
   *   may not change admins
   */
  async #changeMember(
    tx: Tx,
    actor: ChurchActor,
    id: string,
    change: (person: AppUser, church: LockedChurch) => Promise<void>,
  ): Promise<StaffUser> {
    const church = await lockUsersForActor(tx, actor);
    const person = await findUserForChange(tx, pathId(id, thisPerson));
    if (!person) throw notFound(thisPerson);
    if (person.role === 'admin' && person.id !== actor.id && !may(actor, 'role.change'))
      throw forbidden('Only an administrator can do that to an administrator.');
    await changeUser(tx, person, () => change(person, church));
    return toStaffUser(person);
  }
}
