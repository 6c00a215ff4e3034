import { Body, Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { SignedUpChurch } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { OwnTransaction, parse, Route } from '#libs/http';
import { ChurchSignup } from './church-signup.js';

@Controller()
export class ChurchSignupController {
  constructor(@Inject(ChurchSignup) private readonly signup: ChurchSignup) {}

  @Route(routes.churchSignup.register)
  @OwnTransaction()
  register(@Req() request: FastifyRequest, @Body() body: unknown): Promise<SignedUpChurch> {
    return this.signup.register(parse(routes.churchSignup.register.body, body), request.ip);
  }
}
