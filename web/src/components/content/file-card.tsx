import { Download, ExternalLink, FileText } from 'lucide-react';
import type { ContentFile } from '#libs/contracts';
import { formatSize } from '../../lib/browser/files';
import { buttonClass } from '../ui/button';

/** A document that can be opened or downloaded. */
export function FileCard({ file, url }: { file: ContentFile; url: string }) {
  return (
    <div
      data-noprint
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border bg-surface p-4"
    >
      <FileText aria-hidden className="size-6 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium break-words">{file.name}</p>
        <p className="text-label text-ink-2">{formatSize(file.size)}</p>
      </div>
      <div className="flex gap-2">
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'primary' })}
        >
          <ExternalLink aria-hidden className="size-4" />
          Open
        </a>
        <a href={url} download={file.name} className={buttonClass()}>
          <Download aria-hidden className="size-4" />
          Download
        </a>
      </div>
    </div>
  );
}
