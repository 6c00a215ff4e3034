import { z } from 'zod';
import { id, year } from '../common.js';
import { feedKinds } from '../content/feeds.js';
import type { Action } from '../policy.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route: every visitor, every signed-in user, or the users to whom the policy
 * permits an action.
 */
export type Access = 'public' | 'signed in' | Action;

/** An answer or a body that is not JSON. */
export interface Content {
  /** media types, of which the message has one */
  media: readonly [string, ...string[]];
}

/** A redirect: an answer without content, with the header `Location`. */
export interface Redirection {
  location: true;
}

export type AnswerContent = z.ZodType | Content | Redirection;

/** A route of the server: what it takes, what it answers, and who may call it. */
export interface RouteDefinition {
  method: Method;
  /** with path parameters in braces, as in OpenAPI: `/api/sermons/{id}` */
  path: `/${string}`;
  /** one sentence without a period, for the API documentation */
  summary: string;
  access: Access;
  /** the values of path parameters that `pathParameters` does not describe */
  parameters?: Readonly<Record<string, z.ZodType>>;
  /** the query string */
  query?: z.ZodObject;
  /** the JSON body */
  body?: z.ZodType;
  /** true if a request without a body is right too */
  bodyIsOptional?: true;
  /** the fields of a multipart form, which is sent instead of JSON */
  form?: z.ZodObject;
  /** a body that is neither JSON nor a multipart form */
  rawBody?: Content;
  /** of the usual success; default: 200 with an answer, 204 without one */
  status?: number;
  /** set if a secret in the header `Authorization` admits the caller */
  bearer?: 'required' | 'optional';
  /** absent: no content */
  answer?: AnswerContent;
  /** further successful answers by status; null: no content */
  otherAnswers?: Readonly<Record<number, AnswerContent | null>>;
  /** statuses of answers with an error, beyond those that `errorsOf` derives */
  errors?: readonly number[];
  /** answers of refusals that contain more than the error, by status */
  errorAnswers?: Readonly<Record<number, z.ZodType>>;
  /** the content of all errors, if it is not the usual JSON alone */
  errorContent?: Content;
  /**
   * true if the header `If-Match` may name the version that the user has seen; a stale version is
   * 409
   */
  ifMatch?: true;
  /** false if a request that is sent again with the same `Idempotency-Key` does its work again */
  idempotencyKey?: false;
}

/** Checks a route, and keeps its exact types: the literal path, and the types of its schemas. */
export const route = <const Definition extends RouteDefinition>(
  definition: Definition,
): Definition => definition;

export const csv = { media: ['text/csv'] } as const;
export const workbook = {
  media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
} as const;
export const calendar = { media: ['text/calendar'] } as const;
export const xmlFeed = { media: ['application/rss+xml'] } as const;
export const webPage = { media: ['text/html'] } as const;
export const serverEvents = { media: ['text/event-stream'] } as const;
/** The bytes of a stored file, in the type that was found when it was uploaded. */
export const storedFile = { media: ['*/*'] } as const;
export const picture = { media: ['image/*'] } as const;
export const redirection = { location: true } as const;

/**
 * The answers of a stored file: whole, a range of it, nothing if the client has it already, or no
 * such range.
 */
export const fileAnswers = {
  answer: storedFile,
  otherAnswers: { 206: storedFile, 304: null, 416: null },
} as const;

export const isSchema = (content: AnswerContent | null | undefined): content is z.ZodType =>
  content instanceof z.ZodType;

/** The HTTP status of a successful answer. */
export const statusOf = (definition: RouteDefinition): number =>
  definition.status ?? (definition.answer ? 200 : 204);

/** The names of the parameters in a path, in order. */
export const parametersOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** What the parameters in paths are, by name. Others are any text. */
const pathParameters: Readonly<Record<string, z.ZodType>> = {
  id,
  donorId: id,
  userId: id,
  fileId: id,
  year,
  kind: z.enum(feedKinds),
};

/** The values that a parameter in the path of a route may have. */
export const parameterOf = ({ parameters }: RouteDefinition, name: string): z.ZodType =>
  parameters?.[name] ?? pathParameters[name] ?? z.string();

const isRead = (method: Method) => method === 'GET' || method === 'HEAD';

/** True if the server keeps the answer for the key of the header `Idempotency-Key`. */
export const takesIdempotencyKey = ({ method, access, idempotencyKey }: RouteDefinition) =>
  !isRead(method) && access !== 'public' && idempotencyKey !== false;

/**
 * Statuses that any route may answer: too many requests, a fault, a part of the server that is away
 * or full.
 */
const errorsOfAll = [400, 429, 500, 503, 507];

/**
 * Returns the statuses of the refusals of a route, in ascending order.
 *
 * Derived are: 401 and 403 from the permission, 403 for a write from another site, 404 from a path
 * parameter, 408, 413 and 415 from a write (it may have a body), 409 from a write (somebody else
 * may have changed the same), and 422 from `Idempotency-Key`. The others are in `errors` of the
 * route, also 202, which is no refusal: where the books may be kept in EventStoreDB, the change is
 * recorded, but cannot be shown yet.
 */
export function errorsOf(definition: RouteDefinition): number[] {
  const { method, path, access, errors = [], errorAnswers = {} } = definition;
  const isWrite = !isRead(method);
  const derived = [
    access !== 'public' && 401,
    (isWrite || (access !== 'public' && access !== 'signed in')) && 403,
    path.includes('{') && 404,
    isWrite && 408,
    isWrite && 413,
    isWrite && 415,
    isWrite && 409,
    takesIdempotencyKey(definition) && 422,
  ];
  const statuses = new Set([
    ...errorsOfAll,
    ...derived.filter((status) => typeof status === 'number'),
    ...errors,
    ...Object.keys(errorAnswers).map(Number),
  ]);
  return [...statuses].sort((a, b) => a - b);
}
