import { queryOptions, useMutation } from '@tanstack/react-query';
import type {
  Factor,
  LinkRequest,
  LoginRequest,
  LoginResponse,
  VerifyEmailRequest,
} from '#libs/contracts';
import { api, ApiError } from '../../../lib/api';

/** Before anybody is signed in: a 401 is no expired session. */
const meta = { signedOut: true };
export const useSignIn = () =>
  useMutation({
    meta,
    mutationFn: (body: LoginRequest) => api('/api/login', { method: 'POST', body }),
  });
export const isWaiting = (answer: LoginResponse): answer is { mfaRequired: true; method: Factor } =>
  'mfaRequired' in answer;
export const useCode = () =>
  useMutation({
    meta,
    mutationFn: (code: string) => api('/api/login/mfa', { method: 'POST', body: { code } }),
  });
export const useSendCode = () =>
  useMutation({ meta, mutationFn: () => api('/api/login/mfa/send', { method: 'POST' }) });

// an answer: the link made a new church's administrator, who is in, or owes the code
export const useResetPassword = () =>
  useMutation({
    meta,
    mutationFn: (body: { token: string; password: string }) =>
      api('/api/auth/reset-password', { method: 'POST', body }),
  });
export const useVerifyEmail = () =>
  useMutation({
    meta,
    mutationFn: (body: VerifyEmailRequest) =>
      api('/api/auth/verify-email', { method: 'POST', body }),
  });

export type LinkState =
  | { is: 'stale' }
  /** `newerSentAt`: when a newer email with such a link was sent */
  | { is: 'good'; newerSentAt: string | null };

/**
 * Whether a letter's link still leads somewhere: asked once, as the page opens; the link stays as good as it was. A server
 * that does not say (busy, away) leaves the page as it is: whoever sends the form hears it then.
 */
export const linkQuery = (link: LinkRequest) =>
  queryOptions({
    queryKey: ['auth', 'link', link], // what stays when somebody enters: a link is not asked about again once it was used
    queryFn: async (): Promise<LinkState> => {
      if (link.token === '') return { is: 'stale' };
      try {
        const answer = await api('/api/auth/link', { method: 'POST', body: link });
        return { is: 'good', newerSentAt: answer?.newerSentAt ?? null };
      } catch (error) {
        const isStale = error instanceof ApiError && error.status === 400;
        return isStale ? { is: 'stale' } : { is: 'good', newerSentAt: null };
      }
    },
    staleTime: Infinity,
    // the page is built anew when the person is in, before the next page has come: the answer must still be there
    gcTime: 60_000,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
