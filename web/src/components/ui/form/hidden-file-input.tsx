import type { RefObject } from 'react';

/** The `accept` attributes of file inputs. */
export const accepted = {
  csv: '.csv,.txt,.tsv,text/csv,text/plain',
  /** Tables in any format that `libs/workbook` reads. */
  table: '.csv,.txt,.tsv,.xlsx,.ods,.ofx,.qfx,text/csv,text/plain',
  picture: 'image/jpeg,image/png,image/webp',
};

/**
 * Lets a button open the file chooser of the browser: it calls `ref.current.click()`. The same file
 * can be chosen twice in a row.
 * @param label names the file to choose
 */
export function HiddenFileInput({
  ref,
  id,
  label,
  accept,
  onFile,
}: {
  ref: RefObject<HTMLInputElement | null>;
  id?: string;
  label: string;
  accept: string;
  onFile: (file: File) => void;
}) {
  return (
    <input
      ref={ref}
      id={id}
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
