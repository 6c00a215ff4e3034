import { Injectable } from '@nestjs/common';
import { bibleStudy } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { findUserNames, ContentRepository } from '../content-repository.js';
import { serializeEntity } from '../serialize-entity.js';
import { StudyEntity } from './study.entity.js';

type StudyTypes = TypesOf<typeof routes.studies>;

const repository = new ContentRepository<StudyEntity>({
  kind: 'study',
  entity: StudyEntity,
  resourceName: 'This Bible study',
  manage: 'study.publish',
  searchedColumns: ['title', 'content', `array_to_string(tags, ' ')`],
  order: [{ property: 'createdAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ videoUrl }) => ({ videoUrl }),
});

/** Bible studies that pastors and admins publish. */
@Injectable()
export class Studies extends ContentKind<StudyEntity, StudyTypes> {
  constructor() {
    super(repository);
  }

  protected override values(_tx: Tx, _actor: ChurchActor, input: StudyTypes['input']) {
    return this.stored(input);
  }

  protected override async toApi(tx: Tx, _actor: ChurchActor, studies: StudyEntity[]) {
    const authors = studies.map(({ createdBy }) => createdBy);
    const names = await findUserNames(tx, authors);
    return studies.map((entity) =>
      serializeEntity(bibleStudy, entity, {
        authorId: entity.createdBy ?? null,
        author: names.get(entity.createdBy ?? '') ?? null,
      }),
    );
  }
}
