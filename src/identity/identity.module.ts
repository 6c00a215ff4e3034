import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AuthController } from './auth.controller.js';
import { AuthGuard } from './auth.guard.js';
import { AddPersonHandler } from './people.js';
import { PeopleController } from './people.controller.js';
import { SignIn } from './sign-in.js';

/** People: sign-in, sessions, roles and gates. */
@Module({
  imports: [CqrsModule],
  controllers: [AuthController, PeopleController],
  providers: [SignIn, AddPersonHandler, { provide: APP_GUARD, useClass: AuthGuard }],
})
export class IdentityModule {}
