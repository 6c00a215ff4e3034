import { useQuery } from '@tanstack/react-query';
import { MailQuestionMark } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { userQuery } from '../../../lib/queries/user';
import { useSendVerification } from './account';

/** A note for a user whose email address is not confirmed. */
export function UnconfirmedNote() {
  const { data: user } = useQuery(userQuery);
  const send = useSendVerification();
  if (!user || user.emailVerified) return null;
  return (
    <div className="mt-6 rounded-lg border p-4">
      <p className="flex gap-2 font-medium">
        <MailQuestionMark aria-hidden className="mt-0.5 size-4 shrink-0 text-hold" />
        Please confirm your email address
      </p>
      <p className="mt-1 text-ink-2">
        We have sent an email with a link to {user.email}. Your church sees until then that it is
        not confirmed.
      </p>
      <Button
        size="sm"
        className="mt-3"
        pending={send.isPending}
        pendingLabel="Sending..."
        onClick={() => send.mutate()}
      >
        Send it again
      </Button>
    </div>
  );
}
