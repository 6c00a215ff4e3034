import { Body, Controller, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { churchSignup, type SignedUpChurch } from '#libs/contracts';
import { OwnTransaction, parse, Public } from '#libs/http';
import { ChurchSignup } from './church-signup.js';

@Controller('api/organizations/signup')
export class ChurchSignupController {
  constructor(@Inject(ChurchSignup) private readonly signup: ChurchSignup) {}

  @Post()
  @Public()
  @OwnTransaction()
  register(@Req() request: FastifyRequest, @Body() body: unknown): Promise<SignedUpChurch> {
    return this.signup.register(parse(churchSignup, body), request.ip);
  }
}
