import { useMutation } from '@tanstack/react-query';
import type { Factor, LoginRequest, LoginResponse, User, VerifyEmailRequest } from '#libs/contracts';
import { api } from '../../../lib/api';

/** Before anybody is signed in: a 401 is no expired session. */
const meta = { signedOut: true };
const post = <T>(path: string, body: unknown = {}) => api<T>(path, { method: 'POST', body });

export const useSignIn = () => useMutation({ meta, mutationFn: (body: LoginRequest) => post<LoginResponse>('/api/login', body) });
export const isWaiting = (answer: LoginResponse): answer is { mfaRequired: true; method: Factor } => 'mfaRequired' in answer;
export const useCode = () => useMutation({ meta, mutationFn: (code: string) => post<{ user: User }>('/api/login/mfa', { code }) });
export const useSendCode = () => useMutation({ meta, mutationFn: () => post('/api/login/mfa/send') });

// an answer: the link made a new church's administrator, who is in, or owes the code
export const useResetPassword = () => useMutation({ meta, mutationFn: (body: { token: string; password: string }) => post<LoginResponse | undefined>('/api/auth/reset-password', body) });
export const useVerifyEmail = () => useMutation({ meta, mutationFn: (body: VerifyEmailRequest) => post<LoginResponse | undefined>('/api/auth/verify-email', body) });
