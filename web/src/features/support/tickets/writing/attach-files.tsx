import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { CircleAlert, FileText, Paperclip, X } from 'lucide-react';
import { Button } from '../../../../components/ui/button';
import { HiddenFileInput } from '../../../../components/ui/form/hidden-file-input';
import { cn } from '../../../../lib/cn';
import { formatSize } from '../../../../lib/browser/files';
import type { AttachedFile, Attachments } from './use-attachments';

/** Attaches files that are pasted or dropped anywhere inside. */
export function AttachZone({
  attachments,
  children,
  className,
}: {
  attachments: Attachments | null;
  children: ReactNode;
  className?: string;
}) {
  const [isOver, setOver] = useState(false);
  if (!attachments) return <div className={className}>{children}</div>;
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    setOver(false);
    attachments.add(event.dataTransfer.files);
  };
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain'))
      return;
    event.preventDefault();
    attachments.add(event.clipboardData.files);
  };
  return (
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
      className={cn(className, isOver && 'rounded-md outline-2 outline-offset-4 outline-accent')}
    >
      {children}
    </div>
  );
}

/** The button for attachments, and the list of attached files. */
export function AttachFiles({
  attachments,
  error,
}: {
  attachments: Attachments;
  error?: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const problem = attachments.refused ?? error;
  return (
    <div className="space-y-2">
      {attachments.files.length > 0 && (
        <ul aria-label="Attached files" className="space-y-1.5">
          {attachments.files.map((file) => (
            <FileLine key={file.key} file={file} onRemove={() => attachments.remove(file.key)} />
          ))}
        </ul>
      )}
      {problem && (
        <p role="alert" className="flex gap-1.5 text-label text-bad">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {problem}
        </p>
      )}
      <HiddenFileInput
        ref={input}
        label="Attach a file"
        accept="image/*,audio/*,.pdf,.docx,.pptx,.xlsx,.epub,.txt,.csv,.log,.md,.json"
        onFile={(file) => attachments.add([file])}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" onClick={() => input.current?.click()}>
          <Paperclip aria-hidden className="size-4" />
          Attach a file
        </Button>
        <span className="text-label text-ink-2">
          Up to 5 files of 10 MB each. Pictures can be pasted.
        </span>
      </div>
    </div>
  );
}

function describeUpload({ size, sent, isWaiting, id, problem }: AttachedFile): string {
  if (problem !== null) return problem;
  if (id !== null) return formatSize(size);
  if (isWaiting) return 'Connection lost. It goes on by itself.';
  const percent = size === 0 ? 0 : Math.floor((sent / size) * 100);
  return `${percent}% of ${formatSize(size)}`;
}

function FileLine({ file, onRemove }: { file: AttachedFile; onRemove: () => void }) {
  const { name, problem } = file;
  return (
    <li
      className={cn(
        'flex items-center gap-2.5 rounded-md border px-3 py-1.5',
        problem !== null && 'border-bad',
      )}
    >
      {problem === null ? (
        <FileText aria-hidden className="size-4 shrink-0 text-ink-2" />
      ) : (
        <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-grid">{name}</span>
        <span
          role="status"
          className={cn(
            'block text-label tabular-nums',
            problem === null ? 'text-ink-2' : 'text-bad',
          )}
        >
          {describeUpload(file)}
        </span>
      </span>
      <Button variant="ghost" size="icon-sm" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  );
}
