import { useForm } from 'react-hook-form';
import type { ChangePasswordRequest } from '#libs/contracts';
import { Alert } from '../../components/alert';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Field } from '../../components/field';
import { Input } from '../../components/input';
import { explain } from '../../lib/api';
import { lazyResolver } from '../../lib/lazy-resolver';
import { useChangePassword } from './account';

const schema = () => import('./change-password.schema');
const resolver = lazyResolver(schema);

export function PasswordCard() {
  const change = useChangePassword();
  const { register, handleSubmit, formState, reset } = useForm<ChangePasswordRequest>({
    resolver,
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit((values) => {
    if (!change.isPending) change.mutate(values, { onSuccess: () => reset() });
  });
  return (
    <Card title="Password" description="Your other devices are signed out when you change it.">
      <form onSubmit={(event) => void submit(event)} noValidate onFocus={() => void schema()} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Present password" error={errors.currentPassword?.message}>
            {(control) => <Input {...control} type="password" autoComplete="current-password" {...register('currentPassword')} />}
          </Field>
          <Field label="New password" help="At least 8 characters." error={errors.newPassword?.message}>
            {(control) => <Input {...control} type="password" autoComplete="new-password" {...register('newPassword')} />}
          </Field>
        </div>
        {change.error && <Alert>{explain(change.error)}</Alert>}
        <Button type="submit" pending={change.isPending} pendingLabel="Saving...">
          Change Password
        </Button>
      </form>
    </Card>
  );
}
