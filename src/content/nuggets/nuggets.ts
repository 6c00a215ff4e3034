import { Injectable } from '@nestjs/common';
import { nugget } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { Shelf } from '../shelf.js';
import { shownAs } from '../shown-as.js';
import { NuggetEntity } from './nugget.entity.js';

type NuggetTypes = TypesOf<typeof routes.nuggets>;

const shelf = new Shelf<NuggetEntity>({
  kind: 'nugget',
  entity: NuggetEntity,
  what: 'This nugget',
  manage: 'content.manage',
  searched: ['title', 'description', `array_to_string(tags, ' ')`],
  order: [{ by: 'createdAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ thumbnailUrl, videoUrl }) => ({ address: thumbnailUrl, videoUrl }),
});

/** Short inspirational videos. */
@Injectable()
export class Nuggets extends ContentKind<NuggetEntity, NuggetTypes> {
  constructor() {
    super(shelf);
  }

  protected override selection({ category, ...page }: NuggetTypes['query']) {
    return { page, where: category ? { category } : {} };
  }

  protected override values(_tx: Tx, _actor: ChurchActor, input: NuggetTypes['input']) {
    return this.stored(input);
  }

  protected override shown(_tx: Tx, _actor: ChurchActor, nuggets: NuggetEntity[]) {
    return nuggets.map((one) => shownAs(nugget, one, {}));
  }
}
