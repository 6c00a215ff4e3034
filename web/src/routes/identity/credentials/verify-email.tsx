import { type SubmitEvent, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { portalAccessOf } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { PasswordInput } from '../../../components/ui/form/password-input';
import { useVerifyEmail } from '../../../features/identity/sign-in/sign-in';
import { ApiError, explain } from '../../../lib/api';
import { userQuery } from '../../../lib/queries/user';
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

const verifyTitle = {
  title: 'Confirm your email address',
  hint: 'Your church knows then that the address is yours, and that you are the one who uses it.',
};

export function VerifyEmail() {
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
          <Link to={portalAccessOf(user) === 'open' ? '/settings' : '/'}>Continue</Link>
        </Button>
      ) : (
        toSignIn
      )}
    </>
  );
  return (
    <LinkCheck link={{ token, for: 'verify-email' }} {...verifyTitle} stale={stale}>
      {(newerSentAt) => <VerifyForm key={token} token={token} newerSentAt={newerSentAt} />}
    </LinkCheck>
  );
}

/**
 * Confirms an email address with a form, because mail programs open links by themselves. The
 * current password may have been chosen by another person than the owner of the address. So the
 * form asks for it, or for a new password.
 */
function VerifyForm({ token, newerSentAt }: LinkFormProps) {
  const client = useQueryClient();
  const verify = useVerifyEmail();
  const arrive = useContinueAfterLink();
  const [typed, setTyped] = useState('');
  const [choosesNew, setChoosesNew] = useState(false);
  const [problem, setProblem] = useState<string>();
  const error = verify.error instanceof ApiError ? verify.error : null;
  const passwordNeeded = error?.body?.code === 'password-needed' ? error.body : null;
  const isNewPassword = choosesNew || passwordNeeded?.hasPassword === false;
  // The link for changing an account's address requires the password of the account; a new password
  // cannot be chosen.
  const isChange =
    error?.status === 401 || (passwordNeeded !== null && passwordNeeded.hasPassword === undefined);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const passwordProblem = isNewPassword ? (await checks()).passwordProblem(typed) : undefined;
    setProblem(passwordProblem);
    if (passwordProblem || verify.isPending) return;
    const password = isNewPassword ? { newPassword: typed } : { password: typed };
    verify.mutate(
      { token, ...(typed !== '' && password) },
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
          label={isNewPassword ? 'New password' : 'Password'}
          help={isNewPassword ? 'At least 8 characters.' : 'The one that you sign in with.'}
          error={problem}
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete={isNewPassword ? 'new-password' : 'current-password'}
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
        {!isNewPassword && !isChange && (
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
