import { Injectable } from '@nestjs/common';
import { nugget } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { ContentRepository } from '../content-repository.js';
import { serializeEntity } from '../serialize-entity.js';
import { NuggetEntity } from './nugget.entity.js';

type NuggetTypes = TypesOf<typeof routes.nuggets>;

const repository = new ContentRepository<NuggetEntity>({
  kind: 'nugget',
  entity: NuggetEntity,
  resourceName: 'This nugget',
  manage: 'content.manage',
  searchedColumns: ['title', 'description', `array_to_string(tags, ' ')`],
  order: [{ property: 'createdAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ thumbnailUrl, videoUrl }) => ({ address: thumbnailUrl, videoUrl }),
});

/** Short inspirational videos. */
@Injectable()
export class Nuggets extends ContentKind<NuggetEntity, NuggetTypes> {
  constructor() {
    super(repository);
  }

  protected override selection({ category, ...query }: NuggetTypes['query']) {
    return { query, where: category ? { category } : {} };
  }

  protected override values(_tx: Tx, _actor: ChurchActor, input: NuggetTypes['input']) {
    return this.stored(input);
  }

  protected override toApi(_tx: Tx, _actor: ChurchActor, nuggets: NuggetEntity[]) {
    return nuggets.map((entity) => serializeEntity(nugget, entity, {}));
  }
}
