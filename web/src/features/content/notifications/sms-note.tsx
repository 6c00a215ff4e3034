import { lazy, Suspense, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleOff, MessageSquareWarning } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { api } from '../../../lib/api';
import { smsNumberQuery } from '../../../lib/queries/sms';
import { toastError } from '../../../lib/toast';

const SmsCodeDialog = lazy(() => import('./sms-code-dialog'));

/** Says whether the text messages that the user has chosen will arrive, and what to do if not. */
export function SmsNote({ elsewhere }: { elsewhere: string }) {
  const { data } = useQuery(smsNumberQuery);
  const [isAsking, setAsking] = useState(false);
  const send = useMutation({
    mutationFn: () => api('/api/user/sms/code', { method: 'POST' }),
    onSuccess: () => setAsking(true),
    onError: (error) => toastError('The code could not be sent. Please try again.', error),
  });
  if (!data) return <p className="mt-3 h-5" />;
  const { isSending, phone, isConfirmed, isStopped } = data;
  const canBeReached = isSending && Boolean(phone);
  return (
    <div className="mt-3 text-grid text-ink-2">
      {!isSending && <p>Your church does not send text messages so far. {elsewhere}</p>}
      {isSending && !phone && (
        <p>
          Please{' '}
          <Link to="/settings" className="font-medium text-accent underline underline-offset-4">
            add your phone number
          </Link>{' '}
          first. {elsewhere}
        </p>
      )}
      {canBeReached && isStopped && (
        <p className="flex gap-2">
          <CircleOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          The number ending in {phone} has answered STOP, so no text messages go there. To get them
          again, send START to the number that they came from.
        </p>
      )}
      {canBeReached && !isStopped && isConfirmed && (
        <p className="flex gap-2">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          Text messages go to the number ending in {phone}. Reply STOP to end them.
        </p>
      )}
      {canBeReached && !isStopped && !isConfirmed && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="flex flex-1 basis-64 gap-2">
            <MessageSquareWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-hold" />
            Please confirm the number ending in {phone}. Message and data rates may apply; reply
            STOP at any time to end them.
          </p>
          <Button
            size="sm"
            pending={send.isPending}
            pendingLabel="Sending..."
            onClick={() => send.mutate()}
          >
            Confirm number
          </Button>
        </div>
      )}
      <Suspense>
        {isAsking && <SmsCodeDialog phone={phone ?? ''} onClose={() => setAsking(false)} />}
      </Suspense>
    </div>
  );
}
