import { useRef } from 'react';

/**
 * Returns the idempotency key of a submission. The same content gives the same key, so that a
 * double click or a retry has one effect; changed content gives a new key. Call `renew` after
 * success, so that the same donation can be recorded a second time.
 */
export function useIdempotencyKey(): {
  keyFor: (content: unknown) => Record<'Idempotency-Key', string>;
  renew: () => void;
} {
  const last = useRef<{ content: string; key: string } | null>(null);
  return {
    keyFor: (content) => {
      const text = JSON.stringify(content);
      if (last.current?.content !== text)
        last.current = { content: text, key: crypto.randomUUID() };
      return { 'Idempotency-Key': last.current.key };
    },
    renew: () => {
      last.current = null;
    },
  };
}
