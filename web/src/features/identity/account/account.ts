import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ChangePasswordRequest,
  Factor,
  ForgotPasswordRequest,
  ProfileRequest,
  ProveRequest,
  User,
} from '#libs/contracts';
import { api } from '../../../lib/api';
import { ifMatch, isStale } from '../../../lib/forms/stale-version';
import { userQuery } from '../../../lib/queries/user';
import { toast, toastError } from '../../../lib/toast';

export const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => api('/api/auth/sessions', { signal }),
});
export const securityQuery = queryOptions({
  queryKey: ['auth', 'security'],
  queryFn: ({ signal }) => api('/api/auth/security', { signal }),
});

export const useForgotPassword = () =>
  useMutation({
    meta: { signedOut: true },
    mutationFn: (body: ForgotPasswordRequest) =>
      api('/api/auth/forgot-password', { method: 'POST', body }),
  });

export function useSendVerification() {
  return useMutation({
    mutationFn: () => api('/api/auth/verify-email/send', { method: 'POST' }),
    onSuccess: () => toast('Message Sent', 'Please check your inbox.'),
    onError: (error) => toastError('The message could not be sent.', error),
  });
}

export interface ProfileEdit {
  /** The profile that the user has seen. The server refuses the change if it was changed since. */
  seen: Pick<User, 'version' | 'firstName' | 'lastName'>;
  /** The fields that changed. */
  changes: Partial<ProfileRequest>;
}

/** The server always wants the names. They are those that the user has seen unless they changed. */
const changeProfile = ({ seen: currentUser, changes }: ProfileEdit) => {
  const { version, firstName, lastName } = currentUser;
  const body: ProfileRequest = { firstName, lastName, ...changes };
  return api('/api/auth/profile', { method: 'PUT', body, headers: ifMatch(version) });
};

/** Saves the profile. On success, the changed user is shown everywhere. */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeProfile,
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      toast('Profile Updated', 'Your profile has been updated.');
    },
    onError: (error) => {
      if (!isStale(error)) toastError('Failed to update profile', error);
    },
  });
}

/** Saves only the phone number, for the settings page. */
export function useSavePhone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeProfile,
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      toast('Settings Updated', 'Your settings have been saved.');
    },
    onError: (error) => {
      if (!isStale(error))
        toastError('There was an error updating your settings.', error, 'Update Failed');
    },
  });
}

export function useSavePicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) return api('/api/auth/profile/picture', { method: 'DELETE' });
      const form = new FormData();
      const { preparePicture } = await import('../../../lib/forms/prepare-picture');
      form.append('profileImage', await preparePicture(file));
      return api('/api/auth/profile/picture', { method: 'POST', body: form });
    },
    onSuccess: (answer) => {
      const profileImageUrl = answer?.profileImageUrl ?? null;
      client.setQueryData(
        userQuery.queryKey,
        (user: User | null | undefined) => user && { ...user, profileImageUrl },
      );
      toast(
        'Profile Updated',
        profileImageUrl ? 'Your picture has been changed.' : 'Your picture has been removed.',
      );
    },
    onError: (error) =>
      toastError(
        error instanceof SyntaxError
          ? 'Server returned invalid response'
          : 'Failed to upload profile picture',
        error,
      ),
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePasswordRequest) =>
      api('/api/auth/password', { method: 'POST', body }),
    onSuccess: () => {
      toast('Password Changed', 'Your other devices were signed out.');
      return client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(`/api/auth/sessions/${id}`, { method: 'DELETE' }),
    onSuccess: () => toast('Signed Out', 'That device is signed out.'),
    onError: (error) => toastError('The device could not be signed out.', error),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/**
 * Ends all sessions, including this one, and reloads the start page, so that no loaded data stays.
 */
export function useEndAllSessions() {
  return useMutation({
    mutationFn: () => api('/api/auth/sessions', { method: 'DELETE' }),
    onSuccess: () => window.location.assign('/'),
    onError: (error) => toastError('Your devices could not be signed out.', error),
  });
}

export const useSetUpFactor = () =>
  useMutation({
    mutationFn: (body: { method: Factor; password: string }) =>
      api('/api/auth/mfa/setup', { method: 'POST', body }),
  });

function useFactorChange<Body, Answer>(call: (body: Body) => Promise<Answer>, mfaEnabled: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      client.setQueryData(
        userQuery.queryKey,
        (user: User | null | undefined) => user && { ...user, mfaEnabled },
      );
      return client.invalidateQueries({ queryKey: securityQuery.queryKey });
    },
  });
}
export const useConfirmFactor = () =>
  useFactorChange(
    (body: { code: string }) => api('/api/auth/mfa/confirm', { method: 'POST', body }),
    true,
  );
export const useTurnFactorOff = () =>
  useFactorChange(
    (body: ProveRequest) => api('/api/auth/mfa/disable', { method: 'POST', body }),
    false,
  );
export const useNewRecoveryCodes = () =>
  useFactorChange(
    (body: ProveRequest) => api('/api/auth/mfa/recovery-codes', { method: 'POST', body }),
    true,
  );
