import type { RefObject } from 'react';

/** Kinds of files that people send us, as the browser's chooser filters them. */
export const accepted = {
  csv: '.csv,.txt,.tsv,text/csv,text/plain',
  /** tables of any kind, as `libs/workbook` reads them */
  table: '.csv,.txt,.tsv,.xlsx,.ods,.ofx,.qfx,text/csv,text/plain',
  picture: 'image/jpeg,image/png,image/webp',
};

/**
 * Lets a button open the browser's chooser: it calls `ref.current.click()`. The same file may be chosen twice in a row.
 * @param label of what is chosen
 */
export function HiddenFileInput({
  ref,
  label,
  accept,
  onFile,
}: {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onFile: (file: File) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      aria-label={label}
      className="sr-only"
      tabIndex={-1}
      onChange={(event) => {
        const file = event.target.files?.[0];
        event.target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
