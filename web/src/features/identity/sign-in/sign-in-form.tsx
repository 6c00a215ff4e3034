import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import type { LoginRequest, User } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { PasswordInput } from '../../../components/ui/form/password-input';
import { explain } from '../../../lib/api';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { isWaiting, useSignIn } from './sign-in';

const schema = () => import('./sign-in.schema');
const resolver = lazyResolver(schema);

/**
 * The form for email address and password.
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
  const { register, handleSubmit, formState } = useForm<LoginRequest>({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const submit = handleSubmit((values) => {
    signIn.mutate(values, {
      onSuccess: (answer) => (isWaiting(answer) ? onWaiting() : onSignedIn(answer.user)),
    });
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      onFocus={() => void schema()}
      className="space-y-4"
    >
      <Field label="Email" error={formState.errors.email?.message}>
        {(control) => (
          <Input {...control} type="email" autoComplete="username" {...register('email')} />
        )}
      </Field>
      <Field label="Password" error={formState.errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} autoComplete="current-password" {...register('password')} />
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
        pending={signIn.isPending}
        pendingLabel="Signing in..."
      >
        Sign In
      </Button>
    </form>
  );
}
