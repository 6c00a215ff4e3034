/** As the server writes it (libs/csv): quoted by RFC 4180, and no cell that a spreadsheet would take for a formula. */
function cell(text: string): string {
  const safe =
    /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",;\t|\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');

/** Gives the browser a file to save that was made here. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([writeCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
}
