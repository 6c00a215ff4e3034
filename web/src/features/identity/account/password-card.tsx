import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { ChangePasswordRequest } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Field } from '../../../components/ui/form/field';
import { PasswordInput } from '../../../components/ui/form/password-input';
import { explain } from '../../../lib/api';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { securityQuery, useChangePassword, useForgotPassword } from './account';

const schema = () => import('./change-password.schema');
const resolver = lazyResolver(schema);

export function PasswordCard({ email }: { email: string }) {
  const { data: security } = useQuery(securityQuery);
  return security?.hasPassword === false ? (
    <NoPasswordCard email={email} />
  ) : (
    <ChangePasswordCard />
  );
}

/**
 * For an account that was created by single sign-on. The user sets a first password with the email
 * for a forgotten password.
 */
function NoPasswordCard({ email }: { email: string }) {
  const forgot = useForgotPassword();
  return (
    <Card
      title="Password"
      description={
        'You come in by single sign-on and have no password here. With one you can sign ' +
        'in either way.'
      }
    >
      {forgot.error && <Alert>{explain(forgot.error)}</Alert>}
      {forgot.isSuccess ? (
        <p role="status" className="text-ink-2">
          We have sent an email with a link to {email}.
        </p>
      ) : (
        <Button
          pending={forgot.isPending}
          pendingLabel="Sending..."
          onClick={() => forgot.mutate({ email })}
        >
          Choose a Password
        </Button>
      )}
    </Card>
  );
}

function ChangePasswordCard() {
  const change = useChangePassword();
  const form = useForm<ChangePasswordRequest>({
    resolver,
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { register, handleSubmit, formState, reset } = form;
  const { errors } = formState;
  const submit = handleSubmit((values) => {
    if (!change.isPending)
      change.mutate(values, {
        onSuccess: () => reset(),
        onError: (error) => void setServerIssues(form, error),
      });
  });
  return (
    <Card title="Password" description="Your other devices are signed out when you change it.">
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        onFocus={() => void schema()}
        className="space-y-4"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Current password" error={errors.currentPassword?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                {...register('currentPassword')}
              />
            )}
          </Field>
          <Field
            label="New password"
            help="At least 8 characters."
            error={errors.newPassword?.message}
          >
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="new-password"
                {...register('newPassword')}
              />
            )}
          </Field>
        </div>
        {change.error && Object.keys(errors).length === 0 && <Alert>{explain(change.error)}</Alert>}
        <Button type="submit" pending={change.isPending} pendingLabel="Saving...">
          Change Password
        </Button>
      </form>
    </Card>
  );
}
