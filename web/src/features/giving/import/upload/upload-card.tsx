import { type DragEvent, useId, useRef, useState } from 'react';
import { ClipboardPaste, Download, FileUp, LoaderCircle } from 'lucide-react';
import { Alert } from '../../../../components/ui/alert';
import { Button, buttonClass } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { Field } from '../../../../components/ui/form/field';
import { accepted, HiddenFileInput } from '../../../../components/ui/form/hidden-file-input';
import { Textarea } from '../../../../components/ui/form/input';
import { explain } from '../../../../lib/api';
import { cn } from '../../../../lib/cn';
import { templateHref } from '../queries';
import { useUpload } from './upload';

/** Uploads a file that the user chooses, drops or pastes. Nothing is recorded by it. */
export function UploadCard({ onUploaded }: { onUploaded: (id: string) => void }) {
  const upload = useUpload();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const [pasted, setPasted] = useState('');
  const hintId = useId();
  const send = (file: File | undefined) => {
    if (file && !upload.isPending) upload.mutate(file, { onSuccess: ({ id }) => onUploaded(id) });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };
  return (
    <Card
      title="Import a file"
      description={
        'From your bank, a giving service, a spreadsheet or the template. You will see ' +
        'everything before anything is recorded.'
      }
      actions={
        <a href={templateHref} download className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden className="size-4" />
          Template
        </a>
      }
    >
      {isPasting ? (
        <div className="space-y-3">
          <Field label="Rows, with the column headings first">
            {(control) => (
              <Textarea
                {...control}
                rows={8}
                spellCheck={false}
                className="font-mono text-grid"
                placeholder={'email,amount,paymentmethod,date,campaign,notes'}
                value={pasted}
                onChange={(event) => {
                  setPasted(event.target.value);
                }}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              pending={upload.isPending}
              pendingLabel="Reading…"
              disabled={pasted.trim() === ''}
              onClick={() => send(new File([pasted], 'pasted.csv', { type: 'text/csv' }))}
            >
              Check these rows
            </Button>
            <Button onClick={() => setPasting(false)}>Choose a file instead</Button>
          </div>
        </div>
      ) : (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cn(
            'flex flex-col items-center gap-3 rounded-lg border border-dashed ' +
              'border-line-strong px-4 py-10 text-center transition-colors duration-150',
            isOver && 'border-accent bg-accent-soft',
          )}
        >
          {upload.isPending ? (
            <LoaderCircle aria-hidden className="size-6 text-ink-2 motion-safe:animate-spin" />
          ) : (
            <FileUp aria-hidden className="size-6 text-ink-2" />
          )}
          <p className="font-medium" role="status">
            {upload.isPending ? 'Reading the file…' : 'Drop a file here'}
          </p>
          <HiddenFileInput
            ref={input}
            label="CSV file, workbook or bank file"
            accept={accepted.table}
            onFile={send}
          />
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              variant="primary"
              pending={upload.isPending}
              aria-describedby={hintId}
              onClick={() => input.current?.click()}
            >
              Choose a file
            </Button>
            <Button onClick={() => setPasting(true)}>
              <ClipboardPaste aria-hidden className="size-4" />
              Paste rows
            </Button>
          </div>
          <p id={hintId} className="text-label text-ink-2">
            CSV, Excel (.xlsx), OpenDocument (.ods), OFX or QFX, up to 256 MB. The same file twice
            adds nothing.
          </p>
        </div>
      )}
      {upload.error && (
        <div className="mt-3">
          <Alert>{explain(upload.error)}</Alert>
        </div>
      )}
    </Card>
  );
}
