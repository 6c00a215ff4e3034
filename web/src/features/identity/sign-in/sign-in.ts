import { queryOptions, useMutation } from '@tanstack/react-query';
import type {
  Factor,
  LinkRequest,
  LoginRequest,
  LoginResponse,
  User,
  VerifyEmailRequest,
} from '#libs/contracts';
import { api, ApiError } from '../../../lib/api';

/** Before anybody is signed in: a 401 is no expired session. */
const meta = { signedOut: true };
const post = <T>(path: string, body: unknown = {}) => api<T>(path, { method: 'POST', body });

export const useSignIn = () =>
  useMutation({
    meta,
    mutationFn: (body: LoginRequest) => post<LoginResponse>('/api/login', body),
  });
export const isWaiting = (answer: LoginResponse): answer is { mfaRequired: true; method: Factor } =>
  'mfaRequired' in answer;
export const useCode = () =>
  useMutation({
    meta,
    mutationFn: (code: string) => post<{ user: User }>('/api/login/mfa', { code }),
  });
export const useSendCode = () =>
  useMutation({ meta, mutationFn: () => post('/api/login/mfa/send') });

// an answer: the link made a new church's administrator, who is in, or owes the code
export const useResetPassword = () =>
  useMutation({
    meta,
    mutationFn: (body: { token: string; password: string }) =>
      post<LoginResponse | undefined>('/api/auth/reset-password', body),
  });
export const useVerifyEmail = () =>
  useMutation({
    meta,
    mutationFn: (body: VerifyEmailRequest) =>
      post<LoginResponse | undefined>('/api/auth/verify-email', body),
  });

/**
 * Whether a letter's link still leads somewhere: asked once, as the page opens; the link stays as good as it was. A server
 * that does not say (busy, away) leaves the page as it is: whoever sends the form hears it then.
 */
export const linkQuery = (link: LinkRequest) =>
  queryOptions({
    queryKey: ['auth', 'link', link], // what stays when somebody enters: a link is not asked about again once it was used
    queryFn: async (): Promise<'good' | 'stale'> => {
      if (link.token === '') return 'stale';
      try {
        await post('/api/auth/link', link);
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return 'stale';
      }
      return 'good';
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
