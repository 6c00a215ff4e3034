import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Link2Off, type MailCheck } from 'lucide-react';
import { gateOf, type LinkRequest, type LoginResponse } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { LoadingNote, Skeleton } from '../../../components/ui/skeleton';
import { isWaiting, linkQuery } from '../../../features/identity/sign-in/sign-in';
import { cn } from '../../../lib/cn';
import { formatMoment } from '../../../lib/format';
import { userQuery } from '../../../lib/queries/user';
import { PublicColumn, PublicFrame } from '../../shell/public-frame';
import { useEnter } from '../../shell/use-enter';

/** They come with the first touch of a form. */
export const checks = () => import('../../../features/identity/sign-in/check-credentials');

/** Whoever is in has the shell around the page already. */
function Around({ children }: { children: ReactNode }) {
  const { data: user } = useQuery(userQuery);
  return user && gateOf(user) === 'open' ? children : <PublicFrame>{children}</PublicFrame>;
}

export function Frame({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Around>
      <PublicColumn>
        <h1 tabIndex={-1} data-page-heading className="text-title">
          {title}
        </h1>
        {hint && <p className="mt-1 mb-6 text-ink-2">{hint}</p>}
        {children}
      </PublicColumn>
    </Around>
  );
}

export function Done({
  icon: Icon,
  tone = 'bg-good-soft text-good',
  title,
  children,
}: {
  icon: typeof MailCheck;
  tone?: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <Around>
      <PublicColumn>
        <span className={cn('grid size-11 place-items-center rounded-full', tone)}>
          <Icon aria-hidden className="size-5" />
        </span>
        <h1 tabIndex={-1} data-page-heading className="mt-4 text-title">
          {title}
        </h1>
        <div className="mt-2 space-y-6 text-ink-2">{children}</div>
      </PublicColumn>
    </Around>
  );
}

/** On to the church, for whoever has just become its administrator by a link; a second factor comes in between. */
export function useArrive(): (answer: LoginResponse) => void {
  const enter = useEnter();
  const navigate = useNavigate();
  return (answer) =>
    void (isWaiting(answer)
      ? navigate({ to: '/sign-in/code', replace: true })
      : enter(answer.user));
}

export const toSignIn = (
  <Button asChild variant="primary">
    <Link to="/sign-in">Sign In</Link>
  </Button>
);

/**
 * What a letter's link opens: its form, or at once, before anybody has typed a password, that it
 * leads nowhere any more. `children` is the form with its title, so that the title does not change
 * while the link is looked at.
 */
export function ByLink({
  link,
  title,
  hint,
  stale,
  children,
}: {
  link: LinkRequest;
  title: string;
  hint: string;
  stale: ReactNode;
  children: (newerSentAt: string | null) => ReactNode;
}) {
  const { data } = useQuery(linkQuery(link));
  if (data?.is === 'good') return children(data.newerSentAt);
  if (data?.is === 'stale') {
    return (
      <Done icon={Link2Off} tone="bg-sunken text-ink-2" title="This link no longer works">
        {stale}
      </Done>
    );
  }
  return (
    <Frame title={title} hint={hint}>
      <LoadingNote />
      <div className="space-y-4">
        <Skeleton className="h-20" />
        <Skeleton className="h-control" />
      </div>
    </Frame>
  );
}

/** Says that a newer email was sent, so that nobody wonders which of the two links works. */
export function NewerEmail({ sentAt }: { sentAt: string | null }) {
  if (sentAt === null) return null;
  return (
    <p className="text-ink-2">
      We sent you a newer email on {formatMoment(sentAt)}. This link and the newer one both work
      until you use one of them.
    </p>
  );
}

export interface LinkFormProps {
  token: string;
  newerSentAt: string | null;
}
