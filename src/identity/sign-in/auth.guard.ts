import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { portalAccessOf, isStaffWork, may } from '#libs/contracts';
import { forbidden, HttpError, noVisitKey, requestOf, routeOf, unauthorized } from '#libs/http';
import { Actors } from './actors.js';

/**
 * The guard of every route. It requires a session (401), refuses pending and suspended users, and
 * checks the permission table (403). A controller method without a route in the table is refused.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    @Inject(Actors) private readonly actors: Actors,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const meta = (key: symbol) =>
      this.reflector.getAllAndOverride<unknown>(key, [context.getHandler(), context.getClass()]);
    const actor = await this.actors.identify(request, meta(noVisitKey) !== true);
    const access = routeOf(context.getHandler())?.access;
    if (access === 'public') return true;
    if (!actor) throw unauthorized();
    if (access === 'signed in') return true;
    const gate = portalAccessOf(actor);
    if (gate === 'pending') throw forbidden('Your account is awaiting approval.');
    if (gate === 'suspended') throw forbidden('Your account is suspended.');
    if (!access || !may(actor, access)) throw forbidden();
    if (
      actor.standing?.state === 'read-only' &&
      isStaffWork(access) &&
      !safeMethods.includes(request.method)
    ) {
      throw new HttpError(403, actor.standing.notice!, 'read-only');
    }
    return true;
  }
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];
