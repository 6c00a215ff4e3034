import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AuthController } from './auth.controller.js';
import { AuthGuard } from './auth.guard.js';
import { ChurchSignupController } from './church-signup.controller.js';
import { ChurchSignup } from './church-signup.js';
import { CredentialsController } from './credentials.controller.js';
import { Credentials } from './credentials.js';
import { EmailChange } from './email-change.js';
import { MembersController } from './members.controller.js';
import { Members } from './members.js';
import { Entrance } from './entrance.js';
import { OpenIdAccounts } from './open-id-accounts.js';
import { OpenIdController } from './open-id.controller.js';
import { OpenId } from './open-id.js';
import { OversightController } from './oversight.controller.js';
import { InvitationsController } from './invitations.controller.js';
import { AddPersonHandler } from './people.js';
import { PeopleController } from './people.controller.js';
import { ProfileController } from './profile.controller.js';
import { Refusals } from './refusals.js';
import { SecondFactor } from './second-factor.js';
import { SecurityController } from './security.controller.js';
import { SignIn } from './sign-in.js';
import { TenancyModule } from '../tenancy/index.js';

/** People: sign-in, sessions, roles and gates. */
@Module({
  imports: [CqrsModule, TenancyModule],
  controllers: [ChurchSignupController, InvitationsController, AuthController, OpenIdController, CredentialsController, SecurityController, ProfileController, PeopleController, MembersController, OversightController],
  providers: [ChurchSignup, SignIn, Entrance, OpenId, OpenIdAccounts, Credentials, EmailChange, SecondFactor, Refusals, Members, AddPersonHandler, { provide: APP_GUARD, useClass: AuthGuard }],
})
export class IdentityModule {}
