import { lazy } from 'react';
import type { FieldValues, Path, UseFormRegister } from 'react-hook-form';
import type { BackLink } from '../../../components/content/editor-page';
import { Field } from '../../../components/ui/form/field';
import { Input, Select, Textarea } from '../../../components/ui/form/input';
import { Skeleton } from '../../../components/ui/skeleton';
import { WhenNear } from '../../../components/ui/when-near';
import type LookedForType from './look-fields';
import type { Common, LookFieldsProps } from './look-fields';

/** The properties of an editor of the library. */
export interface LibraryEditorProps<Item> {
  item: Item | null;
  /** Today in the church's time zone. */
  today: string;
  back: BackLink;
  onSaved: (item: Item) => void;
}

const LookedFor = lazy(() => import('./look-fields')) as unknown as typeof LookedForType;

/** The first two fields of every form of the library. */
export function TitleFields<In extends FieldValues & Common>({
  register,
  errors,
}: {
  register: UseFormRegister<In>;
  errors: Partial<Record<'title' | 'description', { message?: string | undefined }>>;
}) {
  return (
    <>
      <Field label="Title" error={errors.title?.message}>
        {(props) => <Input {...props} autoComplete="off" {...register('title' as Path<In>)} />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(props) => <Textarea {...props} rows={4} {...register('description' as Path<In>)} />}
      </Field>
    </>
  );
}

/** The last two fields of every form, tags and picture, which are loaded on demand. */
export function LookFields<In extends FieldValues & Common, Out>(props: LookFieldsProps<In, Out>) {
  return (
    <WhenNear orOnInteraction fallback={<Skeleton className="h-48 w-full max-sm:h-80" />}>
      <LookedFor {...props} />
    </WhenNear>
  );
}

export const toNumber = (typed: unknown) =>
  typed === '' || typed === undefined || typed === null ? undefined : Number(typed);

export function Choice({
  options,
  ...props
}: React.ComponentProps<'select'> & { options: readonly { value: string; label: string }[] }) {
  return (
    <Select {...props}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}
