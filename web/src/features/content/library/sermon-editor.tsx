import { lazy } from 'react';
import { useWatch } from 'react-hook-form';
import { formatLong, isCalendarDate } from '#libs/calendar';
import type { Sermon, SermonInput } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { EditorPage } from '../../../components/content/editor-page';
import { Field } from '../../../components/ui/form/field';
import { DateInput, Input } from '../../../components/ui/form/input';
import { LinkField } from '../../../components/ui/form/link-field';
import { VideoHelp } from '../../../components/content/video-help';
import type { FieldLabels } from '../../../lib/content/compare-fields';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { useContentForm } from '../../../lib/forms/use-content-form';
import {
  type SharedValues,
  sharedValues,
  fileLabels,
  fileValuesOf,
  lookLabels,
  titleLabels,
  externalFileUrl,
  previewPicture,
  type FileValues,
} from './library-values';
import { FileField } from './file-field';
import { type LibraryEditorProps, LookFields, TitleFields, toNumber } from './shared-fields';

const LibraryPreview = lazy(() => import('./library-preview'));

export interface SermonValues extends SharedValues, FileValues {
  preacher: string;
  date: string;
  durationMinutes: number | undefined;
  videoUrl: string;
  audioUrl: string;
}
export const sermonValues = (item: Sermon | null, today: string): SermonValues => ({
  ...sharedValues(item),
  ...fileValuesOf(item),
  preacher: item?.preacher ?? '',
  date: item?.date ?? today,
  durationMinutes: item?.durationMinutes,
  videoUrl: item?.videoUrl ?? '',
  audioUrl: externalFileUrl(item?.audioUrl),
});

const sermonLabels: FieldLabels<SermonValues> = [
  ...titleLabels,
  ['preacher', 'Preacher'],
  ['date', 'Date'],
  ['videoUrl', 'Video link'],
  ...fileLabels,
  ['audioUrl', 'Audio link'],
  ['durationMinutes', 'Duration in minutes'],
  ...lookLabels,
];

const resolver = lazyResolver<SermonValues, SermonInput>(async () => {
  const { formResolver, sermonForm } = await import('./library-schemas');
  return { default: formResolver<SermonValues>()(sermonForm) };
});

/** Creates or edits a sermon. */
export default function SermonEditor({ item, today, back, onSaved }: LibraryEditorProps<Sermon>) {
  const contentForm = useContentForm({
    kind: 'sermons',
    item: item,
    toValues: (savedSermon) => sermonValues(savedSermon, today),
    resolver,
    onSaved,
  });
  const { register, control, formState } = contentForm.form;
  const { errors } = formState;
  const values = useWatch({ control }) as SermonValues;
  const line = [
    isCalendarDate(values.date) && formatLong(values.date),
    values.preacher,
    values.durationMinutes && `${values.durationMinutes} min`,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <EditorPage
      kindName="Sermon"
      description="Members watch and listen to it in the sermon archive."
      back={back}
      isEdit={item !== null}
      form={contentForm}
      labels={sermonLabels}
      preview={
        <LibraryPreview
          {...values}
          pictureUrl={previewPicture(values.thumbnailUrl, item)}
          line={line}
        />
      }
    >
      <Card title="Sermon">
        <div className="space-y-4">
          <TitleFields register={register} errors={errors} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Preacher" optional error={errors.preacher?.message}>
              {(props) => <Input {...props} autoComplete="off" {...register('preacher')} />}
            </Field>
            <Field label="Date" error={errors.date?.message}>
              {(props) => <DateInput {...props} {...register('date')} />}
            </Field>
          </div>
        </div>
      </Card>
      <Card title="Video and audio">
        <div className="space-y-4">
          <LinkField
            label="Video link"
            optional
            help={<VideoHelp typed={values.videoUrl} />}
            error={errors.videoUrl?.message}
            name="videoUrl"
            register={register}
          />
          <FileField
            control={control}
            label="Audio file"
            kind="audio"
            current={item?.file ?? null}
          />
          <LinkField
            label="Audio link"
            optional
            help="If the recording is already online."
            error={errors.audioUrl?.message}
            name="audioUrl"
            register={register}
          />
          <Field
            label="Duration in minutes"
            optional
            help="If empty, we use the audio’s length (or 30)."
            error={errors.durationMinutes?.message}
            className="sm:max-w-64"
          >
            {(props) => (
              <Input
                {...props}
                type="number"
                inputMode="numeric"
                min={1}
                className="tabular-nums"
                {...register('durationMinutes', { setValueAs: toNumber })}
              />
            )}
          </Field>
        </div>
      </Card>
      <Card title="Tags and picture">
        <div className="space-y-4">
          <LookFields
            control={control}
            saved={item}
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
