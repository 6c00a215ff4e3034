import { lazy, Suspense, useRef } from 'react';
import { ImageUp } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { accepted, HiddenFileInput } from '../../../components/ui/form/hidden-file-input';
import { formatBytes } from '../../../lib/forms/file-kinds';
import type { PicturePart } from '../../../lib/forms/prepare-picture';

const CropPicture = lazy(() => import('./crop-picture'));

export interface PictureChoiceProps {
  file: File | null;
  /** Whether the user chooses a square part of the picture. */
  isSquare: boolean;
  onCrop: (part: PicturePart) => void;
  error: string | undefined;
  onChoose: (file: File) => void;
}

/** The field in which the user chooses the file of a new picture. It is sent with the form. */
export function PictureChoice({ file, isSquare, error, onChoose, onCrop }: PictureChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field
      label="Picture"
      help="JPEG, PNG or WebP. It is made smaller where it is larger than needed."
      error={error}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          <HiddenFileInput
            ref={input}
            id={control.id}
            label="Picture: choose a file"
            accept={accepted.picture}
            onFile={onChoose}
          />
          <Button
            name="picture"
            aria-describedby={control['aria-describedby']}
            onClick={() => input.current?.click()}
          >
            <ImageUp aria-hidden className="size-4" />
            {file ? 'Choose another picture' : 'Choose a picture'}
          </Button>
          <p role="status" className="min-w-0 break-all text-ink-2">
            {file && `${file.name}, ${formatBytes(file.size)}`}
          </p>
          {file && isSquare && (
            <Suspense>
              <CropPicture key={`${file.name} ${file.size}`} file={file} onChange={onCrop} />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  );
}
