import { type ReactNode } from 'react';
import {
  Controller,
  type FieldValues,
  FormProvider,
  useFormContext,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form';
import { TriangleAlert } from 'lucide-react';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { DateInput, Input, Select, Textarea } from '../../../components/ui/form/input';
import { MoneyInput } from '../../../components/ui/form/money-input';
import type { FormDraft } from '../../../lib/forms/use-draft';
import { CampaignField } from './campaign-field';
import { blankToNull } from './donation-form';
import { MemberField, type MemberFieldProps } from './member-field';

/** The values of the fields below. The schema of each dialog says more. */
interface GiftValues {
  userId?: string | null;
  guestFirstName?: string | null;
  guestLastName?: string | null;
  guestEmail?: string | null;
  guestPhone?: string | null;
  amount: string;
  date?: string | null;
  paymentMethod?: string;
  campaign?: string | null;
  notes?: string | null;
}

export interface GiftDialogProps<In extends FieldValues, Out extends FieldValues> {
  title: string;
  description: string;
  form: UseFormReturn<In, unknown, Out>;
  onSubmit: () => Promise<void>;
  draft: FormDraft;
  onClose: () => void;
  /** The label of the button that closes the dialog. */
  cancel?: string;
  /** The label of the button that submits the form. */
  submit: string;
  pending: boolean;
  pendingLabel: string;
  /** Records the donation, and leaves the dialog open for the next one. */
  onSubmitAndNext?: () => Promise<void>;
  /** The name of the field that has the focus first. */
  firstField?: string;
  /** Possible mistakes, which are shown before the donation is recorded. */
  doubts?: readonly string[];
  children: ReactNode;
}

/** A dialog with a form about one donation. */
export function GiftDialog<In extends FieldValues, Out extends FieldValues>({
  title,
  description,
  form,
  draft,
  onSubmit,
  onClose,
  cancel,
  submit,
  pending,
  pendingLabel,
  onSubmitAndNext,
  firstField,
  doubts = [],
  children,
}: GiftDialogProps<In, Out>) {
  const otherSubmit = onSubmitAndNext && {
    label: doubts.length > 0 ? 'Record anyway and add another' : 'Record and add another',
    onClick: () => void onSubmitAndNext(),
  };
  return (
    <Dialog
      open
      firstField={firstField}
      onOpenChange={onClose}
      title={title}
      description={description}
      dirty={form.formState.isDirty && !pending}
    >
      <FormProvider {...form}>
        <DialogForm
          onSubmit={(event) => {
            event.preventDefault();
            if (!pending) void onSubmit();
          }}
          onCancel={onClose}
          cancel={cancel}
          submit={doubts.length > 0 ? 'Record anyway' : submit}
          pending={pending}
          pendingLabel={pendingLabel}
          otherSubmit={otherSubmit}
        >
          <DraftNote draft={draft} />
          {children}
          {doubts.length > 0 && <UnusualValueWarnings sentences={doubts} />}
        </DialogForm>
      </FormProvider>
    </Dialog>
  );
}

function UnusualValueWarnings({ sentences }: { sentences: readonly string[] }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-md bg-hold-soft px-3 py-2.5 text-hold"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-1">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>Is this right?</p>
      </div>
    </div>
  );
}

export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-4 sm:grid-cols-2">{children}</div>
);

export function GivingMember({ present }: Pick<MemberFieldProps, 'present'>) {
  const { control, formState } = useFormContext<GiftValues>();
  return (
    <Controller
      control={control}
      name="userId"
      render={({ field }) => (
        <MemberField
          value={field.value ?? ''}
          present={present}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={formState.errors.userId && 'Member is required'}
        />
      )}
    />
  );
}

/**
 * The names of a guest. With `required`, a toast shows the specification's sentence, and the fields
 * say which one is missing.
 */
export function GuestNames({ required = false }: { required?: boolean }) {
  const {
    register,
    formState: { errors },
  } = useFormContext<GiftValues>();
  const fieldError = (error: { message?: string } | undefined, name: string) =>
    error && (required ? `${name} is required` : error.message);
  return (
    <>
      <Field label="First name" error={fieldError(errors.guestFirstName, 'First name')}>
        {(props) => <Input {...props} autoComplete="off" {...register('guestFirstName')} />}
      </Field>
      <Field label="Last name" error={fieldError(errors.guestLastName, 'Last name')}>
        {(props) => <Input {...props} autoComplete="off" {...register('guestLastName')} />}
      </Field>
    </>
  );
}

export function GuestContact() {
  const {
    register,
    formState: { errors },
  } = useFormContext<GiftValues>();
  return (
    <>
      <Field label="Email" optional error={errors.guestEmail?.message}>
        {(props) => (
          <Input {...props} type="email" autoComplete="off" {...register('guestEmail')} />
        )}
      </Field>
      <Field label="Phone" optional error={errors.guestPhone?.message}>
        {(props) => <Input {...props} type="tel" autoComplete="off" {...register('guestPhone')} />}
      </Field>
    </>
  );
}

/**
 * Amount, date, payment method and fund. A donation without a date is recorded with today's date.
 */
export function GiftFacts({
  methods,
  dateOptional,
  today,
}: {
  methods: readonly string[];
  dateOptional: boolean;
  today?: string;
}) {
  const {
    register,
    control,
    formState: { errors },
  } = useFormContext<GiftValues>();
  const date = useWatch<GiftValues, 'date'>({ name: 'date' });
  const isAhead = today !== undefined && date != null && date > today;
  return (
    <>
      <Field label="Amount" error={errors.amount?.message}>
        {(props) => <MoneyInput {...props} {...register('amount')} />}
      </Field>
      <Field
        label="Date"
        optional={dateOptional}
        help={isAhead ? 'This day is still to come.' : undefined}
        error={errors.date?.message}
      >
        {(props) => (
          <DateInput
            {...props}
            {...register('date', dateOptional ? { setValueAs: blankToNull } : {})}
          />
        )}
      </Field>
      <Field label="Payment method" error={errors.paymentMethod?.message}>
        {(props) => (
          <Select {...props} {...register('paymentMethod')}>
            {methods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </Select>
        )}
      </Field>
      <Controller
        control={control}
        name="campaign"
        render={({ field }) => (
          <CampaignField
            value={field.value ?? ''}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={errors.campaign?.message}
          />
        )}
      />
    </>
  );
}

export function GiftNotes({ className }: { className?: string }) {
  const { register, formState } = useFormContext<GiftValues>();
  return (
    <Field label="Notes" optional className={className} error={formState.errors.notes?.message}>
      {(props) => <Textarea {...props} rows={2} {...register('notes')} />}
    </Field>
  );
}
