import { notFound, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { type Action, gateOf, may, type User } from '#libs/contracts';

export interface RouterContext {
  queryClient: QueryClient;
}
export interface SessionContext extends RouterContext {
  user: User | null;
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

/** Signed in, approved, not suspended; for everyone else the page does not exist. */
export function requireMember(context: SessionContext): User {
  if (!context.user || gateOf(context.user) !== 'open') throw notFound();
  return context.user;
}

/** The admin area: signed-out people go to the start page, others are told. */
export function requireStaff(
  context: SessionContext,
  action: Action,
  denied?: AccessDeniedError,
): User {
  if (!context.user) throw redirect({ to: '/' });
  const user = requireMember(context);
  if (!may(user, action)) {
    throw (
      denied ??
      new AccessDeniedError('Access Denied', "You don't have permission to access the admin area.")
    );
  }
  return user;
}
