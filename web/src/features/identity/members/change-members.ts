import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreateMember, EditMember, StaffUser, SuspendMember } from '#libs/contracts';
import { api, serverMessage } from '../../../lib/api';
import { fullName } from '../../../lib/queries/people';
import { toast, toastError } from '../../../lib/toast';
import { ifMatch, isStale } from '../../../lib/forms/stale-version';
import { useIdempotencyKey } from '../../../lib/forms/use-idempotency-key';

/** Whether the user still has to confirm the email address. */
export const hasUnconfirmedAddress = (person: StaffUser) =>
  !person.isManuallyCreated && !person.emailVerified;

const nameOf = (person: StaffUser) => fullName(person) || person.email;

/**
 * A mutation of a user. Users are shown on many screens, and their names with donations, so all of
 * these queries are invalidated.
 */
function useMemberCall<Input, Answer>(
  call: (input: Input) => Promise<Answer>,
  done: (input: Input, answer: Answer) => [title: string, text: string],
  failed: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (answer, input) => {
      toast(...done(input, answer));
      return client.invalidateQueries();
    },
    onError: (error) => {
      if (isStale(error)) void client.invalidateQueries();
      else toastError(failed, error);
    },
  });
}

export function useAddMember() {
  const { keyFor, renew } = useIdempotencyKey();
  return useMemberCall(
    (body: CreateMember) =>
      api('/api/admin/users', { method: 'POST', body, headers: keyFor(body) }),
    (_, person) => {
      renew();
      return ['Member Added', `${nameOf(person)} is a member now.`];
    },
    'Failed to add member',
  );
}

/**
 * Changes a member, unless another user has changed it since the version `person`, which the user
 * has seen.
 */
export const useEditMember = () =>
  useMemberCall(
    ({ person, body }: { person: StaffUser; body: EditMember }) =>
      api(`/api/admin/users/${person.id}`, {
        method: 'PUT',
        body,
        headers: ifMatch(person.version),
      }),
    ({ person: before }, person) => [
      'Member Updated',
      person.email !== before.email && hasUnconfirmedAddress(person)
        ? `A link was sent to ${person.email}. They sign in with it once they have confirmed it.`
        : `The changes to ${nameOf(person)} are saved.`,
    ],
    'Failed to update member',
  );

export const useSuspendMember = () =>
  useMemberCall(
    ({ id, ...body }: { id: string } & SuspendMember) =>
      api(`/api/admin/users/${id}/suspend`, { method: 'POST', body }),
    (_, person) => [
      'Member Suspended',
      `${nameOf(person)} is signed out everywhere and was told by email.`,
    ],
    'Failed to suspend member',
  );

export const useReactivateMember = () =>
  useMemberCall(
    (person: StaffUser) => api(`/api/admin/users/${person.id}/reactivate`, { method: 'POST' }),
    (person) => [
      'Member Reactivated',
      `${nameOf(person)} can use the portal again and was told by email.`,
    ],
    'Failed to reactivate member',
  );

export const useRemoveMember = () =>
  useMemberCall(
    (person: StaffUser) => api(`/api/admin/users/${person.id}`, { method: 'DELETE' }),
    (person) => ['Member Removed', `${nameOf(person)} is no longer in the portal.`],
    'Failed to remove member',
  );

export function useApproveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: StaffUser) => api(`/api/users/${person.id}/approve`, { method: 'POST' }),
    onSuccess: (person) => {
      toast(
        'User Approved',
        `${nameOf(person)} can use the members portal now and was told by email.`,
      );
      return client.invalidateQueries();
    },
    onError: (error) => {
      toastError(`Failed to approve user: ${serverMessage(error) ?? 'Please try again.'}`);
    },
  });
}
