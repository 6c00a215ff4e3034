import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageInput, ReplyInput } from '#libs/contracts';
import { api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { useIdempotencyKey } from '../../../lib/forms/use-idempotency-key';

const key = ['messages'];

export function useSendMessage() {
  const client = useQueryClient();
  const { keyFor, renew } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: MessageInput) =>
      api('/api/messages', { method: 'POST', body, headers: keyFor(body) }),
    onSuccess: () => {
      renew();
      toast('Message Sent', 'Your pastor usually answers within 24 to 48 hours.');
      return client.invalidateQueries({ queryKey: key });
    },
    onError: (error) =>
      toastError('There was an error sending your message. Please try again.', error),
  });
}

/** Marks a message as read when it is opened. It shows no toast. */
export function useReadMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(`/api/messages/${id}/read`, { method: 'PATCH' }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useReply(id: string) {
  const client = useQueryClient();
  const { keyFor } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: ReplyInput) =>
      api(`/api/messages/${id}/reply`, {
        method: 'POST',
        body,
        headers: keyFor(body),
      }),
    onSuccess: () =>
      toast(
        'Reply Sent',
        'We emailed them that you replied (the reply itself isn’t in the email).',
      ),
    onError: (error) => toastError('Failed to send the reply. Please try again.', error),
    // The server refuses a second answer. The first answer is then loaded.
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
