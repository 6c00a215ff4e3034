import { useRef, useState } from 'react';
import { Ban, Copy, FileUp, Plus } from 'lucide-react';
import type { ContentImport } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/overlay/dialog';
import { accepted, HiddenFileInput } from '../../../components/ui/form/hidden-file-input';
import { explain } from '../../../lib/api';
import { plural } from '../../../lib/format';
import { importWords, type ImportedKind, useCommitImport, useLookAtFile } from './import-content';

const states = {
  new: { icon: Plus, tone: 'good', label: 'New' },
  duplicate: { icon: Copy, tone: 'neutral', label: 'Here already' },
  rejected: { icon: Ban, tone: 'bad', label: 'Left out' },
} as const;

/**
 * Imports sermons or resources from a file of another program. They are shown first and then
 * published all at once. No user is notified of them.
 */
export default function ImportDialog({
  kind,
  onClose,
}: {
  kind: ImportedKind;
  onClose: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const look = useLookAtFile(kind);
  const { commit, isPending } = useCommitImport(kind);
  const contentImport = look.data;
  const { one: itemName, title, columns } = importWords[kind];
  const canImport = contentImport !== undefined && contentImport.counts.new > 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={title}
      description={
        `A CSV file with the columns ${columns}; or the feed of a podcast or a video ` +
        'channel (RSS, Atom). Nothing is published before you have seen it, and nobody is ' +
        'notified.'
      }
    >
      <DialogBody>
        <HiddenFileInput
          ref={input}
          label="File to import"
          accept={`${accepted.csv},.xml,.rss,.atom,application/xml,text/xml`}
          onFile={(chosenFile) => {
            if (look.isPending || isPending) return;
            setFile(chosenFile);
            look.mutate(chosenFile);
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            autoFocus
            pending={look.isPending}
            pendingLabel="Reading the file…"
            onClick={() => input.current?.click()}
          >
            <FileUp aria-hidden className="size-4" />
            {file ? 'Choose another file' : 'Choose a file'}
          </Button>
          {file && <span className="min-w-0 truncate text-ink-2">{file.name}</span>}
        </div>
        {look.error && <Alert>{explain(look.error)}</Alert>}
        {contentImport && <Preview found={contentImport} one={itemName} />}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!canImport}
          pending={isPending}
          pendingLabel="Importing…"
          onClick={() => {
            if (canImport) commit(contentImport.id, onClose);
          }}
        >
          {canImport ? `Import ${plural(contentImport.counts.new, itemName)}` : 'Import'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Preview({ found: { counts, rows }, one }: { found: ContentImport; one: string }) {
  return (
    <div role="status" className="space-y-3">
      <p>
        <strong className="font-semibold">{plural(counts.new, `new ${one}`)}</strong>
        {counts.duplicate > 0 && `, ${counts.duplicate} here already`}
        {counts.rejected > 0 &&
          `, ${counts.rejected} left out because something is missing or wrong`}
        .
      </p>
      <ul className="divide-y rounded-lg border" aria-label="What is in the file">
        {rows.map(({ row, state, title, detail }) => {
          const { icon, tone, label } = states[state];
          return (
            <li key={row} className="flex items-start justify-between gap-3 px-3 py-2">
              <div className="min-w-0">
                <p className="truncate font-medium">{title || `Row ${row}`}</p>
                {detail && <p className="text-label text-ink-2">{detail}</p>}
              </div>
              <Badge icon={icon} tone={tone}>
                {label}
              </Badge>
            </li>
          );
        })}
      </ul>
      {counts.total > rows.length && (
        <p className="text-ink-2">And {counts.total - rows.length} more.</p>
      )}
    </div>
  );
}
