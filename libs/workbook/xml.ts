import { SaxesParser } from 'saxes';
import { damaged, textTooLong, withDoctype } from './messages.js';

export interface XmlEvents {
  /** `name` without its prefix */
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

const maxDepth = 64;
/** One text, attribute or comment; a record has 1 MB, and escapes take room. */
const maxQuiet = 8_000_000;

/**
 * Reads XML piece by piece. No document type, so no entity but the five of XML itself; nothing is ever fetched.
 * Throws a CsvError for what is not well-formed, nests too deep, or goes on and on without a tag.
 */
export function createXml(events: XmlEvents): { write(text: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let [depth, quiet] = [0, 0];
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('doctype', () => {
    throw withDoctype();
  });
  parser.on('error', () => {
    throw damaged();
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) throw damaged();
    quiet = 0;
    events.open(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    quiet = 0;
    events.close(local(name));
  });
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  return {
    write(text) {
      quiet += text.length;
      if (quiet > maxQuiet) throw textTooLong();
      parser.write(text);
    },
    end: () => void parser.close(),
  };
}

/** Reads a whole small part. */
export async function readXml(
  pieces: AsyncIterable<string>,
  events: Partial<XmlEvents>,
): Promise<void> {
  const nothing = () => undefined;
  const xml = createXml({ open: nothing, close: nothing, text: nothing, ...events });
  let any = false;
  for await (const piece of pieces) {
    any = true;
    xml.write(piece);
  }
  if (any) xml.end();
}
