import type { FastifyInstance } from 'fastify';

/** What the JSON of one request may contain. Every form of the client stays far below. */
export const jsonLimits = {
  /** arrays and objects inside each other */
  depth: 32,
  /** elements of all arrays and members of all objects together */
  elements: 50_000,
  /** members of one object */
  keys: 1_000,
};

const excessKey = Symbol('JSON beyond the limits');

/**
 * Reads the JSON of requests. JSON beyond `jsonLimits` is never parsed, so that nothing walks through it: its body becomes
 * a mark, for which `parse` of `errors.ts` answers 400. It answers at the body's place in the order of checks, after 401,
 * 403 and 404.
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

/** The sentence that says which limit a request's JSON exceeds; null for every other body. It outlives `{ ...body }`. */
export function excessOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !(excessKey in body)) return null;
  return body[excessKey] as string;
}

interface Container {
  isObject: boolean;
  members: number;
}

/** Says which limit a JSON text exceeds, in one pass over its characters; null: none. Does not check the syntax. */
export function findExcess(text: string): string | null {
  const open: Container[] = [];
  let elements = 0;
  let isFirst = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isBlank(character)) continue;
    const isClosing = character === ']' || character === '}';
    const container = open.at(-1);
    if (container && (character === ',' || (isFirst && !isClosing))) {
      elements++;
      container.members++;
      if (elements > jsonLimits.elements) return tooMany;
      if (container.isObject && container.members > jsonLimits.keys) return tooMany;
    }
    isFirst = false;
    if (character === '"') {
      at = endOfString(text, at);
    } else if (isClosing) {
      open.pop();
    } else if (character === '[' || character === '{') {
      open.push({ isObject: character === '{', members: 0 });
      if (open.length > jsonLimits.depth) return tooDeep;
      isFirst = true;
    }
  }
  return null;
}

const tooMany = 'This request has too many fields. Please send less at once.';
const tooDeep = 'This request has too many lists inside each other.';

const isBlank = (character: string) =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r';

/** The position of the quotation mark that ends the string which begins at `start`; the text's end if none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
