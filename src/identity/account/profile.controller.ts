import { Body, Controller, Headers, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { type ProfilePicture, type User } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import { isSamePhone } from '#libs/phone';
import {
  type ChurchActor,
  CurrentActor,
  OwnTransaction,
  parse,
  readIfMatch,
  invalidField,
  Route,
  ChurchTransaction,
  unauthorized,
} from '#libs/http';
import { dropImage, storeImage, uploadedPicture } from '#libs/images';
import { updateDonor } from '../add-user.js';
import { toUser } from '../user-responses.js';
import { AppUser } from '../user.entity.js';
import { assertUserVersion, changeUser, findUserForChange } from '../user-version.js';

/** The profile of the signed-in user. */
@Controller()
export class ProfileController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
  ) {}

  @Route(routes.profile.change)
  async change(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Body() body: unknown,
    @Headers('if-match') ifMatch?: string,
  ): Promise<User> {
    const person = await findUserForChange(tx, actor.id);
    if (!person) throw unauthorized();
    const input = parse(routes.profile.change.body, withoutSamePhone(body, person.phone ?? null));
    if (input.email !== undefined && input.email !== person.email.toLowerCase())
      throw invalidField('email', 'Contact an administrator to change your email address');
    assertUserVersion(person, readIfMatch(ifMatch, 'the profile'), {
      message: changedMeanwhileMessage,
      current: toUser(person),
    });
    await changeUser(tx, person, () => {
      person.firstName = input.firstName;
      person.lastName = input.lastName;
      if (input.phone !== undefined) person.phone = input.phone || null;
      if (input.bio !== undefined) person.bio = input.bio || null;
    });
    await updateDonor(this.commands, person);
    return toUser(person);
  }

  /**
   * Receives a picture in the multipart field `profileImage`, crops it to a square and re-encodes
   * it.
   */
  @Route(routes.profile.picture)
  @OwnTransaction()
  async picture(
    @CurrentActor() actor: ChurchActor,
    @Req() request: FastifyRequest,
  ): Promise<ProfilePicture> {
    const { bytes } = await uploadedPicture(request, 'profileImage', {
      width: 512,
      height: 512,
      fit: 'cover',
    });
    return this.db.tenant(actor.organizationId, async (tx) => {
      const person = await findOwnUser(tx, actor);
      await dropImage(tx, person.profileImageUrl ?? null);
      person.profileImageUrl = await storeImage(tx, bytes, false);
      await tx.em.flush();
      return { profileImageUrl: person.profileImageUrl };
    });
  }

  @Route(routes.profile.removePicture)
  async removePicture(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
  ): Promise<void> {
    const person = await findOwnUser(tx, actor);
    await dropImage(tx, person.profileImageUrl ?? null);
    person.profileImageUrl = null;
    await tx.em.flush();
  }
}

const changedMeanwhileMessage =
  'Your profile was changed in the meantime, perhaps by your church. ' +
  'Nothing of this change was saved yet.';

const findOwnUser = (tx: Tx, { organizationId, id }: ChurchActor) =>
  tx.em.findOneOrFail(AppUser, { organizationId, id });

/**
 * Removes an unchanged phone number from a body before validation. Staff may have stored a number
 * that the pattern of the form refuses, and the form sends it back.
 */
function withoutSamePhone(body: unknown, stored: string | null): unknown {
  if (typeof body !== 'object' || body === null || !('phone' in body)) return body;
  const { phone, ...rest } = body;
  return stored !== null && typeof phone === 'string' && isSamePhone(phone, stored) ? rest : body;
}
