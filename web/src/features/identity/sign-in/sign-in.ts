import { queryOptions, useMutation } from '@tanstack/react-query';
import type {
  Factor,
  LinkRequest,
  LoginRequest,
  LoginResponse,
  VerifyEmailRequest,
} from '#libs/contracts';
import { api, ApiError } from '../../../lib/api';

/** Marks requests of visitors, for which a 401 is not an expired session. */
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

// Has an answer if the link has made the user the first admin of a church: signed in, or with a
// second factor to enter.
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
  | { state: 'stale' }
  /** `newerSentAt` is the time of a newer email with such a link. */
  | { state: 'good'; newerSentAt: string | null };

/**
 * Whether the link of an email is still valid. It is requested once when the page opens, and does
 * not use up the link. If the server gives no answer, the page shows the form, and submitting it
 * shows the error.
 */
export const linkQuery = (link: LinkRequest) =>
  queryOptions({
    // A key that is not cleared at sign-in, so that a used link is not requested again.
    queryKey: ['auth', 'link', link],
    queryFn: async (): Promise<LinkState> => {
      if (link.token === '') return { state: 'stale' };
      try {
        const answer = await api('/api/auth/link', { method: 'POST', body: link });
        return { state: 'good', newerSentAt: answer?.newerSentAt ?? null };
      } catch (error) {
        const isStale = error instanceof ApiError && error.status === 400;
        return isStale ? { state: 'stale' } : { state: 'good', newerSentAt: null };
      }
    },
    staleTime: Infinity,
    // The page is rendered again after sign-in, before the next page is loaded. The answer must
    // still be cached then.
    gcTime: 60_000,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
