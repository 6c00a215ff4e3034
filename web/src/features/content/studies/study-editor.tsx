import { lazy, useEffect, useRef } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { Plus, Trash2 } from 'lucide-react';
import type { BibleStudy, BibleStudyInput } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import {
  EditorPage,
  type BackLink,
  type EditorVerbs,
} from '../../../components/content/editor-page';
import { Field } from '../../../components/ui/form/field';
import { Input, Textarea } from '../../../components/ui/form/input';
import { LinkField } from '../../../components/ui/form/link-field';
import { MarkdownEditor } from '../../../components/ui/form/markdown-editor';
import { TagsInput } from '../../../components/ui/form/tags-input';
import { VideoHelp } from '../../../components/content/video-help';
import { lazyResolver } from '../../../lib/forms/lazy-resolver';
import { useContentForm } from '../../../lib/forms/use-content-form';
import { studyLabels, studyValues, type StudyValues } from './study-values';

const StudyPreview = lazy(() => import('./study-preview'));
const resolver = lazyResolver<StudyValues, BibleStudyInput>(() => import('./study-resolver'));

export const studiesList: BackLink = {
  to: '/admin/pastor-dashboard',
  label: 'Pastor Dashboard',
};

const verbs: EditorVerbs = { add: 'New', create: 'Publish', creating: 'Publishing...' };

/** Creates or edits a Bible study. */
export function StudyEditor({
  study,
  onSaved,
}: {
  study: BibleStudy | null;
  onSaved: (study: BibleStudy) => void;
}) {
  const contentForm = useContentForm({
    kind: 'bible-studies',
    item: study,
    toValues: studyValues,
    resolver,
    onSaved,
  });
  const { register, control, formState } = contentForm.form;
  const { errors } = formState;
  const values = useWatch({ control }) as StudyValues;
  return (
    <EditorPage
      kindName="Bible Study"
      verbs={verbs}
      description="Members read it among the Bible study resources."
      back={studiesList}
      isEdit={study !== null}
      form={contentForm}
      labels={studyLabels}
      preview={
        <StudyPreview
          values={values}
          pictureUrl={study && values.videoUrl === study.videoUrl ? study.pictureUrl : null}
        />
      }
    >
      <Card title="The study">
        <div className="space-y-4">
          <Field label="Title" error={errors.title?.message}>
            {(props) => <Input {...props} autoComplete="off" {...register('title')} />}
          </Field>
          <Controller
            control={control}
            name="content"
            render={({ field }) => (
              <Field label="Content" error={errors.content?.message}>
                {(props) => (
                  <MarkdownEditor
                    {...props}
                    rows={16}
                    value={field.value}
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                    inputRef={field.ref}
                  />
                )}
              </Field>
            )}
          />
          <Controller
            control={control}
            name="tags"
            render={({ field }) => (
              <Field
                label="Tags"
                optional
                error={errors.tags?.message ?? errors.tags?.[0]?.message}
              >
                {(props) => (
                  <TagsInput
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
        </div>
      </Card>
      <Card title="Video and extras">
        <div className="space-y-4">
          <LinkField
            label="Video link"
            optional
            help={<VideoHelp typed={values.videoUrl} />}
            error={errors.videoUrl?.message}
            name="videoUrl"
            register={register}
          />
          <Field
            label="Study resources"
            optional
            help="One per line: books, passages, handouts."
            error={errors.studyResources?.message}
          >
            {(props) => <Textarea {...props} rows={4} {...register('studyResources')} />}
          </Field>
          <Controller
            control={control}
            name="onlineTools"
            render={({ field }) => (
              <ToolsField
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                inputRef={field.ref}
                errors={errors.onlineTools}
              />
            )}
          />
        </div>
      </Card>
    </EditorPage>
  );
}

type Tool = StudyValues['onlineTools'][number];

interface ToolsFieldProps {
  value: readonly Tool[];
  onChange: (tools: Tool[]) => void;
  onBlur: () => void;
  errors:
    | { [index: number]: { name?: { message?: string }; url?: { message?: string } } | undefined }
    | undefined;
  /** Receives an object that focuses the first invalid input. */
  inputRef: (field: { focus: () => void } | null) => void;
}

/**
 * Links with names. They are one field of the form, because useFieldArray would add 2 kB to the
 * first load of every form.
 */
function ToolsField({ value, onChange, onBlur, errors, inputRef }: ToolsFieldProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  // The invalid inputs are marked after the next render.
  useEffect(
    () =>
      inputRef({
        focus: () =>
          requestAnimationFrame(() =>
            box.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus(),
          ),
      }),
    [inputRef],
  );
  const set = (index: number, part: Partial<Tool>) =>
    onChange(value.map((tool, toolIndex) => (toolIndex === index ? { ...tool, ...part } : tool)));
  return (
    <fieldset ref={box} className="space-y-3" onBlur={onBlur}>
      <legend className="text-grid font-medium">
        Online tools<span className="font-normal text-ink-3"> (optional)</span>
      </legend>
      {value.map((tool, index) => (
        <div key={index} className="grid items-start gap-2 sm:grid-cols-[2fr_3fr_auto]">
          <Field label={`Name of tool ${index + 1}`} error={errors?.[index]?.name?.message}>
            {(props) => (
              <Input
                {...props}
                autoComplete="off"
                value={tool.name}
                onChange={(event) => set(index, { name: event.target.value })}
              />
            )}
          </Field>
          <Field label={`Link of tool ${index + 1}`} error={errors?.[index]?.url?.message}>
            {(props) => (
              <Input
                {...props}
                type="url"
                placeholder="https://"
                autoComplete="off"
                value={tool.url}
                onChange={(event) => set(index, { url: event.target.value })}
              />
            )}
          </Field>
          <Button
            variant="quietDanger"
            size="icon"
            className="sm:mt-6"
            aria-label={`Remove tool ${index + 1}`}
            onClick={() => onChange(value.filter((_, toolIndex) => toolIndex !== index))}
          >
            <Trash2 aria-hidden className="size-4" />
          </Button>
        </div>
      ))}
      {value.length < 50 && (
        <Button size="sm" onClick={() => onChange([...value, { name: '', url: '' }])}>
          <Plus aria-hidden className="size-4" />
          Add tool
        </Button>
      )}
    </fieldset>
  );
}
