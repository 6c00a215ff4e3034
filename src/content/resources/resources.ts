import { Inject, Injectable } from '@nestjs/common';
import { findMissingField, resource, type Resource } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { FileKind } from '#libs/files';
import { badRequest, type ChurchActor } from '#libs/http';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { findChosenFile, Files, fileUrl, filesByItem } from '../files/files.js';
import { ContentRepository } from '../content-repository.js';
import { serializeEntity } from '../serialize-entity.js';
import { ResourceEntity } from './resource.entity.js';

type ResourceTypes = TypesOf<typeof routes.resources>;

const repository = new ContentRepository<ResourceEntity>({
  kind: 'resource',
  entity: ResourceEntity,
  resourceName: 'This resource',
  manage: 'content.manage',
  searchedColumns: ['title', 'description'],
  order: [{ property: 'addedAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ thumbnailUrl, videoUrl }) => ({ address: thumbnailUrl, videoUrl }),
});

/** Bible study resources. */
@Injectable()
export class Resources extends ContentKind<ResourceEntity, ResourceTypes> {
  constructor(@Inject(Files) private readonly files: Files) {
    super(repository);
  }

  protected override selection({ skillLevel, topic, ...query }: ResourceTypes['query']) {
    const conditions = {
      ...(skillLevel && skillLevel !== 'all-skills' ? { skillLevel } : {}),
      ...(topic && topic !== 'all-topics' ? { topic } : {}),
    };
    return { query, where: conditions };
  }

  protected override async values(
    tx: Tx,
    actor: ChurchActor,
    input: ResourceTypes['input'],
    present: ResourceEntity | null,
  ) {
    const { uploadId, keepFile, ...values } = input;
    const kind = fileKindOf(input.resourceType);
    const choice = { uploadId, keepFile, presentId: present?.fileId ?? null, kind };
    const file = await findChosenFile(tx, this.files, actor, choice);
    const missing = findMissingField(input, file.id !== null);
    if (missing) throw badRequest(missing.message, [missing]);
    return this.stored({ ...values, fileId: file.id });
  }

  protected override async toApi(tx: Tx, _actor: ChurchActor, resources: ResourceEntity[]) {
    const files = await filesByItem(tx, resources);
    return resources.map((entity) => {
      const file = files.get(entity) ?? null;
      const isAudio = file?.contentType.startsWith('audio/') === true;
      return serializeEntity(resource, entity, {
        audioUrl: entity.audioUrl ?? (isAudio ? fileUrl(entity.fileId) : null),
        serverFileUrl: fileUrl(entity.fileId),
        file,
      });
    });
  }
}

/** Returns the kind of file that a type of resource may have; null: any kind. */
function fileKindOf(type: Resource['resourceType']): FileKind | null {
  if (type === 'audio') return 'audio';
  if (type === 'article') return 'document';
  return null;
}
