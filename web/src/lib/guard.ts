import { notFound, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { type Action, portalAccessOf, may, type User } from '#libs/contracts';

export interface RouterContext {
  queryClient: QueryClient;
}
export interface SessionContext extends RouterContext {
  user: User | null;
  /**
   * The address to which the user returns after signing in. Null on the portal host, where nobody
   * can sign in.
   */
  href: string | null;
}

/** Thrown by a route that the user may not open. The shell shows it as a page. */
export class AccessDeniedError extends Error {
  readonly heading: string;
  constructor(heading: string, message: string) {
    super(message);
    this.name = 'AccessDeniedError';
    this.heading = heading;
  }
}

/**
 * Returns the user if signed in, approved and not suspended. Visitors are redirected to sign-in and
 * then back (ruling 24). For pending and suspended users the page does not exist.
 */
export function requireMember({ user, href }: SessionContext): User {
  if (!user && href !== null)
    throw redirect({ to: '/sign-in', search: { next: href }, replace: true });
  if (!user || portalAccessOf(user) !== 'open') throw notFound();
  return user;
}

/** Returns the user if permitted to do the action. Other members see a page that says so. */
export function requirePermission(
  context: SessionContext,
  action: Action,
  denied?: AccessDeniedError,
): User {
  const user = requireMember(context);
  if (!may(user, action)) {
    throw (
      denied ??
      new AccessDeniedError('Access Denied', "You don't have permission to access the admin area.")
    );
  }
  return user;
}
