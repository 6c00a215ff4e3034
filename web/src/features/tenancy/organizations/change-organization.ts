import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  CreateOrganization,
  EditOrganization,
  Organization,
  OrganizationContact,
  PauseOrganization,
} from '#libs/contracts';
import { api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { organizationsQuery } from '../../../lib/queries/organizations';

function useChange<Body>(
  call: (body: Body) => Promise<Organization>,
  done: string,
  failed: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (church) => {
      toast(done, church.name);
      return client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    },
    onError: (error) => toastError(failed, error),
  });
}

export const useCreateOrganization = () =>
  useChange(
    (body: CreateOrganization) => api('/api/organizations', { method: 'POST', body }),
    'Organization Created',
    'Failed to create organization. Please try again.',
  );
export const useEditOrganization = (id: string) =>
  useChange(
    (body: EditOrganization) => api(`/api/organizations/${id}`, { method: 'PUT', body }),
    'Organization Updated',
    'Failed to update organization. Please try again.',
  );
export const usePauseOrganization = (id: string) =>
  useChange(
    (body: PauseOrganization) => api(`/api/organizations/${id}/pause`, { method: 'POST', body }),
    'Organization Paused',
    'Failed to pause organization.',
  );
export const useAskContact = (id: string) =>
  useChange(
    (body: OrganizationContact) =>
      api(`/api/organizations/${id}/contact`, { method: 'POST', body }),
    'Invitation Sent',
    'The invitation could not be sent.',
  );
export const useResumeOrganization = () =>
  useChange(
    (id: string) => api(`/api/organizations/${id}/resume`, { method: 'POST' }),
    'Organization Resumed',
    'Failed to resume organization.',
  );
