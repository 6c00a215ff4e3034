import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { type createMember, may, type MemberImport, type StaffUser } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Inspection } from '#libs/csv';
import { Database, type Tx } from '#libs/database';
import { audit, type ChurchActor, conflict, parse, invalidField } from '#libs/http';
import { AddUser } from '../add-user.js';
import { assertMemberLimit } from '../../tenancy/index.js';
import { countMembers } from '../users.query.js';
import { toStaffUser } from '../user-responses.js';
import type { AppUser } from '../user.entity.js';
import {
  assertAddressIsFree,
  lockUsersForActor,
  roleChangeForbidden,
  requestedRole,
  withStoredPhone,
} from './member-rules.js';
import { listEmails } from './members.sql.js';
import { readMembers, resultOfImport } from './read-members.js';

/** Adds users whom staff enter or import from a file. */
@Injectable()
export class MemberAdditions {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
  ) {}

  /** Adds an approved user, who has no account until the person registers with this address. */
  async add(tx: Tx, actor: ChurchActor, body: unknown): Promise<StaffUser> {
    if (requestedRole(body) !== 'member' && !may(actor, 'role.change')) throw roleChangeForbidden();
    const person = withStoredPhone(parse(routes.members.add.body, body));
    if (person.role === 'admin')
      throw conflict(
        'Nobody becomes an administrator before they have confirmed their email address. ' +
          'Add them as a member first, and change their role once they have.',
      );
    assertMemberLimit(await lockUsersForActor(tx, actor), await countMembers(tx));
    await assertAddressIsFree(tx, person.email);
    return toStaffUser(await this.#createMember(tx, actor, person));
  }

  /**
   * Adds the users of a file whose addresses are new. Rows with an error are skipped and named in
   * the result.
   * @param check true to return the result without adding users
   * @throws HttpError 400 for a file that cannot be read or whose encoding is ambiguous; 409 if the
   *   member limit would be exceeded
   */
  async import(
    actor: ChurchActor,
    file: Buffer,
    check: boolean,
    encoding?: Inspection['encoding'],
  ): Promise<MemberImport> {
    const read = await readMembers(actor.organizationId, file, encoding);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const church = await lockUsersForActor(tx, actor);
      const existingEmails = await listEmails(tx);
      const knownEmails = new Set(existingEmails.map(({ email }) => email));
      const fresh = read.people.filter(({ email }) => !knownEmails.has(email));
      if (fresh.length > 0) assertMemberLimit(church, await countMembers(tx), fresh.length);
      if (!check) {
        if (read.question) throw invalidField('encoding', read.question.message);
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
    const user = await this.commands.execute(
      new AddUser(actor.organizationId, { ...person, isApproved: true, isManuallyCreated: true }),
    );
    user.approvedBy = actor.id;
    await tx.em.flush();
    await audit(tx, actor.id, 'member-added', { userId: user.id, role: user.role });
    return user;
  }
}
