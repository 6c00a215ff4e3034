import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ChurchUsersModule } from './church-users.js';
import { AuthController } from './sign-in/auth.controller.js';
import { AuthGuard } from './sign-in/auth.guard.js';
import { ChurchSignupController } from './church-signup/church-signup.controller.js';
import { FirstStepsController } from './church-signup/first-steps.controller.js';
import { ChurchSignup, WelcomeContactHandler } from './church-signup/church-signup.js';
import { CredentialsController } from './sign-in/credentials.controller.js';
import { CredentialEmails } from './account/credential-emails.js';
import { Credentials } from './account/credentials.js';
import { EmailChange } from './account/email-change.js';
import { MembersController } from './members/members.controller.js';
import { MemberAdditions } from './members/member-additions.js';
import { Members } from './members/members.js';
import { Sessions } from './sign-in/start-session.js';
import { OpenIdAccounts } from './single-sign-on/open-id-accounts.js';
import { OpenIdController } from './single-sign-on/open-id.controller.js';
import { OpenId } from './single-sign-on/open-id.js';
import { OversightController } from './oversight/oversight.controller.js';
import { InvitationsController } from './members/invitations.controller.js';
import { AddUserHandler } from './add-user.js';
import { PeopleController } from './members/people.controller.js';
import { PreferencesController } from './account/preferences.controller.js';
import { ProfileController } from './account/profile.controller.js';
import { Refusals } from './oversight/refusals.js';
import { SecondFactor } from './account/second-factor.js';
import { InboundSmsController } from './account/inbound-sms.controller.js';
import { SentCodes } from './account/sent-codes.js';
import { StopNewsHandler, StopTextsHandler } from './account/stop-commands.js';
import { SmsController } from './account/sms.controller.js';
import { SecurityController } from './account/security.controller.js';
import { Registration } from './sign-in/registration.js';
import { SignIn } from './sign-in/sign-in.js';
import { Actors } from './sign-in/actors.js';
import { TenancyModule } from '../tenancy/index.js';

/** Accounts, users, sign-in, sessions and roles. */
@Module({
  imports: [CqrsModule, TenancyModule, ChurchUsersModule],
  controllers: [
    ChurchSignupController,
    FirstStepsController,
    InvitationsController,
    AuthController,
    OpenIdController,
    CredentialsController,
    SecurityController,
    ProfileController,
    PreferencesController,
    SmsController,
    InboundSmsController,
    PeopleController,
    MembersController,
    OversightController,
  ],
  providers: [
    Actors,
    ChurchSignup,
    WelcomeContactHandler,
    SignIn,
    Registration,
    Sessions,
    OpenId,
    OpenIdAccounts,
    CredentialEmails,
    Credentials,
    EmailChange,
    SentCodes,
    SecondFactor,
    Refusals,
    MemberAdditions,
    Members,
    AddUserHandler,
    StopNewsHandler,
    StopTextsHandler,
    { provide: APP_GUARD, useClass: AuthGuard },
  ],
  exports: [Actors],
})
export class IdentityModule {}
