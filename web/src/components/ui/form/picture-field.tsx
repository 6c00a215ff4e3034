import { type DragEvent, type Ref, useRef, useState } from 'react';
import { ImageUp, X } from 'lucide-react';
import { api, explain } from '../../../lib/api';
import { cn } from '../../../lib/cn';
import { Button } from '../button';
import { Field } from './field';
import { accepted, HiddenFileInput } from './hidden-file-input';
import { Input } from './input';

export interface PictureFieldProps {
  label?: string;
  help?: string;
  error: string | undefined;
  /** A web address, or the address of an uploaded picture. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** The saved address, and the address under which this server shows the picture. */
  saved: { address: string | null; pictureUrl: string | null };
  inputRef?: Ref<HTMLInputElement>;
}

const isUploadedPicture = (address: string) => address.startsWith('/api/images/');

/** Returns the address of an uploaded picture, or of the saved one while it is unchanged. */
function findShownAddress(value: string, savedPicture: PictureFieldProps['saved']): string | null {
  if (isUploadedPicture(value)) return value;
  return value !== '' && value === savedPicture.address ? savedPicture.pictureUrl : null;
}

/**
 * A field for a picture. The user uploads or drops a file, or enters a web address, from which the
 * server loads the picture.
 */
export function PictureField({
  label = 'Picture',
  help = 'JPEG, PNG or WebP, or the web address of one. Wide ones look best.',
  error,
  value,
  onChange,
  onBlur,
  saved,
  inputRef,
}: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const send = async (file: File | undefined) => {
    if (!file || isBusy) return;
    setBusy(true);
    try {
      setRefusal(undefined);
      const { preparePicture } = await import('../../../lib/forms/prepare-picture');
      const body = new FormData();
      body.append('image', await preparePicture(file));
      onChange((await api('/api/content-images', { method: 'POST', body })).imageUrl);
    } catch (problem) {
      setRefusal(explain(problem));
    } finally {
      setBusy(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  const shownAddress = findShownAddress(value, saved);
  return (
    <Field label={label} optional help={help} error={refusal ?? error}>
      {(control) => (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cn(
            'flex flex-wrap items-start gap-3 rounded-md',
            isOver && 'outline-2 outline-offset-4 outline-accent',
          )}
        >
          <div className="relative w-40 shrink-0 max-sm:w-full">
            <div className="aspect-video overflow-hidden rounded-md bg-accent-soft">
              {shownAddress !== null && (
                <img
                  src={isUploadedPicture(shownAddress) ? `${shownAddress}?w=320` : shownAddress}
                  alt=""
                  className="size-full object-cover"
                />
              )}
            </div>
            {value !== '' && (
              <button
                type="button"
                aria-label="Remove the picture"
                onClick={() => {
                  setRefusal(undefined);
                  onChange('');
                }}
                className={
                  'absolute top-1.5 right-1.5 grid size-7 place-items-center rounded-full ' +
                  'bg-surface text-ink-2 shadow-float hover:text-ink touch:size-10'
                }
              >
                <X aria-hidden className="size-4" />
              </button>
            )}
          </div>
          <div className="min-w-0 flex-1 basis-56 space-y-2">
            <HiddenFileInput
              ref={input}
              label={`${label}: choose a file`}
              accept={accepted.picture}
              onFile={(file) => void send(file)}
            />
            <Button
              onClick={() => input.current?.click()}
              pending={isBusy}
              pendingLabel="Uploading..."
            >
              <ImageUp aria-hidden className="size-4" />
              {isUploadedPicture(value) ? 'Replace picture' : 'Upload picture'}
            </Button>
            <Input
              {...control}
              ref={inputRef}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={isUploadedPicture(value) ? '' : value}
              onChange={(event) => {
                setRefusal(undefined);
                onChange(event.target.value);
              }}
              onBlur={onBlur}
            />
            {value !== '' && !isUploadedPicture(value) && !shownAddress && (
              <p className="text-label text-ink-2">
                It is fetched when you save, and stands here from then on.
              </p>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
