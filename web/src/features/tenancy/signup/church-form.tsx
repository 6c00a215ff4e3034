import { useEffect } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import {
  memberCounts,
  plans,
  type ChurchSignup,
  type Plan,
  type SignedUpChurch,
} from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { Input, Select, Textarea } from '../../../components/ui/form/input';
import { LeaveGuard } from '../../../components/ui/form/leave-guard';
import { api, serverMessage } from '../../../lib/api';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { toast, toastError } from '../../../lib/toast';

const schema = () => import('./church.schema');
const resolver = lazyResolver(schema);
const reasonOf = (error: unknown) =>
  serverMessage(error) ?? 'Something went wrong. Please try again.';

export interface ChurchFormProps {
  plan: Plan['id'];
  onPlan: (id: Plan['id']) => void;
  onRegistered: (church: SignedUpChurch) => void;
}

export default function ChurchForm({ plan, onPlan, onRegistered }: ChurchFormProps) {
  const signUp = useMutation({
    meta: { signedOut: true },
    mutationFn: (body: ChurchSignup) => api('/api/organizations/signup', { method: 'POST', body }),
    onSuccess: (church) => {
      toast(
        'Registration Successful!',
        'Welcome to Church Connect! Check your email for DNS setup instructions.',
      );
      onRegistered(church);
    },
    onError: (error) => toastError(reasonOf(error), error, 'Registration Failed'),
  });
  const form = useForm<ChurchSignup>({
    resolver,
    defaultValues: {
      organizationName: '',
      contactName: '',
      email: '',
      phone: '',
      website: '',
      address: '',
      customDomain: '',
      memberCount: '1-50',
      description: '',
      selectedPlan: plan,
      promoCode: '',
    },
  });
  const { register, handleSubmit, formState, setValue } = form;
  useEffect(() => setValue('selectedPlan', plan), [plan, setValue]);
  const { errors, isDirty } = formState;
  const submit = handleSubmit((values) => {
    if (!signUp.isPending)
      signUp.mutate(values, { onError: (error) => void setServerIssues(form, error) });
  });
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      onFocus={() => void schema()}
      className="space-y-4 rounded-lg border bg-surface p-4 sm:p-6"
    >
      {isDirty && !signUp.isPending && !signUp.isSuccess && <LeaveGuard />}
      <Field label="Organization name" error={errors.organizationName?.message}>
        {(control) => (
          <Input {...control} autoComplete="organization" {...register('organizationName')} />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Contact name" error={errors.contactName?.message}>
          {(control) => <Input {...control} autoComplete="name" {...register('contactName')} />}
        </Field>
        <Field
          label="Email"
          help="The first administrator signs in with it."
          error={errors.email?.message}
        >
          {(control) => (
            <Input {...control} type="email" autoComplete="email" {...register('email')} />
          )}
        </Field>
        <Field label="Phone" optional error={errors.phone?.message}>
          {(control) => <Input {...control} type="tel" autoComplete="tel" {...register('phone')} />}
        </Field>
        <Field label="Website" optional error={errors.website?.message}>
          {(control) => (
            <Input
              {...control}
              type="url"
              autoComplete="url"
              placeholder="https://"
              {...register('website')}
            />
          )}
        </Field>
      </div>
      <Field label="Address" optional error={errors.address?.message}>
        {(control) => <Input {...control} autoComplete="street-address" {...register('address')} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Custom domain"
          help="Your portal's own address, such as portal.yourchurch.org."
          error={errors.customDomain?.message}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              placeholder="portal.yourchurch.org"
              {...register('customDomain')}
            />
          )}
        </Field>
        <Field label="Members" error={errors.memberCount?.message}>
          {(control) => (
            <Select {...control} {...register('memberCount')}>
              {memberCounts.map((range) => (
                <option key={range}>{range}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Plan" error={errors.selectedPlan?.message}>
          {(control) => (
            <Select
              {...control}
              {...register('selectedPlan', {
                onChange: (event: { target: { value: Plan['id'] } }) => onPlan(event.target.value),
              })}
            >
              {plans.map(({ id, name, price }) => (
                <option key={id} value={id}>
                  {name}, ${price} a month
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Promo code" optional error={errors.promoCode?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('promoCode')} />}
        </Field>
      </div>
      <Field label="About your church" optional error={errors.description?.message}>
        {(control) => <Textarea {...control} {...register('description')} />}
      </Field>
      {signUp.error && <Alert>{reasonOf(signUp.error)}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full"
        pending={signUp.isPending}
        pendingLabel="Registering..."
      >
        Start Free Trial
      </Button>
    </form>
  );
}
