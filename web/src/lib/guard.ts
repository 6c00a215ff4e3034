import { notFound, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { type Action, gateOf, may, type User } from '#libs/contracts';

export interface RouterContext {
  queryClient: QueryClient;
}
export interface SessionContext extends RouterContext {
  user: User | null;
  /** the address that is opened, to which signing in leads back; null on the platform's host, where nobody signs in */
  href: string | null;
}

/** Thrown by a route that the person may not see; shown as a page in the shell. */
export class AccessDeniedError extends Error {
  readonly heading: string;
  constructor(heading: string, message: string) {
    super(message);
    this.name = 'AccessDeniedError';
    this.heading = heading;
  }
}

/**
 * Signed in, approved, not suspended. Signed-out people are led to sign-in and back (ruling 24); for everyone else the
 * page does not exist.
 */
export function requireMember({ user, href }: SessionContext): User {
  if (!user && href !== null)
    throw redirect({ to: '/sign-in', search: { next: href }, replace: true });
  if (!user || gateOf(user) !== 'open') throw notFound();
  return user;
}

/** The admin area: members without the right are told. */
export function requireStaff(
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
