import { Inject, Injectable } from '@nestjs/common';
import { brothersContent, needsContent, type BrothersContent } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { invalidField, type ChurchActor } from '#libs/http';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { findChosenFile, Files, fileUrl, filesByItem } from '../files/files.js';
import { ContentRepository } from '../content-repository.js';
import { serializeEntity } from '../serialize-entity.js';
import { BrothersEntity } from './brothers.entity.js';

type BrothersTypes = TypesOf<typeof routes.brothers>;

const repository = new ContentRepository<BrothersEntity>({
  kind: 'brothers',
  entity: BrothersEntity,
  resourceName: 'This content',
  manage: 'brothers.manage',
  searchedColumns: ['title', `coalesce(description, '')`, `array_to_string(tags, ' ')`],
  order: [{ property: 'createdAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ youtubeUrl }) => ({ videoUrl: youtubeUrl }),
});

/** The library of Brothers in Christ, the men's ministry. */
@Injectable()
export class Brothers extends ContentKind<BrothersEntity, BrothersTypes> {
  constructor(@Inject(Files) private readonly files: Files) {
    super(repository);
  }

  protected override async values(
    tx: Tx,
    actor: ChurchActor,
    input: BrothersTypes['input'],
    present: BrothersEntity | null,
  ) {
    const { uploadId, keepFile, ...values } = input;
    const presentId = present?.fileId ?? null;
    const choice = { uploadId, keepFile, presentId, kind: 'audio' } as const;
    const file = await findChosenFile(tx, this.files, actor, choice);
    if (!values.content && !values.youtubeUrl && file.id === null)
      throw invalidField('content', needsContent);
    return this.stored({ ...values, fileId: file.id });
  }

  protected override async toApi(tx: Tx, _actor: ChurchActor, contents: BrothersEntity[]) {
    const files = await filesByItem(tx, contents);
    return contents.map((entity) =>
      serializeEntity(brothersContent, entity, {
        audioFileUrl: fileUrl(entity.fileId),
        file: files.get(entity) ?? null,
        tags: entity.tags as BrothersContent['tags'],
      }),
    );
  }
}
