import { convert, type HtmlToTextOptions } from 'html-to-text';

/**
 * How many characters of HTML are parsed at a time. The time for nested elements grows faster than
 * their length.
 */
const maxPiece = 200_000;

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: maxPiece, maxDepth: 300, maxChildNodes: 20_000 },
  // Read the whole document, because its only `body` may be that of a page that the email quotes.
  baseElements: { selectors: [], returnDomByDefault: true },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'title', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'script', format: 'skip' },
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: [' <', '>'] },
    },
    { selector: 'blockquote', format: 'blockquote', options: { trimEmptyLines: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      format: 'heading',
      options: { uppercase: false },
    })),
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
  ],
  formatters: {
    cell: (element, walk, builder) => {
      walk(element.children, builder);
      builder.addInline(' ');
    },
  },
};

/** A picture that the HTML itself contains. */
export interface EmbeddedPicture {
  /** for example `png` */
  type: string;
  content: Buffer;
}

/**
 * Returns the text of an HTML email, and the pictures that it contains as `data:` addresses.
 * Scripts are not run, and linked resources are not loaded. The text contains the addresses of
 * links.
 * @param maxLength how many characters of HTML are read, without pictures, styles and comments
 * @returns `length` is the number of characters that were read
 */
export function readHtml(
  html: string,
  maxLength: number,
): { text: string; pictures: EmbeddedPicture[]; length: number } {
  const { rest: htmlWithoutPictures, pictures } = takePictures(html);
  const visible = without(without(htmlWithoutPictures, '<!--', '-->'), '<style', '</style').slice(
    0,
    maxLength,
  );
  const text = piecesOf(visible)
    .map((piece) => convert(piece, options))
    .join('\n');
  return { text, pictures, length: visible.length };
}

function takePictures(html: string): { rest: string; pictures: EmbeddedPicture[] } {
  const pictures: EmbeddedPicture[] = [];
  const htmlWithoutPictures = html.replace(
    /data:image\/(png|jpe?g|gif|webp);base64,([a-z\d+/=\s%]*)/gi,
    (_address, type: string, data: string) => {
      pictures.push({ type: type.toLowerCase(), content: Buffer.from(data, 'base64') });
      return '';
    },
  );
  return { rest: htmlWithoutPictures, pictures };
}

/** Removes the text between each pair of marks. A beginning without an end removes nothing. */
function without(html: string, beginning: string, end: string): string {
  const lower = html.toLowerCase();
  let visibleText = '';
  let from = 0;
  for (;;) {
    const start = lower.indexOf(beginning, from);
    const stop = start === -1 ? -1 : lower.indexOf(end, start + beginning.length);
    if (stop === -1) return visibleText + html.slice(from);
    visibleText += html.slice(from, start);
    from = stop + end.length;
  }
}

/** Divides long HTML, between two elements if possible. */
function piecesOf(html: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (html.length - from > maxPiece) {
    const border = html.lastIndexOf('<', from + maxPiece);
    const to = border > from ? border : from + maxPiece;
    pieces.push(html.slice(from, to));
    from = to;
  }
  return [...pieces, html.slice(from)];
}
