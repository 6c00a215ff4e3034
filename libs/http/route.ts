import { HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import { statusOf, type AnswerContent, type RouteDefinition } from '#libs/contracts/routes';

const routeKey = Symbol('route');

/** @returns the route that a method of a controller answers, or undefined for another function */
export const routeOf = (handler: object): RouteDefinition | undefined =>
  Reflect.getMetadata(routeKey, handler) as RouteDefinition | undefined;

/** What a method without a result returns. */
type Nothing = Awaited<Promise<void>>;

/**
 * What a method may return as the answer of a route. A method that sends a file or another content
 * may return anything. Nest sends null as an empty body; therefore a method that answers null
 * sends it itself.
 */
type Returned<Content> = Content extends z.ZodType
  ? z.output<Content> | (null extends z.output<Content> ? Nothing : never)
  : Content extends AnswerContent
    ? unknown
    : Nothing;

type OtherAnswers<Definition> = Definition extends { otherAnswers: infer Others }
  ? Returned<Others[keyof Others]>
  : never;

type ErrorAnswers<Definition> = Definition extends { errorAnswers: infer Errors }
  ? Returned<Errors[keyof Errors]>
  : never;

type AnswerOf<Definition extends RouteDefinition> =
  | Returned<Definition['answer']>
  | OtherAnswers<Definition>
  | ErrorAnswers<Definition>;

type Handler<Answer> = (...parameters: never[]) => Answer | Promise<Answer>;

/** The path of a route as Fastify writes it: `/api/sermons/:id`. */
export const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * A decorator that binds a method of a controller to the definition of a route: its HTTP method,
 * path, status and access. The method must return the answer of the definition.
 */
export function Route<const Definition extends RouteDefinition>(definition: Definition) {
  const { method, path } = definition;
  const decorators = [
    RequestMapping({ method: RequestMethod[method], path: fastifyPath(path) }),
    HttpCode(statusOf(definition)),
    SetMetadata(routeKey, definition),
  ];
  return <Method extends Handler<AnswerOf<Definition>>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    for (const decorate of decorators) decorate(target, name, descriptor);
  };
}
