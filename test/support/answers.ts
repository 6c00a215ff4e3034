import { isDeepStrictEqual } from 'node:util';
import { errorBody } from '#libs/contracts';
import {
  allRoutes,
  errorsOf,
  isSchema,
  statusOf,
  type AnswerContent,
  type RouteDefinition,
} from '#libs/contracts/routes';

interface ReceivedAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** the received JSON, or undefined */
  body: unknown;
}

interface KnownRoute {
  definition: RouteDefinition;
  pattern: RegExp;
  /** by status; null: no content */
  answers: ReadonlyMap<number, AnswerContent | null>;
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i');

function answersOf(definition: RouteDefinition): ReadonlyMap<number, AnswerContent | null> {
  const { answer = null, otherAnswers = {}, errorAnswers = {}, errorContent } = definition;
  const entries = [
    ...errorsOf(definition).map((status) => [status, errorContent ?? errorBody] as const),
    ...Object.entries({ ...errorAnswers, ...otherAnswers, [statusOf(definition)]: answer }).map(
      ([status, content]) => [Number(status), content] as const,
    ),
  ];
  return new Map(entries);
}

const textOf = (path: string) => path.replace(/\{\w+\}/g, '');
const parametersIn = (path: string) => path.split('{').length;

/** The routes in the order in which the server's router prefers them: fewer parameters first. */
const knownRoutes: readonly KnownRoute[] = [...allRoutes]
  .sort(
    (a, b) =>
      parametersIn(a.path) - parametersIn(b.path) || textOf(b.path).length - textOf(a.path).length,
  )
  .map((definition) => ({
    definition,
    pattern: patternOf(definition.path),
    answers: answersOf(definition),
  }));

const routeOfRequest = (method: string, path: string): KnownRoute | undefined => {
  const matches = knownRoutes.filter(({ pattern }) => pattern.test(path));
  return (
    matches.find(({ definition }) => definition.method === method) ??
    (method === 'HEAD' ? matches.find(({ definition }) => definition.method === 'GET') : undefined)
  );
};

/**
 * Compares an answer of the server with the route table. Requests that no route of the table
 * answers are not compared.
 * @param address path and query
 * @throws Error if the status, the type or a field of the answer is not in the table
 */
export function expectAnswerOfTable(method: string, address: string, answer: ReceivedAnswer): void {
  const route = routeOfRequest(method, address.split(/[?#]/)[0]!);
  if (!route || isOfClosingServer(answer) || isPageOfClient(answer)) return;
  const problem = problemOf(route, method, answer);
  if (problem !== null) {
    const { definition } = route;
    throw new Error(
      `${definition.method} ${definition.path} answered ${answer.status}, ${problem}: ` +
        answer.text.slice(0, 500),
    );
  }
}

function problemOf(
  { answers }: KnownRoute,
  method: string,
  { status, headers, text, body }: ReceivedAnswer,
): string | null {
  const content = answers.get(status);
  if (content === undefined) return 'which is no status of its table';
  if (method === 'HEAD') return null;
  if (content === null) return text === '' ? null : 'but the table has no content for this status';
  if ('location' in content) return headers.has('location') ? null : 'without the header Location';
  if (!isSchema(content)) {
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const matches = content.media.some((media) => matchesMediaType(type, media));
    return matches ? null : `with the type "${type}"`;
  }
  const read = content.safeParse(body);
  if (!read.success) return `which does not match its schema (${read.error.message})`;
  // A schema removes the fields that it does not know.
  return isDeepStrictEqual(read.data, body) ? null : 'with a field that its schema does not have';
}

/**
 * Whether the answer is the page with which the web client reports an unknown path. The server also
 * sends it if a path parameter is too long for the router, although the route table has the path.
 */
const isPageOfClient = ({ status, text }: ReceivedAnswer) =>
  status === 404 && text.startsWith('<!doctype html>');

/** Fastify itself answers while the server closes. */
const isOfClosingServer = ({ status, body }: ReceivedAnswer) =>
  status === 503 && typeof body === 'object' && body !== null && 'statusCode' in body;

const matchesMediaType = (type: string, media: string) =>
  media === '*/*' || (media.endsWith('/*') ? type.startsWith(media.slice(0, -1)) : type === media);
