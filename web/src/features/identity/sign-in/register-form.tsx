import type { ChangeEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { PublicChurch, Registered, RegisterRequest } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { Input, Select } from '../../../components/ui/form/input';
import { PasswordInput } from '../../../components/ui/form/password-input';
import { explain } from '../../../lib/api';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { useRegister } from './register';

export interface RegisterFormProps {
  churches: readonly PublicChurch[];
  /** Set if the address of the invitation names the church, or if there is only one. */
  slug: string | undefined;
  onRegistered: (registered: Registered) => void;
  /** Called with the church that is chosen in the form; empty for none. */
  onChurch?: (slug: string) => void;
}

const schema = () => import('./register.schema');
const resolver = lazyResolver(schema);

export function RegisterForm({ churches, slug, onRegistered, onChurch }: RegisterFormProps) {
  const signUp = useRegister();
  const form = useForm<RegisterRequest>({
    resolver,
    defaultValues: {
      email: '',
      password: '',
      firstName: '',
      lastName: '',
      organizationSlug: slug ?? '',
    },
  });
  const { register, handleSubmit, formState, setError } = form;
  const submit = handleSubmit((values) => {
    const organizationSlug = slug ?? values.organizationSlug;
    if (!organizationSlug) {
      setError('organizationSlug', { message: 'Please choose your church' }, { shouldFocus: true });
      return;
    }
    signUp.mutate(
      { ...values, organizationSlug },
      { onSuccess: onRegistered, onError: (error) => void setServerIssues(form, error) },
    );
  });
  const { errors } = formState;
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      onFocus={() => void schema()}
      className="space-y-4"
    >
      {!slug && (
        <Field label="Church" error={errors.organizationSlug?.message}>
          {(control) => (
            <Select
              {...control}
              {...register('organizationSlug', {
                onChange: (event: ChangeEvent<HTMLSelectElement>) => onChurch?.(event.target.value),
              })}
            >
              <option value="">Choose your church</option>
              {churches.map((church) => (
                <option key={church.slug} value={church.slug}>
                  {church.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName?.message}>
          {(control) => <Input {...control} autoComplete="given-name" {...register('firstName')} />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(control) => <Input {...control} autoComplete="family-name" {...register('lastName')} />}
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} type="email" autoComplete="username" {...register('email')} />
        )}
      </Field>
      <Field label="Password" help="At least 8 characters." error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" {...register('password')} />
        )}
      </Field>
      {signUp.error && Object.keys(errors).length === 0 && <Alert>{explain(signUp.error)}</Alert>}
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        pending={signUp.isPending}
        pendingLabel="Creating account..."
      >
        Create account
      </Button>
    </form>
  );
}
