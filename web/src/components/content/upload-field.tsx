import { type DragEvent, type Ref, useEffect, useRef, useState } from 'react';
import { FileAudio, FileUp, Trash2, Undo2 } from 'lucide-react';
import type { ContentFile } from '#libs/contracts';
import { cn } from '../../lib/cn';
import {
  acceptOf,
  audioEndings,
  documentEndings,
  formatBytes,
  formatSeconds,
  maxFileBytes,
  refusalOf,
} from '../../lib/forms/file-kinds';
import { startUpload } from '../../lib/forms/upload';
import type { RunningUpload } from '../../lib/forms/upload-events';
import { Button } from '../ui/button';
import { Field } from '../ui/form/field';
import { HiddenFileInput } from '../ui/form/hidden-file-input';
import { Progress } from '../ui/progress';

/** A file of a form; `id` is null while it is being uploaded. */
export interface UploadValue {
  id: string | null;
  name: string;
  size: number;
}

/** The error of a form that is submitted before its file is uploaded. */
export const stillUploading = 'Please wait until the file is uploaded, or cancel it.';

export interface UploadFieldProps {
  label: string;
  kind: 'audio' | 'any';
  help?: string;
  optional?: boolean;
  error: string | undefined;
  value: UploadValue | null;
  onChange: (value: UploadValue | null) => void;
  /** The file that is stored already; null if there is none. */
  current: ContentFile | null;
  /** Whether the form keeps the stored file. */
  keep: boolean;
  onKeep: (keep: boolean) => void;
  /** Receives the button, so that the form can focus it. */
  inputRef?: Ref<HTMLButtonElement>;
}

function describeProgress(sentBytes: number, size: number, isWaiting: boolean): string {
  if (isWaiting) return `Connection lost at ${formatBytes(sentBytes)}. It goes on by itself.`;
  return `${formatBytes(sentBytes)} of ${formatBytes(size)}`;
}

/**
 * Uploads a file as soon as it is chosen and shows the progress. After an interruption it continues
 * by itself. The form sends only the id of the upload.
 */
export function UploadField({
  label,
  kind,
  help,
  optional,
  error,
  value,
  onChange,
  current,
  keep,
  onKeep,
  inputRef,
}: UploadFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<RunningUpload>(null);
  const [sentBytes, setSentBytes] = useState(0);
  const [isWaiting, setWaiting] = useState(false);
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const endings = kind === 'audio' ? audioEndings : [...audioEndings, ...documentEndings];

  // Leaving the page cancels the upload. When the page is opened again, the form still has a name,
  // but no file.
  useEffect(() => () => running.current?.cancel(), []);
  const isStale = value !== null && value.id === null && sentBytes === 0 && !isWaiting;
  useEffect(() => {
    if (isStale && !running.current) onChange(null);
  }, [isStale, onChange]);

  const take = (file: File | undefined) => {
    if (!file) return;
    const problem =
      refusalOf(
        file,
        endings,
        maxFileBytes,
        kind === 'audio'
          ? 'an audio file, such as MP3 or WAV'
          : 'an audio file (such as MP3) or a document (PDF, Word, PowerPoint or EPUB)',
      ) ?? undefined;
    setRefusal(problem);
    if (problem) return;
    running.current?.cancel();
    setSentBytes(0);
    setWaiting(false);
    const sentFile = { name: file.name, size: file.size };
    running.current = startUpload(file, {
      onProgress: (bytes) => {
        setWaiting(false);
        setSentBytes(bytes);
      },
      onWaiting: () => setWaiting(true),
      onDone: (id) => {
        running.current = null;
        onChange({ id, ...sentFile });
      },
      onError: (message) => {
        running.current = null;
        setRefusal(message);
        onChange(null);
      },
    });
    onChange({ id: null, ...sentFile });
  };
  const cancel = () => {
    running.current?.cancel();
    running.current = null;
    onChange(null);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const isBusy = value !== null && value.id === null;
  const shownFile = value ?? (keep ? current : null);

  return (
    <Field
      label={label}
      optional={optional}
      help={
        help ??
        `${kind === 'audio' ? 'Audio' : 'Audio or a document'}, at most ` +
          `${formatBytes(maxFileBytes)}.`
      }
      error={refusal ?? error}
    >
      {({ 'aria-required': _, ...control }) => (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cn(
            'rounded-md border border-dashed border-control-line p-3 transition-colors ' +
              'duration-150',
            isOver && 'border-accent bg-accent-soft',
            shownFile && 'border-solid border-line',
          )}
        >
          <HiddenFileInput
            ref={input}
            label={`${label}: choose a file`}
            accept={acceptOf(endings)}
            onFile={take}
          />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {shownFile && <FileAudio aria-hidden className="size-5 shrink-0 text-ink-2" />}
            <div className="min-w-0 flex-1 basis-40">
              {shownFile ? (
                <p className="truncate font-medium">{shownFile.name}</p>
              ) : (
                <p className="text-ink-2">
                  {value === null && current
                    ? 'The file is removed when you save.'
                    : 'Drop a file here, or'}
                </p>
              )}
              {shownFile && (
                <p className="text-label text-ink-2 tabular-nums" role="status">
                  {isBusy
                    ? describeProgress(sentBytes, shownFile.size, isWaiting)
                    : [
                        formatBytes(shownFile.size),
                        value
                          ? 'uploaded'
                          : current?.durationSeconds && formatSeconds(current.durationSeconds),
                      ]
                        .filter(Boolean)
                        .join(', ')}
                </p>
              )}
            </div>
            {isBusy ? (
              <Button size="sm" onClick={cancel}>
                Cancel upload
              </Button>
            ) : (
              <>
                {shownFile && (
                  <Button
                    size="sm"
                    variant="ghost"
                    onClick={() => (value ? onChange(null) : onKeep(false))}
                  >
                    <Trash2 aria-hidden className="size-4" />
                    Remove file
                  </Button>
                )}
                {!shownFile && current && (
                  <Button size="sm" variant="ghost" onClick={() => onKeep(true)}>
                    <Undo2 aria-hidden className="size-4" />
                    Keep it
                  </Button>
                )}
                <Button
                  {...control}
                  ref={inputRef}
                  size="sm"
                  onClick={() => input.current?.click()}
                >
                  <FileUp aria-hidden className="size-4" />
                  {shownFile ? 'Replace file' : 'Choose a file'}
                </Button>
              </>
            )}
          </div>
          {isBusy && (
            <Progress
              className="mt-3"
              value={value.size > 0 ? Math.floor((sentBytes / value.size) * 100) : 0}
              label={`Uploading ${value.name}`}
              valueText={`${formatBytes(sentBytes)} of ${formatBytes(value.size)}`}
            />
          )}
        </div>
      )}
    </Field>
  );
}
