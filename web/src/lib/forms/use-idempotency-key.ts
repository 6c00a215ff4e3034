import { useRef } from 'react';

/**
 * The key of one submission: the same content gives the same key, so that a double click or a retry
 * has one effect; changed content gives a new one. `renew` after success: the same gift can be given twice.
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
