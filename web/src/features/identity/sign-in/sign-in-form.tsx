import { type SubmitEvent, useState } from 'react';
import { noop } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LoginRequest, User } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { PasswordInput } from '../../../components/ui/form/password-input';
import { explain } from '../../../lib/api';
import { isWaiting, useSignIn } from './sign-in';
import type { SignInErrors } from './sign-in.schema';

// The schemas would be a third of the code of this page, so they are loaded when they are needed.
const loadSchema = () => import('./sign-in.schema');

/**
 * Returns what is wrong with the values. Returns no errors if the schema cannot be loaded, because
 * the server checks the values, too.
 */
const findErrors = (values: LoginRequest): Promise<SignInErrors> =>
  loadSchema().then(
    ({ findSignInErrors }) => findSignInErrors(values),
    () => ({}),
  );

/**
 * Reads what is typed, or filled in by a password manager, which may not cause an event for each
 * field.
 */
function readValues(form: HTMLFormElement): LoginRequest {
  const data = new FormData(form);
  const read = (name: keyof LoginRequest) => data.get(name) as string;
  return { email: read('email'), password: read('password') };
}

/**
 * The form for email address and password. It does not use the library of forms, which would be a
 * tenth of the code of the page that everybody loads first.
 * @param onWaiting called if the password was right and a second factor is required on its own page
 */
export function SignInForm({
  onSignedIn,
  onWaiting,
}: {
  onSignedIn: (user: User) => void;
  onWaiting: () => void;
}) {
  const signIn = useSignIn();
  const [errors, setErrors] = useState<SignInErrors>({});
  const [isSubmitting, setSubmitting] = useState(false);
  const hasErrors = Object.keys(errors).length > 0;
  const submit = async (form: HTMLFormElement) => {
    const values = readValues(form);
    setSubmitting(true);
    const fieldErrors = await findErrors(values);
    setErrors(fieldErrors);
    const [firstField] = Object.keys(fieldErrors);
    if (firstField) {
      setSubmitting(false);
      form.querySelector<HTMLInputElement>(`[name=${firstField}]`)?.focus();
      return;
    }
    signIn.mutate(values, {
      onSuccess: (answer) => (isWaiting(answer) ? onWaiting() : onSignedIn(answer.user)),
      onSettled: () => setSubmitting(false),
    });
  };
  const checkAgain = async (form: HTMLFormElement) => setErrors(await findErrors(readValues(form)));
  return (
    <form
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!isSubmitting) void submit(event.currentTarget);
      }}
      onChange={(event) => {
        if (hasErrors) void checkAgain(event.currentTarget);
      }}
      noValidate
      onFocus={() => void loadSchema().catch(noop)}
      className="space-y-4"
    >
      <Field label="Email" error={errors.email}>
        {(control) => <Input {...control} type="email" autoComplete="username" name="email" />}
      </Field>
      <Field label="Password" error={errors.password}>
        {(control) => (
          <PasswordInput {...control} autoComplete="current-password" name="password" />
        )}
      </Field>
      <p className="text-right">
        <Link
          to="/forgot-password"
          className={
            'standalone-link text-grid font-medium text-accent underline-offset-4 ' +
            'hover:underline'
          }
        >
          Forgot your password?
        </Link>
      </p>
      {signIn.error && <Alert>{explain(signIn.error)}</Alert>}
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        pending={isSubmitting}
        pendingLabel="Signing in..."
      >
        Sign In
      </Button>
    </form>
  );
}
