import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { User } from '#libs/contracts';
import { userQuery } from '../../lib/queries/user';
import { announceSignIn, removeNoSessionHint } from '../../lib/session-hint';

/**
 * Returns a function that completes the sign-in: it clears what was cached for the visitor and
 * opens the page that the user wanted.
 */
export function useFinishSignIn(): (user: User, next?: string) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async (user, next) => {
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'auth' });
    removeNoSessionHint();
    announceSignIn();
    client.setQueryData(userQuery.queryKey, user);
    await router.navigate({ href: next ?? '/', replace: true });
    await router.invalidate();
  };
}
