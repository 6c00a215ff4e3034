import { writeCsv } from '#libs/csv-writer';

/** Makes the browser download the rows as a CSV file. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([writeCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
}
