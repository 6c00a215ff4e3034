import type { z } from 'zod';
import type { FeedKind, TrashKind } from '#libs/contracts';
import type { Content, Method, Redirection, routes } from '#libs/contracts/routes';

/*
 * Types of the calls to the API, derived from the route table of the server. Only the types are
 * imported, so the table itself is not part of the client.
 */

type Subjects = typeof routes;
type RouteOfTable = {
  [Subject in keyof Subjects]: Subjects[Subject][keyof Subjects[Subject]];
}[keyof Subjects];

/** The path of a route with the types of its parameters, for example `/api/sermons/${string}`. */
type Filled<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}${ParameterOf<Name>}${Filled<After>}`
  : Path;

type ParameterOf<Name extends string> = Name extends 'year'
  ? number
  : Name extends 'kind'
    ? FeedKind | TrashKind
    : string;

/**
 * True if the path is one of the paths. A template such as `/api/sermons/${string}` does not equal
 * a path without parameters.
 */
type IsOneOf<Path, Paths> = Paths extends Path ? ([Path] extends [Paths] ? true : false) : false;

/**
 * The route with this method and path. A path that contains a string finds the route that has a
 * parameter there. `never` if there is no such route.
 */
export type RouteAt<M extends Method, Path extends string> = Path extends string
  ? RouteOfTable extends infer Route
    ? Route extends { method: M; path: infer Template extends string }
      ? true extends IsOneOf<Path, Filled<Template>>
        ? Route
        : never
      : never
    : never
  : never;

/** Every path of the route table, for addresses that the browser opens itself. */
export type ApiPath = Filled<RouteOfTable['path']>;

/**
 * Makes a path that is not in the route table a type error: the result is then an object type, to
 * which a string is not assignable. The name of its property explains the error.
 */
export type KnownPath<M extends Method, Path extends string> = Path extends string
  ? [RouteAt<M, Path>] extends [never]
    ? { 'no route of libs/contracts/routes': `${M} ${Path}` }
    : unknown
  : never;

type ContentOf<Answer> = Answer extends z.ZodType
  ? z.output<Answer>
  : Answer extends Content | Redirection
    ? unknown
    : undefined;

type OtherContent<Route> = Route extends { otherAnswers: infer Others }
  ? ContentOf<Others[keyof Others]>
  : never;

type AnswerOfRoute<Route> =
  | (Route extends { answer: infer Answer } ? ContentOf<Answer> : undefined)
  | OtherContent<Route>;

/** The type of the answer of a call; undefined if the route answers without content. */
export type AnswerOf<M extends Method, Path extends string> = AnswerOfRoute<RouteAt<M, Path>>;

/**
 * A value of a query parameter. `queryString` omits unset values and writes booleans as `true` and
 * `false`. A choice may be any string, because filters come from the address bar; the server
 * refuses a wrong one.
 */
type QueryValue<Value> =
  | Value
  | (Extract<Value, string> extends never ? never : string)
  | ('true' extends Value ? boolean : never)
  | null
  | undefined;
type QueryOfRoute<Route> = Route extends { query: infer Query extends z.ZodType }
  ? { query?: { [Name in keyof z.input<Query>]?: QueryValue<z.input<Query>[Name]> } }
  : { query?: undefined };

type JsonBody<Body, Route> = Route extends { bodyIsOptional: true }
  ? { body?: z.input<Body & z.ZodType> }
  : undefined extends z.input<Body & z.ZodType>
    ? { body?: z.input<Body & z.ZodType> }
    : { body: z.input<Body & z.ZodType> };

type BodyOfRoute<Route> = Route extends { form: unknown; body: infer Body }
  ? { body: FormData | z.input<Body & z.ZodType> }
  : Route extends { form: unknown }
    ? { body: FormData }
    : Route extends { body: infer Body }
      ? JsonBody<Body, Route>
      : { body?: undefined };

export type ReadOptions<Path extends string> = {
  method?: 'GET';
  signal?: AbortSignal;
  headers?: Record<string, string>;
} & QueryOfRoute<RouteAt<'GET', Path>>;

export type WriteOptions<M extends Method, Path extends string> = {
  method: M;
  signal?: AbortSignal;
  headers?: Record<string, string>;
} & QueryOfRoute<RouteAt<M, Path>> &
  BodyOfRoute<RouteAt<M, Path>>;
