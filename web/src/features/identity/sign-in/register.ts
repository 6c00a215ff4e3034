import { useMutation } from '@tanstack/react-query';
import type { RegisterRequest } from '#libs/contracts';
import { api } from '../../../lib/api';
import { useIdempotencyKey } from '../../../lib/forms/use-idempotency-key';

/** The answer is the same whatever is known of the address: the letter says the rest. */
export function useRegister() {
  const { keyFor } = useIdempotencyKey();
  return useMutation({
    meta: { signedOut: true },
    mutationFn: (body: RegisterRequest) =>
      api('/api/register', { method: 'POST', body, headers: keyFor(body) }),
  });
}
