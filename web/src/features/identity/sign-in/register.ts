import { useMutation } from '@tanstack/react-query';
import type { RegisterRequest, User } from '#libs/contracts';
import { api } from '../../../lib/api';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';

/** Registering signs in: the answer is the new, pending person. */
export function useRegister() {
  const { keyFor } = useIdempotencyKey();
  return useMutation({
    meta: { signedOut: true },
    mutationFn: (body: RegisterRequest) => api<User>('/api/register', { method: 'POST', body, headers: keyFor(body) }),
  });
}
