import { lazy } from 'react';
import { useWatch } from 'react-hook-form';
import type { Nugget, NuggetInput } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { EditorPage } from '../../../components/content/editor-page';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { LinkField } from '../../../components/ui/form/link-field';
import { VideoHelp } from '../../../components/content/video-help';
import type { FieldLabels } from '../../../lib/content/compare-fields';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { useContentForm } from '../../../lib/forms/use-content-form';
import { categoryLabels } from '../../../lib/choice-labels';
import {
  lookLabels,
  type SharedValues,
  sharedValues,
  previewPicture,
  titleLabels,
} from './library-values';
import { Choice, type LibraryEditorProps, LookFields, TitleFields } from './shared-fields';
import { choicesOf, nuggetTagSuggestions } from './words';

const LibraryPreview = lazy(() => import('./library-preview'));

export interface NuggetValues extends SharedValues {
  videoUrl: string;
  durationSeconds: number;
  category: Nugget['category'];
}
export const nuggetValues = (item: Nugget | null): NuggetValues => ({
  ...sharedValues(item),
  videoUrl: item?.videoUrl ?? '',
  durationSeconds: item?.durationSeconds ?? 60,
  category: item?.category ?? 'inspirational',
});

const nuggetLabels: FieldLabels<NuggetValues> = [
  ...titleLabels,
  ['videoUrl', 'Video link'],
  ['durationSeconds', 'Duration in seconds'],
  ['category', 'Category'],
  ...lookLabels,
];

const resolver = lazyResolver<NuggetValues, NuggetInput>(async () => {
  const { formResolver, nuggetForm } = await import('./library-schemas');
  return { default: formResolver<NuggetValues>()(nuggetForm) };
});

/** Formats seconds as `45s` or `1m 30s`. */
const short = (seconds: number) =>
  seconds < 60
    ? `${seconds}s`
    : [`${Math.floor(seconds / 60)}m`, seconds % 60 > 0 && `${seconds % 60}s`]
        .filter(Boolean)
        .join(' ');

/** Creates or edits a nugget. */
export default function NuggetEditor({ item, back, onSaved }: LibraryEditorProps<Nugget>) {
  const contentForm = useContentForm({
    kind: 'nuggets',
    item: item,
    toValues: nuggetValues,
    resolver,
    onSaved,
  });
  const { register, control, formState } = contentForm.form;
  const { errors } = formState;
  const values = useWatch({ control }) as NuggetValues;
  return (
    <EditorPage
      kindName="Nugget"
      description="A short video for in between."
      back={back}
      isEdit={item !== null}
      form={contentForm}
      labels={nuggetLabels}
      preview={
        <LibraryPreview
          {...values}
          pictureUrl={previewPicture(values.thumbnailUrl, item)}
          line={categoryLabels[values.category]}
          badge={values.durationSeconds > 0 && short(values.durationSeconds)}
        />
      }
    >
      <Card title="Nugget">
        <div className="space-y-4">
          <TitleFields register={register} errors={errors} />
          <LinkField
            label="Video link"
            help={<VideoHelp typed={values.videoUrl} />}
            error={errors.videoUrl?.message}
            name="videoUrl"
            register={register}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Duration in seconds"
              help="10 to 300."
              error={errors.durationSeconds?.message}
            >
              {(props) => (
                <Input
                  {...props}
                  type="number"
                  inputMode="numeric"
                  min={10}
                  max={300}
                  className="tabular-nums"
                  {...register('durationSeconds', { valueAsNumber: true })}
                />
              )}
            </Field>
            <Field label="Category" error={errors.category?.message}>
              {(props) => (
                <Choice {...props} options={choicesOf(categoryLabels)} {...register('category')} />
              )}
            </Field>
          </div>
        </div>
      </Card>
      <Card title="Tags and picture">
        <div className="space-y-4">
          <LookFields
            control={control}
            saved={item}
            suggestions={nuggetTagSuggestions}
            pictureHelp={
              'JPEG, PNG or WebP, or the web address of one. Without one ' +
              'the video’s own is shown.'
            }
          />
        </div>
      </Card>
    </EditorPage>
  );
}
