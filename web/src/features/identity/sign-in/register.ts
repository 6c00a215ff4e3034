import { useMutation } from '@tanstack/react-query';
import type { RegisterRequest } from '#libs/contracts';
import { api } from '../../../lib/api';
import { useIdempotencyKey } from '../../../lib/forms/use-idempotency-key';

/**
 * Registers a user. The answer does not depend on whether the address is known; the email says the
 * rest.
 */
export function useRegister() {
  const { keyFor } = useIdempotencyKey();
  return useMutation({
    meta: { signedOut: true },
    mutationFn: (body: RegisterRequest) =>
      api('/api/register', { method: 'POST', body, headers: keyFor(body) }),
  });
}
