import {
  Body,
  Headers,
  Inject,
  Param,
  Query as QueryString,
  Req,
  Res,
  type Type,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { bulkResult, bulkInput, viewCount } from '#libs/contracts';
import type { RouteDefinition } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { ChurchTransaction, CurrentActor, parse, Route, type ChurchActor } from '#libs/http';
import type { ContentKind, KindTypes } from './content-kind.js';
import type { ContentItem } from './content-repository.js';

/** The methods of `ContentKind` that a controller calls. `Found` is the type of a stored item. */
type ServedKind<Found, Query, Input, Item> = {
  list(
    tx: Tx,
    actor: ChurchActor,
    query: Query,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Item[]>;
  load(tx: Tx, actor: ChurchActor, id: string): Promise<Found>;
  loadForChange(tx: Tx, actor: ChurchActor, id: string): Promise<Found>;
  assertVersion(
    tx: Tx,
    actor: ChurchActor,
    item: Found,
    ifMatch: string | undefined,
  ): Promise<void>;
  read(tx: Tx, actor: ChurchActor, id: string): Promise<Item>;
  add(tx: Tx, actor: ChurchActor, input: Input): Promise<Item>;
  replace(tx: Tx, actor: ChurchActor, item: Found, input: Input): Promise<Item>;
  remove(tx: Tx, actor: ChurchActor, item: Found): Promise<void>;
} & Pick<ContentKind<ContentItem, KindTypes>, 'bulk' | 'view'>;

/** The routes that the controller of a kind serves. It does not serve routes that are absent. */
interface KindRoutes<Query, Input, Item> {
  list: RouteDefinition & { query: z.ZodType<Query>; answer: z.ZodType<Item[]> };
  one?: RouteDefinition & { answer: z.ZodType<Item> };
  add?: RouteDefinition & { body: z.ZodType<Input>; answer: z.ZodType<Item> };
  replace?: RouteDefinition & { body: z.ZodType<Input>; answer: z.ZodType<Item> };
  bulk: RouteDefinition & { body: typeof bulkInput; answer: typeof bulkResult };
  remove: RouteDefinition;
  view?: RouteDefinition & { answer: typeof viewCount };
}

/**
 * Makes a method answer a route, if the route exists. `KindRoutes` checks the type of the answer.
 */
const RouteIfPresent = (route: RouteDefinition | undefined): MethodDecorator =>
  route ? (Route(route) as MethodDecorator) : () => undefined;

/**
 * Returns a controller that serves a kind of content. A kind with further routes extends it.
 * @param Kind the class whose instance is injected into the controller
 * @param routes routes that need a permission, so that a transaction of the user's church exists
 */
export function kindController<Found, Query, Input, Item>(
  Kind: Type<ServedKind<Found, Query, Input, Item>>,
  routes: KindRoutes<Query, Input, Item>,
) {
  class KindController {
    constructor(@Inject(Kind) protected readonly kind: ServedKind<Found, Query, Input, Item>) {}

    @Route(routes.list)
    list(
      @CurrentActor() actor: ChurchActor,
      @ChurchTransaction() tx: Tx,
      @QueryString() query: unknown,
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<Item[]> {
      return this.kind.list(tx, actor, parse(routes.list.query, query), request, reply);
    }

    @RouteIfPresent(routes.one)
    read(
      @CurrentActor() actor: ChurchActor,
      @ChurchTransaction() tx: Tx,
      @Param('id') id: string,
    ): Promise<Item> {
      return this.kind.read(tx, actor, id);
    }

    @RouteIfPresent(routes.add)
    add(
      @CurrentActor() actor: ChurchActor,
      @ChurchTransaction() tx: Tx,
      @Body() body: unknown,
    ): Promise<Item> {
      return this.kind.add(tx, actor, parse(routes.add!.body, body));
    }

    @Route(routes.bulk)
    bulk(
      @CurrentActor() actor: ChurchActor,
      @ChurchTransaction() tx: Tx,
      @Body() body: unknown,
    ): Promise<{ changed: number }> {
      return this.kind.bulk(tx, actor, parse(routes.bulk.body, body));
    }

    /** Loads the item before it checks the body, so that a missing item is answered with 404. */
    @RouteIfPresent(routes.replace)
    async replace(
      @CurrentActor() actor: ChurchActor,
      @ChurchTransaction() tx: Tx,
      @Param('id') id: string,
      @Body() body: unknown,
      @Headers('if-match') ifMatch?: string,
    ): Promise<Item> {
      const item = await this.kind.loadForChange(tx, actor, id);
      const input = parse(routes.replace!.body, body);
      await this.kind.assertVersion(tx, actor, item, ifMatch);
      return this.kind.replace(tx, actor, item, input);
    }

    @Route(routes.remove)
    async remove(
      @CurrentActor() actor: ChurchActor,
      @ChurchTransaction() tx: Tx,
      @Param('id') id: string,
      @Headers('if-match') ifMatch?: string,
    ): Promise<void> {
      const item = await this.kind.loadForChange(tx, actor, id);
      await this.kind.assertVersion(tx, actor, item, ifMatch);
      await this.kind.remove(tx, actor, item);
    }

    @RouteIfPresent(routes.view)
    view(
      @CurrentActor() actor: ChurchActor,
      @ChurchTransaction() tx: Tx,
      @Param('id') id: string,
    ): Promise<{ viewCount: number }> {
      return this.kind.view(tx, actor, id);
    }
  }
  return KindController;
}
