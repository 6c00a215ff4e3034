import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The maximum vertical distance within a line in points. Smaller letters are a little higher. */
const sameLine = 4;

/**
 * Returns the text of each page of a PDF, line by line, with spaces between the parts of a line.
 */
export async function pdfPages(file: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const pieces = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , , x, y] = item.transform as number[];
      return [{ x: x!, y: y!, text: item.str }];
    });
    const lines: (typeof pieces)[] = [];
    for (const piece of pieces.sort((a, b) => b.y - a.y)) {
      const line = lines.at(-1);
      if (line && line[0]!.y - piece.y < sameLine) line.push(piece);
      else lines.push([piece]);
    }
    pages.push(
      lines
        .map((line) =>
          line
            .sort((a, b) => a.x - b.x)
            .map(({ text }) => text)
            .join(' '),
        )
        .join('\n'),
    );
  }
  await loading.destroy();
  return pages;
}
