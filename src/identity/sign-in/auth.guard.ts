import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { gateOf, isStaffWork, may, type Action } from '#libs/contracts';
import {
  allowKey,
  forbidden,
  HttpError,
  noVisitKey,
  publicKey,
  requestOf,
  signedInKey,
  unauthorized,
} from '#libs/http';
import { WhoAsks } from './who-asks.js';

/**
 * The one guard of every route: signed in (401), then the gates for pending and suspended people and the
 * permission table (403). A route that says nothing of who may enter lets nobody in.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    @Inject(WhoAsks) private readonly who: WhoAsks,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const meta = (key: symbol) =>
      this.reflector.getAllAndOverride<unknown>(key, [context.getHandler(), context.getClass()]);
    const actor = await this.who.of(request, meta(noVisitKey) !== true);
    if (meta(publicKey)) return true;
    if (!actor) throw unauthorized();
    if (meta(signedInKey)) return true;
    const gate = gateOf(actor);
    if (gate === 'pending') throw forbidden('Your account is awaiting approval.');
    if (gate === 'suspended') throw forbidden('Your account is suspended.');
    const action = meta(allowKey) as Action | undefined;
    if (!action || !may(actor, action)) throw forbidden();
    if (
      actor.standing?.state === 'read-only' &&
      isStaffWork(action) &&
      !safeMethods.includes(request.method)
    ) {
      throw new HttpError(403, actor.standing.notice!, 'read-only');
    }
    return true;
  }
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];
