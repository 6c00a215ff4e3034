import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { CircleCheck, Link2Off, MailCheck } from 'lucide-react';
import { gateOf, type LinkRequest, type LoginResponse } from '#libs/contracts';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/form/field';
import { Input } from '../../components/ui/form/input';
import { PasswordInput } from '../../components/ui/form/password-input';
import { LoadingNote, Skeleton } from '../../components/ui/skeleton';
import { useForgotPassword } from '../../features/identity/account/account';
import {
  isWaiting,
  linkQuery,
  useResetPassword,
  useVerifyEmail,
} from '../../features/identity/sign-in/sign-in';
import { ApiError, explain } from '../../lib/api';
import { cn } from '../../lib/cn';
import { formatMoment } from '../../lib/format';
import { userQuery } from '../../lib/queries/user';
import { PublicColumn, PublicFrame } from '../shell/public-frame';
import { useEnter } from '../shell/use-enter';

export const ForgotPasswordRoute = createLazyRoute('/forgot-password')({
  component: ForgotPassword,
});
export const ResetPasswordRoute = createLazyRoute('/reset-password')({ component: ResetPassword });
export const VerifyEmailRoute = createLazyRoute('/verify-email')({ component: VerifyEmail });

/** They come with the first touch of a form. */
const checks = () => import('../../features/identity/sign-in/check-credentials');

/** Whoever is in has the shell around the page already. */
function Around({ children }: { children: ReactNode }) {
  const { data: user } = useQuery(userQuery);
  return user && gateOf(user) === 'open' ? children : <PublicFrame>{children}</PublicFrame>;
}

function Frame({
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

function Done({
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
function useArrive(): (answer: LoginResponse) => void {
  const enter = useEnter();
  const navigate = useNavigate();
  return (answer) =>
    void (isWaiting(answer)
      ? navigate({ to: '/sign-in/code', replace: true })
      : enter(answer.user));
}

const toSignIn = (
  <Button asChild variant="primary">
    <Link to="/sign-in">Sign In</Link>
  </Button>
);

function ForgotPassword() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const ask = useForgotPassword();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = (await checks()).emailProblem(email);
    setProblem(found);
    if (!found && !ask.isPending) ask.mutate({ email });
  };
  if (ask.isSuccess) {
    return (
      <Done icon={MailCheck} title="Check your inbox">
        <p>
          If there is an account for {email}, an email with a link is on its way. The link works for
          an hour.
        </p>
      </Done>
    );
  }
  return (
    <Frame
      title="Forgot your password?"
      hint="We send a link to your email address, with which you choose a new one."
    >
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        onFocus={() => void checks()}
        className="space-y-4"
      >
        <Field label="Email" error={problem}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        {ask.error && <Alert>{explain(ask.error)}</Alert>}
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          pending={ask.isPending}
          pendingLabel="Sending..."
        >
          Send the link
        </Button>
      </form>
    </Frame>
  );
}

/**
 * What a letter's link opens: its form, or at once, before anybody has typed a password, that it leads nowhere any more.
 * `children` is the form with its title, so that the title does not change while the link is looked at.
 */
function ByLink({
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
function NewerEmail({ sentAt }: { sentAt: string | null }) {
  if (sentAt === null) return null;
  return (
    <p className="text-ink-2">
      We sent you a newer email on {formatMoment(sentAt)}. This link and the newer one both work
      until you use one of them.
    </p>
  );
}

const resetTitle = { title: 'Choose a new password', hint: 'You sign in with it from now on.' };

function ResetPassword() {
  const { token = '' } = getRouteApi('/reset-password').useSearch();
  const stale = (
    <>
      <p>
        It has expired or was used before. If you have chosen a password with it already, sign in
        with that one.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="primary">
          <Link to="/forgot-password">Ask for a new link</Link>
        </Button>
        <Button asChild>
          <Link to="/sign-in">Sign In</Link>
        </Button>
      </div>
    </>
  );
  return (
    <ByLink link={{ token, for: 'reset-password' }} {...resetTitle} stale={stale}>
      {(newerSentAt) => <ResetForm key={token} token={token} newerSentAt={newerSentAt} />}
    </ByLink>
  );
}

interface LinkFormProps {
  token: string;
  newerSentAt: string | null;
}

function ResetForm({ token, newerSentAt }: LinkFormProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const reset = useResetPassword();
  const arrive = useArrive();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = (await checks()).passwordProblem(password);
    setProblem(found);
    if (!found && !reset.isPending)
      reset.mutate({ token, password }, { onSuccess: (answer) => answer && arrive(answer) });
  };
  if (reset.isSuccess && !reset.data) {
    return (
      <Done icon={CircleCheck} title="Your password is changed">
        <p>Every device was signed out. Please sign in with your new password.</p>
        {toSignIn}
      </Done>
    );
  }
  return (
    <Frame {...resetTitle}>
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        onFocus={() => void checks()}
        className="space-y-4"
      >
        <Field label="New password" help="At least 8 characters." error={problem}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {reset.error && <Alert>{explain(reset.error)}</Alert>}
        <NewerEmail sentAt={newerSentAt} />
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          pending={reset.isPending}
          pendingLabel="Saving..."
        >
          Save password
        </Button>
        <p className="text-ink-2">
          The link no longer works?{' '}
          <Link
            to="/forgot-password"
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            Ask for a new one
          </Link>
        </p>
      </form>
    </Frame>
  );
}

const verifyTitle = {
  title: 'Confirm your email address',
  hint: 'Your church knows then that the address is yours, and that you are the one who uses it.',
};

function VerifyEmail() {
  const { token = '' } = getRouteApi('/verify-email').useSearch();
  const { data: user } = useQuery(userQuery);
  const stale = (
    <>
      <p>
        It has expired or was used before. If you have confirmed your address with it already, there
        is nothing left to do; if not,{' '}
        {user ? 'ask for a new one' : 'sign in and ask for a new one'}.
      </p>
      {user ? (
        <Button asChild variant="primary">
          <Link to={gateOf(user) === 'open' ? '/settings' : '/'}>Continue</Link>
        </Button>
      ) : (
        toSignIn
      )}
    </>
  );
  return (
    <ByLink link={{ token, for: 'verify-email' }} {...verifyTitle} stale={stale}>
      {(newerSentAt) => <VerifyForm key={token} token={token} newerSentAt={newerSentAt} />}
    </ByLink>
  );
}

/**
 * A form, not the visit itself: mail programs open links to look at them. Whoever chose the current password need not be who
 * reads the letter, so that it is asked for, or a new one is chosen.
 */
function VerifyForm({ token, newerSentAt }: LinkFormProps) {
  const client = useQueryClient();
  const verify = useVerifyEmail();
  const arrive = useArrive();
  const [typed, setTyped] = useState('');
  const [choosesNew, setChoosesNew] = useState(false);
  const [problem, setProblem] = useState<string>();
  const error = verify.error instanceof ApiError ? verify.error : null;
  const asked = error?.body?.code === 'password-needed' ? error.body : null;
  const isNew = choosesNew || asked?.hasPassword === false;
  // the link to a new address of an account is for whoever knows its password, and for nobody else
  const isChange = error?.status === 401 || (asked !== null && asked.hasPassword === undefined);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = isNew ? (await checks()).passwordProblem(typed) : undefined;
    setProblem(found);
    if (found || verify.isPending) return;
    const proof = typed === '' ? {} : isNew ? { newPassword: typed } : { password: typed };
    verify.mutate(
      { token, ...proof },
      {
        onSuccess: (answer) =>
          answer ? arrive(answer) : void client.invalidateQueries({ queryKey: userQuery.queryKey }),
      },
    );
  };
  if (verify.isSuccess && !verify.data) {
    return (
      <Done icon={CircleCheck} title="Your email address is confirmed">
        <p>Thank you. You sign in with it from now on.</p>
        <Button asChild variant="primary">
          <Link to="/">Continue</Link>
        </Button>
      </Done>
    );
  }
  return (
    <Frame {...verifyTitle}>
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        onFocus={() => void checks()}
        className="space-y-4"
      >
        {verify.error && <Alert>{explain(verify.error)}</Alert>}
        <NewerEmail sentAt={newerSentAt} />
        <Field
          label={isNew ? 'New password' : 'Password'}
          help={isNew ? 'At least 8 characters.' : 'The one that you sign in with.'}
          error={problem}
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete={isNew ? 'new-password' : 'current-password'}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          pending={verify.isPending}
          pendingLabel="Confirming..."
        >
          Confirm email address
        </Button>
        {!isNew && !isChange && (
          <p className="text-ink-2">
            You did not choose one, or do not know it?{' '}
            <Button
              variant="link"
              size="inline"
              onClick={() => {
                setChoosesNew(true);
                setTyped('');
                verify.reset();
              }}
            >
              Choose a new password
            </Button>
          </p>
        )}
        {error?.status === 401 && (
          <Button asChild className="w-full">
            <Link to="/sign-in" search={{ next: `/verify-email?token=${token}` }}>
              Sign In
            </Link>
          </Button>
        )}
      </form>
    </Frame>
  );
}
