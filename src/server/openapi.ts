import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { errorBody } from '#libs/contracts';
import {
  errorsOf,
  isSchema,
  parametersOf,
  parameterOf,
  routes,
  statusOf,
  takesIdempotencyKey,
  type AnswerContent,
  type RouteDefinition,
} from '#libs/contracts/routes';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type MediaTypes = Record<string, { schema: JsonSchema }>;

interface Reference {
  $ref: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Answer {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: MediaTypes;
}

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: MediaTypes };
  responses: Record<string, Answer | Reference>;
}

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

/**
 * Describes every route of the table as an OpenAPI document.
 * @param sessionCookie the name of the cookie that signed-in users send
 */
export function describeRoutes(sessionCookie: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  const statuses = new Set<number>();
  for (const [subject, definitions] of Object.entries<Record<string, RouteDefinition>>(routes)) {
    for (const [name, definition] of Object.entries(definitions)) {
      paths[definition.path] ??= {};
      paths[definition.path]![definition.method.toLowerCase()] = {
        operationId: `${subject}.${name}`,
        tags: [subject],
        ...operationOf(definition),
      };
      for (const status of errorsOf(definition)) statuses.add(status);
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Church Connect',
      version: '1',
      description: 'Every path also answers OPTIONS, with the header Allow.',
    },
    servers: [{ url: '/' }],
    tags: Object.keys(routes).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output') },
      responses: Object.fromEntries([...statuses].map((status) => [status, errorAnswer(status)])),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function operationOf(definition: RouteDefinition): Omit<Operation, 'operationId' | 'tags'> {
  const parameters = [
    ...pathParameters(definition),
    ...queryParameters(definition),
    ...headerParameters(definition),
  ];
  const content = bodyContent(definition);
  return {
    summary: definition.summary,
    security: securityOf(definition),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: isBodyRequired(definition), content } } : {}),
    responses: { ...successAnswers(definition), ...errorAnswers(definition) },
  };
}

function securityOf({ access, bearer }: RouteDefinition): Operation['security'] {
  if (bearer === 'required') return [{ bearer: [] }];
  if (bearer === 'optional') return [{}, { bearer: [] }];
  return access === 'public' ? [] : [{ session: [] }];
}

const pathParameters = (definition: RouteDefinition): Parameter[] =>
  parametersOf(definition.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: jsonSchema(parameterOf(definition, name), 'input'),
  }));

function queryParameters({ query }: RouteDefinition): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schema as JsonSchema,
  }));
}

function headerParameters(definition: RouteDefinition): Parameter[] {
  const text = (name: string, description: string, schema: JsonSchema): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...schema },
  });
  return [
    ...(definition.ifMatch
      ? [text('If-Match', 'The version that the user has seen. A stale version is 409.', {})]
      : []),
    ...(takesIdempotencyKey(definition)
      ? [
          text(
            'Idempotency-Key',
            'A request with the same key within 24 hours gets the answer of the first one.',
            { minLength: 1, maxLength: 200 },
          ),
        ]
      : []),
  ];
}

function bodyContent({ body, form, rawBody }: RouteDefinition): MediaTypes | null {
  if (rawBody) return contentOf(rawBody, 'input');
  if (!body && !form) return null;
  return {
    ...(body ? contentOf(body, 'input') : {}),
    ...(form ? { 'multipart/form-data': { schema: jsonSchema(form, 'input') } } : {}),
  };
}

const isBodyRequired = ({ body, bodyIsOptional }: RouteDefinition) =>
  bodyIsOptional !== true && body?.safeParse(undefined).success !== true;

function successAnswers(definition: RouteDefinition): Record<string, Answer> {
  const { answer, otherAnswers = {} } = definition;
  const all: [string, AnswerContent | null][] = [
    [String(statusOf(definition)), answer ?? null],
    ...Object.entries(otherAnswers),
  ];
  return Object.fromEntries(
    all.map(([status, content]) => [status, answerOf(Number(status), content, definition)]),
  );
}

function answerOf(
  status: number,
  content: AnswerContent | null,
  { query }: RouteDefinition,
): Answer {
  const description = STATUS_CODES[status]!;
  if (content === null) return { description };
  if ('location' in content) return { description, headers: { Location: location } };
  const isPaged = query !== undefined && 'cursor' in query.shape;
  return {
    description,
    ...(isPaged ? { headers: { Link: link } } : {}),
    content: contentOf(content, 'output'),
  };
}

const location = {
  description: 'Where the browser goes next.',
  schema: { type: 'string', format: 'uri-reference' },
} as const;
const link = {
  description: 'The address of the next page with rel="next"; absent on the last page.',
  schema: { type: 'string' },
} as const;
const retryAfter = {
  description: 'Seconds until the same request may be sent again.',
  schema: { type: 'integer', minimum: 1 },
} as const;

function errorAnswers(definition: RouteDefinition): Record<string, Answer | Reference> {
  const { errorAnswers = {}, errorContent } = definition;
  const answers = errorsOf(definition).map((status) => {
    const answerContent = errorAnswers[status] ?? errorContent;
    return [
      status,
      answerContent
        ? { description: STATUS_CODES[status]!, content: contentOf(answerContent, 'output') }
        : { $ref: `#/components/responses/${status}` },
    ] as const;
  });
  return Object.fromEntries(answers);
}

const errorAnswer = (status: number): Answer => ({
  description: STATUS_CODES[status]!,
  ...(status === 429 || status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function contentOf(
  content: Exclude<AnswerContent, { location: true }>,
  io: 'input' | 'output',
): MediaTypes {
  if (isSchema(content)) return { 'application/json': { schema: jsonSchema(content, io) } };
  return Object.fromEntries(
    content.media.map((type) => [
      type,
      { schema: type.startsWith('text/') ? { type: 'string' } : {} },
    ]),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    reused: 'inline',
    unrepresentable: 'any',
  });
  return described;
}
