import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Standing } from '#libs/contracts';
import { api } from '../../../lib/api';
import { useOnline } from '../../../lib/browser/use-online';
import { Alert } from '../alert';

/** A session that has ended meanwhile leads to signing in as soon as a form is opened, not when it is sent. */
const sessionQuery = {
  queryKey: ['session'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('/api/auth/user', { signal }),
  staleTime: 30_000,
  refetchInterval: false as const,
};

/**
 * Says before somebody types why it could not be saved now: in a dialog, which lies over what the page says above everything else.
 * @param forAll nothing of a church that is read-only: members may do it all the same, or the page says so
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
