import { useMutation } from '@tanstack/react-query';
import type { LoginRequest, User } from '#libs/contracts';
import { api } from '../../lib/api';

export function useSignIn() {
  return useMutation({
    meta: { signedOut: true },
    mutationFn: (body: LoginRequest) => api<{ user: User }>('/api/login', { method: 'POST', body }),
  });
}
