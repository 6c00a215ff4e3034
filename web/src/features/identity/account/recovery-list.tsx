import { Copy, Download } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { toast } from '../../../lib/toast';

/** The recovery codes. They are shown once, and can be copied or downloaded. */
export function RecoveryList({ codes }: { codes: string[] }) {
  const text = codes.join('\n');
  return (
    <div className="space-y-4">
      <p>
        Keep these ten codes where you find them without your phone. Each lets you in once; they are
        not shown again.
      </p>
      <ul
        className={
          'grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md ' + 'bg-sunken p-4 font-mono text-grid'
        }
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button
          size="sm"
          onClick={() =>
            void navigator.clipboard
              .writeText(text)
              .then(() => toast('Copied', 'The recovery codes are in your clipboard.'))
          }
        >
          <Copy aria-hidden className="size-4" />
          Copy
        </Button>
        <Button asChild size="sm">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="church-connect-recovery-codes.txt"
          >
            <Download aria-hidden className="size-4" />
            Download
          </a>
        </Button>
      </div>
    </div>
  );
}
