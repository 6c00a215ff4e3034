import type { FastifyInstance } from 'fastify';

/** The limits for the JSON of one request. All forms of the client stay far below them. */
export const jsonLimits = {
  /** levels of nested arrays and objects */
  depth: 32,
  /** elements of all arrays and members of all objects */
  elements: 50_000,
  /** members of one object */
  keys: 1_000,
};

const excessKey = Symbol('JSON beyond the limits');

/**
 * Registers the parser for JSON bodies. JSON beyond `jsonLimits` is not parsed. Its body becomes a
 * marker, for which `parse` answers 400. So the error comes after 401, 403 and 404, as for other
 * invalid bodies.
 */
export function readJsonWithinLimits(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body: string, done) => {
      const excess = findExcess(body);
      if (excess) done(null, { [excessKey]: excess });
      else void parseJson(request, body, done);
    },
  );
}

/**
 * Returns the message for a body that exceeds a limit; null for all other bodies. It also works for
 * a shallow copy of the body.
 */
export function excessOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !(excessKey in body)) return null;
  return body[excessKey] as string;
}

interface Container {
  isObject: boolean;
  members: number;
}

/**
 * Returns the message for the limit that a JSON text exceeds; null if it exceeds none. Reads the
 * text once, and does not check its syntax.
 */
export function findExcess(text: string): string | null {
  const open: Container[] = [];
  let elements = 0;
  let isFirst = false;
  for (let position = 0; position < text.length; position++) {
    const character = text[position]!;
    if (isBlank(character)) continue;
    const isClosing = character === ']' || character === '}';
    const container = open.at(-1);
    if (container && (character === ',' || (isFirst && !isClosing))) {
      elements++;
      container.members++;
      if (elements > jsonLimits.elements) return tooManyFieldsMessage;
      if (container.isObject && container.members > jsonLimits.keys) return tooManyFieldsMessage;
    }
    isFirst = false;
    if (character === '"') {
      position = endOfString(text, position);
    } else if (isClosing) {
      open.pop();
    } else if (character === '[' || character === '{') {
      open.push({ isObject: character === '{', members: 0 });
      if (open.length > jsonLimits.depth) return tooDeepMessage;
      isFirst = true;
    }
  }
  return null;
}

const tooManyFieldsMessage = 'This request has too many fields. Please send less at once.';
const tooDeepMessage = 'This request has too many lists inside each other.';

const isBlank = (character: string) =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r';

/**
 * Returns the position of the quotation mark that ends the string starting at `start`, or the
 * length of the text if the string does not end.
 */
function endOfString(text: string, start: number): number {
  for (let position = start + 1; position < text.length; position++) {
    if (text[position] === '\\') position++;
    else if (text[position] === '"') return position;
  }
  return text.length;
}
