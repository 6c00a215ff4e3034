import { type SubmitEvent, useState } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { PasswordInput } from '../../../components/ui/form/password-input';
import { useResetPassword } from '../../../features/identity/sign-in/sign-in';
import { explain } from '../../../lib/api';
import {
  checks,
  Frame,
  Done,
  useContinueAfterLink,
  toSignIn,
  LinkCheck,
  NewerEmail,
  type LinkFormProps,
} from './link-page';

const resetTitle = { title: 'Choose a new password', hint: 'You sign in with it from now on.' };

export function ResetPassword() {
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
    <LinkCheck link={{ token, for: 'reset-password' }} {...resetTitle} stale={stale}>
      {(newerSentAt) => <ResetForm key={token} token={token} newerSentAt={newerSentAt} />}
    </LinkCheck>
  );
}

function ResetForm({ token, newerSentAt }: LinkFormProps) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const reset = useResetPassword();
  const arrive = useContinueAfterLink();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const passwordProblem = (await checks()).passwordProblem(password);
    setProblem(passwordProblem);
    if (!passwordProblem && !reset.isPending)
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
