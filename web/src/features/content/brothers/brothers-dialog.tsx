import { Controller, useWatch } from 'react-hook-form';
import type { BrothersContent, BrothersInput } from '#libs/contracts';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { DraftNote } from '../../../components/ui/form/draft-note';
import { Field } from '../../../components/ui/form/field';
import { Checkbox, Input, Textarea } from '../../../components/ui/form/input';
import { LinkField } from '../../../components/ui/form/link-field';
import { MarkdownEditor } from '../../../components/ui/form/markdown-editor';
import { ToggleGroup } from '../../../components/ui/toggle-group';
import { UploadField } from '../../../components/content/upload-field';
import { ConflictDialog } from '../../../components/content/conflict-dialog';
import { VideoHelp } from '../../../components/content/video-help';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { useContentForm } from '../../../lib/forms/use-content-form';
import {
  brothersLabels,
  brothersTagOptions,
  brothersValues,
  type BrothersValues,
} from './brothers-values';

const resolver = lazyResolver<BrothersValues, BrothersInput>(() => import('./brothers-resolver'));

/**
 * Creates or edits an item of the men's library: an article, a video, audio, or several of them.
 */
export default function BrothersDialog({
  item,
  onClose,
  onSaved,
}: {
  item: BrothersContent | null;
  onClose: () => void;
  onSaved: (item: BrothersContent) => void;
}) {
  const { form, draft, submit, pending, dirty, conflict } = useContentForm({
    kind: 'brothers-in-christ',
    item: item,
    toValues: brothersValues,
    resolver,
    onSaved: (savedItem) => {
      onSaved(savedItem);
      onClose();
    },
  });
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const [youtubeUrl, keepFile] = useWatch({ control, name: ['youtubeUrl', 'keepFile'] });
  const leave = () => {
    draft.drop();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      size="lg"
      title={item ? 'Edit Content' : 'Add Content'}
      description="At least one of article, video and audio."
      dirty={dirty}
    >
      <DialogForm
        onSubmit={submit}
        onCancel={leave}
        submit={item ? 'Update Content' : 'Create Content'}
        pending={pending}
        pendingLabel={item ? 'Updating...' : 'Creating...'}
      >
        {conflict && <ConflictDialog {...conflict} labels={brothersLabels} />}
        <DraftNote draft={draft} />
        <Field label="Title" error={errors.title?.message}>
          {(props) => <Input {...props} autoComplete="off" {...register('title')} />}
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          {(props) => <Textarea {...props} rows={2} {...register('description')} />}
        </Field>
        <Controller
          control={control}
          name="tags"
          render={({ field }) => (
            <ToggleGroup
              label="Tags"
              options={brothersTagOptions}
              value={field.value}
              onChange={field.onChange}
              error={errors.tags?.message ?? errors.tags?.[0]?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="content"
          render={({ field }) => (
            <Field label="Article" optional error={errors.content?.message}>
              {(props) => (
                <MarkdownEditor
                  {...props}
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  inputRef={field.ref}
                />
              )}
            </Field>
          )}
        />
        <LinkField
          label="Video link"
          optional
          help={<VideoHelp typed={youtubeUrl} />}
          error={errors.youtubeUrl?.message}
          name="youtubeUrl"
          register={register}
        />
        <Controller
          control={control}
          name="uploadId"
          render={({ field }) => (
            <UploadField
              label="Audio file"
              kind="audio"
              optional
              error={errors.uploadId?.message}
              value={field.value}
              onChange={field.onChange}
              inputRef={field.ref}
              current={item?.file ?? null}
              keep={keepFile}
              onKeep={(keep) => setValue('keepFile', keep, { shouldDirty: true })}
            />
          )}
        />
        <Checkbox label="Active: members see it" {...register('isActive')} />
      </DialogForm>
    </Dialog>
  );
}
