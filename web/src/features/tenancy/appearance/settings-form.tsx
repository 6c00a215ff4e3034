import { lazy, Suspense, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { SettingKey, Settings } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Combobox } from '../../../components/ui/form/combobox';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { type ControlProps, Field } from '../../../components/ui/form/field';
import { Input, Textarea } from '../../../components/ui/form/input';
import { Skeleton } from '../../../components/ui/skeleton';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import {
  type SettingTexts,
  type SettingValues,
  useSettingsForm,
} from '../../../lib/forms/use-settings-form';
import { toast, toastError } from '../../../lib/toast';
import { timeZoneOptions } from '../../../lib/time-zones';
import { saveSettings, type SaveWords } from './site';

const SettingsConflictDialog = lazy(
  () => import('../../../components/church/settings-conflict-dialog'),
);

// Few settings need the editor, and none of the first ones.
const MarkdownEditor = lazy(() =>
  import('../../../components/ui/form/markdown-editor').then((module) => ({
    default: module.MarkdownEditor,
  })),
);

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
  const client = useQueryClient();
  const keys = fields.map(({ key }) => key);
  const { form, draft, submit, pending, isDirty, conflict } = useSettingsForm({
    settings,
    keys,
    draftName: `settings.${title}`,
    resolver: lazyResolver<SettingValues, SettingTexts>(async () => ({
      default: (await import('./settings-resolver')).settingsResolver(keys),
    })),
    save: (changed, seenVersions) => saveSettings(client, changed, seenVersions),
    onSaved: () => toast(...words.done),
    onFailed: (error) => toastError(words.failed[1], error, words.failed[0]),
  });
  const { errors } = form.formState;
  useEffect(() => onDirty(title, isDirty), [onDirty, title, isDirty]);
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
          pending={pending}
          pendingLabel="Saving..."
        >
          {act}
        </Button>
      </form>
      <Suspense>
        {conflict && (
          <SettingsConflictDialog
            conflict={conflict}
            labels={fields.map(({ key, label }) => [key, label] as const)}
          />
        )}
      </Suspense>
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
  form: UseFormReturn<SettingValues, unknown, SettingTexts>;
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
