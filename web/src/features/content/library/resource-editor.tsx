import { lazy, type ReactNode, Suspense } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { Resource, ResourceInput } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { EditorPage } from '../../../components/content/editor-page';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { LinkField } from '../../../components/ui/form/link-field';
import { Skeleton } from '../../../components/ui/skeleton';
import { VideoHelp } from '../../../components/content/video-help';
import { WhenNear } from '../../../components/ui/when-near';
import type { FieldLabels } from '../../../lib/content/compare-fields';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { useContentForm } from '../../../lib/forms/use-content-form';
import { skillLabels, topicLabels, typeLabels } from '../../../lib/choice-labels';
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
import type { FileField as FileFieldType } from './file-field';
import {
  Choice,
  type LibraryEditorProps,
  LookFields,
  TitleFields,
  toNumber,
} from './shared-fields';
import { choicesOf } from './words';

const FileField = lazy(() =>
  import('./file-field').then((module) => ({ default: module.FileField })),
) as unknown as typeof FileFieldType;
const MarkdownEditor = lazy(() =>
  import('../../../components/ui/form/markdown-editor').then((module) => ({
    default: module.MarkdownEditor,
  })),
);
const LibraryPreview = lazy(() => import('./library-preview'));

/** The values of the form. Numbers are undefined while their fields are empty. */
export interface ResourceValues
  extends
    SharedValues,
    FileValues,
    Required<
      Record<
        | 'content'
        | 'videoUrl'
        | 'audioUrl'
        | 'articleUrl'
        | 'bookTitle'
        | 'bookAuthor'
        | 'bookIsbn'
        | 'bookPurchaseUrl',
        string
      >
    > {
  resourceType: Resource['resourceType'];
  skillLevel: Resource['skillLevel'];
  topic: Resource['topic'];
  durationMinutes: number | undefined;
}
export const resourceValues = (item: Resource | null): ResourceValues => ({
  ...sharedValues(item),
  ...fileValuesOf(item),
  resourceType: item?.resourceType ?? 'article',
  skillLevel: item?.skillLevel ?? 'beginner',
  topic: item?.topic ?? 'bible-study',
  durationMinutes: item?.durationMinutes ?? 15,
  content: item?.content ?? '',
  videoUrl: item?.videoUrl ?? '',
  audioUrl: externalFileUrl(item?.audioUrl),
  articleUrl: item?.articleUrl ?? '',
  bookTitle: item?.bookTitle ?? '',
  bookAuthor: item?.bookAuthor ?? '',
  bookIsbn: item?.bookIsbn ?? '',
  bookPurchaseUrl: item?.bookPurchaseUrl ?? '',
});

const resourceLabels: FieldLabels<ResourceValues> = [
  ...titleLabels,
  ['resourceType', 'Type'],
  ['skillLevel', 'Skill level'],
  ['topic', 'Topic'],
  ['durationMinutes', 'Duration in minutes'],
  ['content', 'Text'],
  ['videoUrl', 'Video link'],
  ['audioUrl', 'Audio link'],
  ['articleUrl', 'Article link'],
  ['bookTitle', 'Book title'],
  ['bookAuthor', 'Author'],
  ['bookIsbn', 'ISBN'],
  ['bookPurchaseUrl', 'Where to buy it'],
  ...fileLabels,
  ...lookLabels,
];

const resolver = lazyResolver<ResourceValues, ResourceInput>(async () => {
  const { formResolver, resourceForm } = await import('./library-schemas');
  return { default: formResolver<ResourceValues>()(resourceForm) };
});

type Fields = 'content' | 'videoUrl' | 'audioUrl' | 'articleUrl' | 'file' | 'book';
const fieldsOf: Record<Resource['resourceType'], readonly Fields[]> = {
  article: ['content', 'articleUrl', 'file'],
  video: ['videoUrl'],
  audio: ['audioUrl', 'file'],
  book: ['book', 'file'],
};

/**
 * Creates or edits a resource. The form shows the fields of its type, and other fields that have a
 * value.
 */
export default function ResourceEditor({ item, back, onSaved }: LibraryEditorProps<Resource>) {
  const defaults = resourceValues(item);
  const contentForm = useContentForm({
    kind: 'resources',
    item,
    toValues: resourceValues,
    resolver,
    onSaved,
  });
  const { register, control, formState } = contentForm.form;
  const { errors } = formState;
  const values = useWatch({ control }) as ResourceValues;
  const had: Record<Fields, boolean> = {
    content: defaults.content !== '',
    videoUrl: defaults.videoUrl !== '',
    audioUrl: defaults.audioUrl !== '',
    articleUrl: defaults.articleUrl !== '',
    file: defaults.hasFile,
    book: defaults.bookTitle !== '',
  };
  const hasField = (field: Fields) => fieldsOf[values.resourceType].includes(field) || had[field];
  const link = (
    name: 'videoUrl' | 'audioUrl' | 'articleUrl' | 'bookPurchaseUrl',
    label: string,
    optional: boolean,
    help?: ReactNode,
  ) => (
    <LinkField
      label={label}
      optional={optional}
      help={help}
      error={errors[name]?.message}
      name={name}
      register={register}
    />
  );
  return (
    <EditorPage
      kindName="Resource"
      description="Members find it among the Bible study resources."
      back={back}
      isEdit={item !== null}
      form={contentForm}
      labels={resourceLabels}
      preview={
        <LibraryPreview
          {...values}
          pictureUrl={previewPicture(values.thumbnailUrl, item)}
          line={
            `${typeLabels[values.resourceType]} · ${topicLabels[values.topic]} · ` +
            `${skillLabels[values.skillLevel]} · ${values.durationMinutes || 15} min`
          }
        />
      }
    >
      <Card title="Resource">
        <div className="space-y-4">
          <TitleFields register={register} errors={errors} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Type" error={errors.resourceType?.message}>
              {(props) => (
                <Choice {...props} options={choicesOf(typeLabels)} {...register('resourceType')} />
              )}
            </Field>
            <Field label="Skill level" error={errors.skillLevel?.message}>
              {(props) => (
                <Choice {...props} options={choicesOf(skillLabels)} {...register('skillLevel')} />
              )}
            </Field>
            <Field label="Topic" error={errors.topic?.message}>
              {(props) => (
                <Choice {...props} options={choicesOf(topicLabels)} {...register('topic')} />
              )}
            </Field>
            <Field
              label="Duration in minutes"
              help="How long it takes. Left empty: 15."
              error={errors.durationMinutes?.message}
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
        </div>
      </Card>
      <Card title={typeLabels[values.resourceType]}>
        <div className="space-y-4">
          {hasField('videoUrl') &&
            link(
              'videoUrl',
              'Video link',
              values.resourceType !== 'video',
              <VideoHelp typed={values.videoUrl} />,
            )}
          {hasField('book') && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label="Book title"
                optional={values.resourceType !== 'book'}
                error={errors.bookTitle?.message}
              >
                {(props) => <Input {...props} autoComplete="off" {...register('bookTitle')} />}
              </Field>
              <Field label="Author" optional error={errors.bookAuthor?.message}>
                {(props) => <Input {...props} autoComplete="off" {...register('bookAuthor')} />}
              </Field>
              <Field label="ISBN" optional error={errors.bookIsbn?.message}>
                {(props) => <Input {...props} autoComplete="off" {...register('bookIsbn')} />}
              </Field>
              {link('bookPurchaseUrl', 'Where to buy it', true)}
            </div>
          )}
          {hasField('content') && (
            <Controller
              control={control}
              name="content"
              render={({ field }) => (
                <Field
                  label="Text"
                  optional
                  help="An article needs a text, a link or a file."
                  error={errors.content?.message}
                >
                  {(props) => (
                    <Suspense fallback={<Skeleton className="h-[299px] w-full touch:h-[307px]" />}>
                      <MarkdownEditor
                        {...props}
                        rows={12}
                        value={field.value}
                        onChange={field.onChange}
                        onBlur={field.onBlur}
                        inputRef={field.ref}
                      />
                    </Suspense>
                  )}
                </Field>
              )}
            />
          )}
          {hasField('articleUrl') && link('articleUrl', 'Article link', true)}
          {hasField('audioUrl') && link('audioUrl', 'Audio link', true, 'Or upload a file below.')}
          {hasField('file') && (
            <WhenNear orOnInteraction fallback={<Skeleton className="h-28 w-full" />}>
              <FileField
                control={control}
                label={values.resourceType === 'audio' ? 'Audio file' : 'File'}
                kind={values.resourceType === 'audio' ? 'audio' : 'any'}
                current={item?.file ?? null}
              />
            </WhenNear>
          )}
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
