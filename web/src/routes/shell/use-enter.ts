import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { User } from '#libs/contracts';
import { userQuery } from '../../lib/queries/user';
import { sessionMayExist, announceSignIn } from '../../lib/session-hint';

/** After signing in: nothing of the signed-out cache stays, then on to where the person wanted to go. */
export function useEnter(): (user: User, next?: string) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (user, next) => {
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'auth' });
    sessionMayExist();
    announceSignIn();
    client.setQueryData(userQuery.queryKey, user);
    await router.navigate({ href: next ?? '/', replace: true });
    await router.invalidate();
  };
}
