import { lazy, Suspense, useEffect } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import type { SettingKey, Settings } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Combobox } from '../../../components/ui/form/combobox';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { type ControlProps, Field } from '../../../components/ui/form/field';
import { Input, Textarea } from '../../../components/ui/form/input';
import { Skeleton } from '../../../components/ui/skeleton';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { setServerIssues } from '../../../lib/forms/server-issues';
import { useDraft } from '../../../lib/forms/use-draft';
import { timeZoneOptions } from '../../../lib/time-zones';
import { type SaveWords, useSaveSettings } from './site';

// Few settings need the editor, and none of the first ones.
const MarkdownEditor = lazy(() =>
  import('../../../components/ui/form/markdown-editor').then((module) => ({
    default: module.MarkdownEditor,
  })),
);

type Values = Partial<Record<SettingKey, string>>;

export interface SettingField {
  key: SettingKey;
  label: string;
  help?: string;
  required?: boolean;
  type?: 'email' | 'tel' | 'url' | 'area' | 'markdown';
  placeholder?: string;
}

export interface SettingsFormProps {
  settings: Settings;
  title: string;
  description: string;
  fields: readonly SettingField[];
  words: SaveWords;
  submit: string;
  /** Called when the form gets or loses unsaved changes. */
  onDirty: (title: string, dirty: boolean) => void;
}

/** A card of settings. It sends only changed settings. */
export function SettingsForm({
  settings,
  title,
  description,
  fields,
  words,
  submit: act,
  onDirty,
}: SettingsFormProps) {
  const save = useSaveSettings(words);
  const keys = fields.map(({ key }) => key);
  const valuesOf = (from: Settings): Values =>
    Object.fromEntries(keys.map((key) => [key, from[key]]));
  const form = useForm<Values>({
    resolver: lazyResolver<Values, Values>(async () => ({
      default: (await import('./settings-resolver')).settingsResolver(keys),
    })),
    values: valuesOf(settings),
    resetOptions: { keepDirtyValues: true },
  });
  const draft = useDraft(form, `settings.${title}`);
  const { handleSubmit, formState } = form;
  const { errors, isDirty } = formState;
  useEffect(() => onDirty(title, isDirty), [onDirty, title, isDirty]);
  const submit = handleSubmit((values) => {
    const changed = Object.fromEntries(
      Object.entries(values).filter(([key, value]) => value !== settings[key as SettingKey]),
    );
    if (!save.isPending)
      save.mutate(changed, {
        onSuccess: draft.drop,
        onError: (error) => void setServerIssues(form, error),
      });
  });
  return (
    <Card title={title} description={description}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <DraftNote draft={draft} />
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((field) => (
            <Field
              key={field.key}
              label={field.label}
              optional={!field.required}
              help={field.help}
              error={errors[field.key]?.message}
              className={field.type === 'markdown' ? 'sm:col-span-2' : undefined}
            >
              {(attributes) => (
                <SettingControl
                  field={field}
                  attributes={attributes}
                  form={form}
                  savedTimeZone={settings.timeZone}
                />
              )}
            </Field>
          ))}
        </div>
        <Button
          type="submit"
          variant="primary"
          disabled={!isDirty}
          pending={save.isPending}
          pendingLabel="Saving..."
        >
          {act}
        </Button>
      </form>
    </Card>
  );
}

/** The control of one setting: a list of time zones, an editor, a text area or an input. */
function SettingControl({
  field: { key, type, placeholder },
  attributes,
  form: { control, register },
  savedTimeZone,
}: {
  field: SettingField;
  attributes: ControlProps;
  form: UseFormReturn<Values>;
  savedTimeZone: string;
}) {
  if (key === 'timeZone')
    return (
      <Controller
        control={control}
        name={key}
        render={({ field: { value = '', onChange, onBlur, ref } }) => (
          <Combobox
            {...attributes}
            options={timeZoneOptions(savedTimeZone)}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            inputRef={ref}
            emptyText="No time zone has this name."
          />
        )}
      />
    );
  if (type === 'markdown')
    return (
      <Controller
        control={control}
        name={key}
        render={({ field: { value = '', onChange, onBlur, ref } }) => (
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <MarkdownEditor
              {...attributes}
              rows={10}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              inputRef={ref}
            />
          </Suspense>
        )}
      />
    );
  if (type === 'area') return <Textarea {...attributes} rows={2} {...register(key)} />;
  return (
    <Input
      {...attributes}
      type={type ?? 'text'}
      placeholder={placeholder}
      autoComplete="off"
      {...register(key)}
    />
  );
}
