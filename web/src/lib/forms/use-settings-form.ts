import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type DefaultValues, type Resolver, useForm } from 'react-hook-form';
import type { SettingKey, Settings } from '#libs/contracts';
import { mergeChanges, mergedValues, type Refusal, refusalOf } from './content-conflict';
import { setServerIssues } from './server-issues';
import { useDraft } from './use-draft';

export type SettingTexts = Partial<Record<SettingKey, string>>;
/** The values of a form of settings, with the versions of the settings that the user has seen. */
export type SettingValues = SettingTexts & { versions: Settings['versions'] };

export interface SettingsFormOptions {
  settings: Settings;
  /** The settings that the form edits. */
  keys: readonly SettingKey[];
  /** The name under which the draft of this form is stored. */
  draftName: string;
  resolver?: Resolver<SettingValues, unknown, SettingTexts>;
  /** Saves all changed settings, or none, and returns all settings as they are saved then. */
  save: (changed: SettingTexts, seenVersions: Settings['versions']) => Promise<Settings>;
  onSaved: () => void;
  /** Called with each failure except a change of another user, which the form shows itself. */
  onFailed: (error: unknown) => void;
}

/** Both versions of the settings of a form, after another user has saved one of them. */
export interface SettingsConflict {
  /** The sentence of the server that says who saved the setting. */
  message: string;
  theirs: SettingTexts;
  mine: SettingTexts;
  pending: boolean;
  onClose: () => void;
  onKeepTheirs: () => void;
  onUseMine: () => void;
}

/** Returns the values of a form for saved settings. */
const toValues = (savedSettings: Settings, keys: readonly SettingKey[]): SettingValues => ({
  ...Object.fromEntries(keys.map((key) => [key, savedSettings[key]])),
  versions: Object.fromEntries(keys.map((key) => [key, savedSettings.versions[key] ?? 0])),
});

/**
 * A form of settings. It sends only changed settings, keeps a draft, and shows both versions if
 * another user has saved a changed setting meanwhile.
 */
export function useSettingsForm({
  settings,
  keys,
  draftName,
  resolver,
  save,
  onSaved,
  onFailed,
}: SettingsFormOptions) {
  const form = useForm<SettingValues, unknown, SettingTexts>({
    ...(resolver && { resolver }),
    defaultValues: toValues(settings, keys) as DefaultValues<SettingValues>,
  });
  const draft = useDraft(form, draftName);
  const [refusal, setRefusal] = useState<Refusal<Settings> | null>(null);
  const { isDirty } = form.formState;

  // Newly saved values replace those of a form that the user has not changed. A changed form keeps
  // its values and the versions on which they are based, so that saving reveals the conflict.
  const followSaved = useEffectEvent((savedSettings: Settings) => {
    if (!isDirty) form.reset(toValues(savedSettings, keys));
  });
  useEffect(() => followSaved(settings), [settings]);

  const saving = useMutation({
    mutationFn: (changed: SettingTexts) => save(changed, form.getValues('versions')),
  });
  const isSending = useRef(false);
  const showSaved = (savedSettings: Settings, submitted: SettingTexts) => {
    const typed = form.getValues();
    form.reset(toValues(savedSettings, keys));
    const typedSince = keys.filter((key) => typed[key] !== submitted[key]);
    for (const key of typedSince) form.setValue(key, typed[key], { shouldDirty: true });
  };
  const saveChanges = async (texts: SettingTexts) => {
    const submitted = form.getValues();
    const { dirtyFields } = form.formState;
    const changed = Object.fromEntries(
      keys.filter((key) => dirtyFields[key]).map((key) => [key, texts[key]]),
    );
    // Two clicks may both pass validation before the first request is sent.
    if (isSending.current) return;
    isSending.current = true;
    try {
      showSaved(await saving.mutateAsync(changed), submitted);
      draft.drop();
      onSaved();
    } catch (error) {
      const otherChange = refusalOf<Settings>(error);
      if (otherChange) {
        setRefusal(otherChange);
        return;
      }
      setServerIssues(form, error);
      onFailed(error);
    } finally {
      isSending.current = false;
    }
  };
  const submit = (event?: BaseSyntheticEvent) => form.handleSubmit(saveChanges)(event);
  const conflict: SettingsConflict | null = refusal && {
    message: refusal.message,
    theirs: toValues(refusal.saved, keys),
    mine: mergedValues(form, toValues(refusal.saved, keys)),
    pending: saving.isPending,
    onClose: () => setRefusal(null),
    onKeepTheirs: () => {
      draft.drop();
      form.reset(toValues(refusal.saved, keys));
      setRefusal(null);
    },
    onUseMine: () => {
      const theirs = toValues(refusal.saved, keys);
      mergeChanges(form, theirs);
      form.setValue('versions', theirs.versions);
      setRefusal(null);
      void submit();
    },
  };
  return { form, draft, submit, pending: saving.isPending, isDirty, conflict };
}
