import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Standing } from '#libs/contracts';
import { api } from '../../../lib/api';
import { useOnline } from '../../../lib/browser/use-online';
import { Alert } from '../alert';

/**
 * The session is checked when a form opens, so that an expired session leads to sign-in before the
 * user types, not after.
 */
const sessionQuery = {
  queryKey: ['session'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('/api/auth/user', { signal }),
  staleTime: 30_000,
  refetchInterval: false as const,
};

/**
 * Says in a form why it cannot be saved now: there is no network, or the church is read-only. A
 * dialog needs its own notice, because it covers the banner of the page.
 * @param forAll ignores whether the church is read-only, because members may use this form anyway
 * or the page has already said it
 */
export function CannotSaveNotice({ forAll = false }: { forAll?: boolean }) {
  const online = useOnline();
  useQuery(sessionQuery);
  const standing = useQueryClient().getQueryData<Standing>(['standing']);
  if (!online)
    return (
      <Alert>
        You are offline: nothing can be saved at this moment. What you type stays here until you are
        back.
      </Alert>
    );
  if (!forAll && standing?.state === 'read-only' && standing.notice)
    return <Alert>{standing.notice}</Alert>;
  return null;
}
