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

const post = (path: string, body: unknown = {}) =>
  api<Organization>(path, { method: 'POST', body });
export const useCreateOrganization = () =>
  useChange(
    (body: CreateOrganization) => post('/api/organizations', body),
    'Organization Created',
    'Failed to create organization. Please try again.',
  );
export const useEditOrganization = (id: string) =>
  useChange(
    (body: EditOrganization) =>
      api<Organization>(`/api/organizations/${id}`, { method: 'PUT', body }),
    'Organization Updated',
    'Failed to update organization. Please try again.',
  );
export const usePauseOrganization = (id: string) =>
  useChange(
    (pause: PauseOrganization) => post(`/api/organizations/${id}/pause`, pause),
    'Organization Paused',
    'Failed to pause organization.',
  );
export const useAskContact = (id: string) =>
  useChange(
    (contact: OrganizationContact) => post(`/api/organizations/${id}/contact`, contact),
    'Invitation Sent',
    'The invitation could not be sent.',
  );
export const useResumeOrganization = () =>
  useChange(
    (id: string) => post(`/api/organizations/${id}/resume`),
    'Organization Resumed',
    'Failed to resume organization.',
  );
