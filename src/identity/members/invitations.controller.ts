import { Body, Controller, Inject } from '@nestjs/common';
import {
  readRole,
  roleWords,
  unpaidTrial,
  type InvitationLink,
  type Invited,
} from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  audit,
  type ChurchActor,
  CurrentActor,
  parse,
  sumAuditCounts,
  tooMany,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { Mail } from '#libs/mail';
import { churchUrl, Config } from '../../ops/config.js';
import { lockUsersOfChurch, planLimits, readChurch } from '../../tenancy/index.js';
import { invitationEmail } from '../account/church-emails.js';
import { emailOfAccount } from '../add-user.js';
import { findEmailsInside } from './members.sql.js';

/** how many invitations one church may send in an hour */
const maxInvitationsPerHour = 200;

/** Invites people to register with the church. Invited users wait for approval like all others. */
@Controller()
export class InvitationsController {
  constructor(
    @Inject(Mail) private readonly mail: Mail,
    @Inject(Config) private readonly config: Config,
  ) {}

  @Route(routes.invitations.link)
  async link(@ChurchTransaction() tx: Tx): Promise<InvitationLink> {
    return { url: (await this.#church(tx)).url };
  }

  /** @throws HttpError 429 if the church has sent too many invitations */
  @Route(routes.invitations.invite)
  async invite(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
  ): Promise<Invited> {
    const emails = [...new Set(parse(routes.invitations.invite.body, body).emails)];
    await lockUsersOfChurch(tx); // concurrent requests must count each other's invitations
    const { name, url } = await this.#church(tx);
    await assertFewInvitations(tx, emails.length);
    const rows = await findEmailsInside(tx, { emails });
    const knownEmails = rows.map(({ email }) => email);
    const fresh = emails.filter((email) => !knownEmails.includes(email));
    const role = roleWords[readRole(actor.role)];
    const invitedBy = `${role.charAt(0).toUpperCase()}${role.slice(1)} ${actor.name}`.trim();
    const sender = { email: await emailOfAccount(tx, actor.accountId), name: actor.name };
    for (const to of fresh)
      await this.mail.send(
        tx,
        invitationEmail({ to, name: '', from: name }, { by: invitedBy, url, sender }),
      );
    if (fresh.length > 0) await audit(tx, actor.id, 'people-invited', { count: fresh.length });
    return { invited: fresh.length, known: knownEmails };
  }

  async #church(tx: Tx): Promise<{ name: string; url: string }> {
    const { name, slug } = await readChurch(tx);
    return { name, url: `${churchUrl(this.config, slug)}/join/${slug}` };
  }
}

/**
 * Limits the invitations of a church: per hour, and during an unpaid trial per day with a lower
 * limit.
 * @param more how many invitations are to be sent
 * @throws HttpError 429 if they would exceed the limit
 */
async function assertFewInvitations(tx: Tx, more: number): Promise<void> {
  const { isUnpaidTrial } = await planLimits(tx);
  const [maxInvitations, hours] = isUnpaidTrial
    ? ([unpaidTrial.invitationsADay, 24] as const)
    : ([maxInvitationsPerHour, 1] as const);
  const sentInvitations = await sumAuditCounts(tx, 'people-invited', hours);
  if (sentInvitations + more <= maxInvitations) return;
  throw tooMany(
    isUnpaidTrial
      ? `During the free trial at most ${maxInvitations} people can be invited in a day. ` +
          'Please continue tomorrow, or subscribe to a plan.'
      : `At most ${maxInvitations} people can be invited in an hour. Please go on later.`,
    3600,
  );
}
