import { FileText } from 'lucide-react';
import { pictureEndings } from '../../../../lib/forms/file-kinds';

const nameOf = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '');
const isPicture = (name: string) => pictureEndings.includes(name.split('.').at(-1)!.toLowerCase());

/** The attachments: pictures are shown, other files by name. */
export function AttachedList({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null;
  return (
    <ul aria-label="Attachments" className="mt-3 flex flex-wrap gap-2">
      {addresses.map((address) => {
        const name = nameOf(address);
        return (
          <li key={address} className="max-w-full min-w-0">
            {isPicture(name) ? (
              <a
                href={address}
                target="_blank"
                rel="noopener"
                className="block overflow-hidden rounded-md border hover:border-line-strong"
              >
                <img
                  src={address}
                  alt=""
                  loading="lazy"
                  className="h-40 w-60 max-w-full bg-sunken object-contain"
                />
                <span className="block max-w-60 truncate px-2.5 py-1.5 text-label text-ink-2">
                  {name}
                </span>
              </a>
            ) : (
              <a
                href={address}
                target="_blank"
                rel="noopener"
                className={
                  'flex min-h-control max-w-full items-center gap-2 rounded-md border ' +
                  'px-3 py-1.5 text-grid hover:border-line-strong hover:text-accent'
                }
              >
                <FileText aria-hidden className="size-4 shrink-0 text-ink-2" />
                <span className="truncate">{name}</span>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
