import { Injectable } from '@nestjs/common';
import { bibleStudy } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { namesOf, Shelf } from '../shelf.js';
import { shownAs } from '../shown-as.js';
import { StudyEntity } from './study.entity.js';

type StudyTypes = TypesOf<typeof routes.studies>;

const shelf = new Shelf<StudyEntity>({
  kind: 'study',
  entity: StudyEntity,
  what: 'This Bible study',
  manage: 'study.publish',
  searched: ['title', 'content', `array_to_string(tags, ' ')`],
  order: [{ by: 'createdAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ videoUrl }) => ({ videoUrl }),
});

/** Bible studies of the pastors. */
@Injectable()
export class Studies extends ContentKind<StudyEntity, StudyTypes> {
  constructor() {
    super(shelf);
  }

  protected override values(_tx: Tx, _actor: ChurchActor, input: StudyTypes['input']) {
    return this.stored(input);
  }

  protected override async shown(tx: Tx, _actor: ChurchActor, studies: StudyEntity[]) {
    const authors = studies.map(({ createdBy }) => createdBy);
    const names = await namesOf(tx, authors);
    return studies.map((one) =>
      shownAs(bibleStudy, one, {
        authorId: one.createdBy ?? null,
        author: names.get(one.createdBy ?? '') ?? null,
      }),
    );
  }
}
