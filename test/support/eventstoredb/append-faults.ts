import { grpc, refusal } from './messages.js';

/**
 * What happens to the next append. `cut …` closes the connection; `hang` never answers; the others
 * are answers of a server.
 */
export type AppendFault =
  | 'cut before'
  | 'cut after'
  | 'hang'
  | 'timed out'
  | 'not ready'
  | 'no leader'
  | 'access denied'
  | { leader: { host: string; port: number } };

/** The answer if a call is not allowed. */
export const denial = () =>
  refusal(grpc.status.PERMISSION_DENIED, 'access-denied', 'Access Denied');

/** The answer of a server to an append that fails. */
export function answerOf(fault: Exclude<AppendFault, 'cut before' | 'cut after' | 'hang'>) {
  if (fault === 'access denied') return denial();
  if (fault === 'timed out')
    return refusal(grpc.status.ABORTED, null, 'Operation timed out: Commit phase timeout.');
  if (fault === 'not ready') return refusal(grpc.status.UNAVAILABLE, null, 'Server Is Not Ready');
  if (fault === 'no leader')
    return refusal(grpc.status.UNKNOWN, null, 'No leader info available in response');
  const { host, port } = fault.leader;
  return refusal(grpc.status.NOT_FOUND, 'not-leader', 'Leader info available', {
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });
}
