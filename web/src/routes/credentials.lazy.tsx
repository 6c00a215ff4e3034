import { type SubmitEvent, type ReactNode, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { CircleCheck, MailCheck } from 'lucide-react';
import { gateOf, type LoginResponse } from '#libs/contracts';
import { Alert } from '../components/alert';
import { Button } from '../components/button';
import { Field } from '../components/field';
import { Input } from '../components/input';
import { useForgotPassword } from '../features/identity/account/account';
import { isWaiting, useResetPassword, useVerifyEmail } from '../features/identity/sign-in/sign-in';
import { ApiError, explain } from '../lib/api';
import { userQuery } from '../lib/queries/user';
import { PublicColumn, PublicFrame } from './shell/public-frame';
import { useEnter } from './shell/use-enter';

export const ForgotPasswordRoute = createLazyRoute('/forgot-password')({ component: ForgotPassword });
export const ResetPasswordRoute = createLazyRoute('/reset-password')({ component: ResetPassword });
export const VerifyEmailRoute = createLazyRoute('/verify-email')({ component: VerifyEmail });

/** They come with the first touch of a form. */
const checks = () => import('../features/identity/sign-in/check-credentials');

/** Whoever is in has the shell around the page already. */
function Around({ children }: { children: ReactNode }) {
  const { data: user } = useQuery(userQuery);
  return user && gateOf(user) === 'open' ? children : <PublicFrame>{children}</PublicFrame>;
}

function Frame({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
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

function Done({ icon: Icon, title, children }: { icon: typeof MailCheck; title: string; children: ReactNode }) {
  return (
    <Around>
      <PublicColumn>
        <span className="grid size-11 place-items-center rounded-full bg-good-soft text-good">
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
  return (answer) => void (isWaiting(answer) ? navigate({ to: '/sign-in', search: { code: answer.method }, replace: true }) : enter(answer.user));
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
        <p>If there is an account for {email}, an email with a link is on its way. The link works for an hour.</p>
      </Done>
    );
  }
  return (
    <Frame title="Forgot your password?" hint="We send a link to your email address, with which you choose a new one.">
      <form onSubmit={(event) => void submit(event)} noValidate onFocus={() => void checks()} className="space-y-4">
        <Field label="Email" error={problem}>
          {(control) => <Input {...control} type="email" autoComplete="username" value={email} onChange={(event) => setEmail(event.target.value)} />}
        </Field>
        {ask.error && <Alert>{explain(ask.error)}</Alert>}
        <Button type="submit" variant="primary" className="w-full" pending={ask.isPending} pendingLabel="Sending...">
          Send the link
        </Button>
      </form>
    </Frame>
  );
}

function ResetPassword() {
  const { token = '' } = getRouteApi('/reset-password').useSearch();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const reset = useResetPassword();
  const arrive = useArrive();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = (await checks()).passwordProblem(password);
    setProblem(found);
    if (!found && !reset.isPending) reset.mutate({ token, password }, { onSuccess: (answer) => answer && arrive(answer) });
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
    <Frame title="Choose a new password" hint="You sign in with it from now on.">
      <form onSubmit={(event) => void submit(event)} noValidate onFocus={() => void checks()} className="space-y-4">
        <Field label="New password" help="At least 8 characters." error={problem}>
          {(control) => <Input {...control} type="password" autoComplete="new-password" value={password} onChange={(event) => setPassword(event.target.value)} />}
        </Field>
        {reset.error && <Alert>{explain(reset.error)}</Alert>}
        <Button type="submit" variant="primary" className="w-full" pending={reset.isPending} pendingLabel="Saving...">
          Save password
        </Button>
        <p className="text-ink-2">
          The link no longer works?{' '}
          <Link to="/forgot-password" className="font-medium text-accent underline-offset-4 hover:underline">
            Ask for a new one
          </Link>
        </p>
      </form>
    </Frame>
  );
}

/**
 * A form, not the visit itself: mail programs open links to look at them. Whoever chose the current password need not be who
 * reads the letter, so that it is asked for, or a new one is chosen.
 */
function VerifyEmail() {
  const { token = '' } = getRouteApi('/verify-email').useSearch();
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
    verify.mutate({ token, ...proof }, { onSuccess: (answer) => (answer ? arrive(answer) : void client.invalidateQueries({ queryKey: userQuery.queryKey })) });
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
    <Frame title="Confirm your email address" hint="Your church knows then that the address is yours, and that you are the one who uses it.">
      <form onSubmit={(event) => void submit(event)} noValidate onFocus={() => void checks()} className="space-y-4">
        {verify.error && <Alert>{explain(verify.error)}</Alert>}
        <Field label={isNew ? 'New password' : 'Password'} help={isNew ? 'At least 8 characters.' : 'The one that you sign in with.'} error={problem}>
          {(control) => <Input {...control} type="password" autoComplete={isNew ? 'new-password' : 'current-password'} value={typed} onChange={(event) => setTyped(event.target.value)} />}
        </Field>
        <Button type="submit" variant="primary" className="w-full" pending={verify.isPending} pendingLabel="Confirming...">
          Confirm email address
        </Button>
        {!isNew && !isChange && (
          <p className="text-ink-2">
            You did not choose one, or do not know it?{' '}
            <Button variant="link" size="inline" onClick={() => { setChoosesNew(true); setTyped(''); verify.reset(); }}>
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
