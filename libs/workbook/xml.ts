import { SaxesParser } from 'saxes';
import { damaged, textTooLong, withDoctype } from './messages.js';

export interface XmlEvents {
  /** @param name the name without its prefix */
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

const maxDepth = 64;
/**
 * Maximum number of characters without a tag, in a text, attribute or comment. A record has at most
 * 1 MB, and escaped characters are longer.
 */
const maxQuiet = 8_000_000;

/**
 * Parses XML in pieces. It refuses a document type, so that it replaces only the five entities of
 * XML and fetches nothing.
 * @throws CsvError for XML that is not well-formed, is nested too deeply, or has a long part
 *   without a tag
 */
export function createXml(events: XmlEvents): { write(text: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let [depth, textSinceTag] = [0, 0];
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('doctype', () => {
    throw withDoctype();
  });
  parser.on('error', () => {
    throw damaged();
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) throw damaged();
    textSinceTag = 0;
    events.open(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    textSinceTag = 0;
    events.close(local(name));
  });
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  return {
    write(text) {
      textSinceTag += text.length;
      if (textSinceTag > maxQuiet) throw textTooLong();
      parser.write(text);
    },
    end: () => void parser.close(),
  };
}

/** Parses a whole part, which must be small. */
export async function readXml(
  pieces: AsyncIterable<string>,
  events: Partial<XmlEvents>,
): Promise<void> {
  const nothing = () => undefined;
  const xml = createXml({ open: nothing, close: nothing, text: nothing, ...events });
  let hasContent = false;
  for await (const piece of pieces) {
    hasContent = true;
    xml.write(piece);
  }
  if (hasContent) xml.end();
}
