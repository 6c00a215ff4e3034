import { useMutation } from '@tanstack/react-query';
import type { LoginRequest, LoginResponse } from '#libs/contracts';
import { api } from '../../lib/api';

export function useSignIn() {
  return useMutation({
    meta: { signedOut: true },
    mutationFn: (body: LoginRequest) => api<LoginResponse>('/api/login', { method: 'POST', body }),
  });
}
