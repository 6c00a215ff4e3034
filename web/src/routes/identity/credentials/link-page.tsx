import { type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Link2Off, type MailCheck } from 'lucide-react';
import { portalAccessOf, type LinkRequest, type LoginResponse } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { LoadingNote, Skeleton } from '../../../components/ui/skeleton';
import { isWaiting, linkQuery } from '../../../features/identity/sign-in/sign-in';
import { cn } from '../../../lib/cn';
import { formatMoment } from '../../../lib/format';
import { userQuery } from '../../../lib/queries/user';
import { PublicColumn, PublicFrame } from '../../shell/public-frame';
import { useFinishSignIn } from '../../shell/use-finish-sign-in';

/** Loads the validation. It is called when the user first touches a form. */
export const checks = () => import('../../../features/identity/sign-in/check-credentials');

/** Renders the frame of a public page. Signed-in users already have the shell around the page. */
function PageFrame({ children }: { children: ReactNode }) {
  const { data: user } = useQuery(userQuery);
  return user && portalAccessOf(user) === 'open' ? children : <PublicFrame>{children}</PublicFrame>;
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
    <PageFrame>
      <PublicColumn>
        <h1 tabIndex={-1} data-page-heading className="text-title">
          {title}
        </h1>
        {hint && <p className="mt-1 mb-6 text-ink-2">{hint}</p>}
        {children}
      </PublicColumn>
    </PageFrame>
  );
}

/** The page that says what a link of an email has done. */
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
    <PageFrame>
      <PublicColumn>
        <span className={cn('grid size-11 place-items-center rounded-full', tone)}>
          <Icon aria-hidden className="size-5" />
        </span>
        <h1 tabIndex={-1} data-page-heading className="mt-4 text-title">
          {title}
        </h1>
        <div className="mt-2 space-y-6 text-ink-2">{children}</div>
      </PublicColumn>
    </PageFrame>
  );
}

/**
 * Returns a function that opens the next page after the server has accepted the form of a link: the
 * page of the second factor if the sign-in waits for it, otherwise the church.
 */
export function useContinueAfterLink(): (answer: LoginResponse) => void {
  const enter = useFinishSignIn();
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
 * Checks the link of an email before the user types a password. Shows the form if the link is
 * valid, and says so if it is not. `children` renders the form with its title, so that the title
 * does not change while the link is checked.
 */
export function LinkCheck({
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
  if (data?.state === 'good') return children(data.newerSentAt);
  if (data?.state === 'stale') {
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

/** Says that a newer email was sent, so that the user knows which of the two links works. */
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
