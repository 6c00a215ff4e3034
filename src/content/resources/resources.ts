import { Inject, Injectable } from '@nestjs/common';
import { missingOf, resource, type Resource } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { FileKind } from '#libs/files';
import { badRequest, type ChurchActor } from '#libs/http';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { chosenFile, Files, fileUrl, filesByItem } from '../files/files.js';
import { Shelf } from '../shelf.js';
import { shownAs } from '../shown-as.js';
import { ResourceEntity } from './resource.entity.js';

type ResourceTypes = TypesOf<typeof routes.resources>;

const shelf = new Shelf<ResourceEntity>({
  kind: 'resource',
  entity: ResourceEntity,
  what: 'This resource',
  manage: 'content.manage',
  searched: ['title', 'description'],
  order: [{ by: 'addedAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ thumbnailUrl, videoUrl }) => ({ address: thumbnailUrl, videoUrl }),
});

/** Bible study resources. */
@Injectable()
export class Resources extends ContentKind<ResourceEntity, ResourceTypes> {
  constructor(@Inject(Files) private readonly files: Files) {
    super(shelf);
  }

  protected override selection({ skillLevel, topic, ...page }: ResourceTypes['query']) {
    const where = {
      ...(skillLevel && skillLevel !== 'all-skills' ? { skillLevel } : {}),
      ...(topic && topic !== 'all-topics' ? { topic } : {}),
    };
    return { page, where };
  }

  protected override async values(
    tx: Tx,
    actor: ChurchActor,
    input: ResourceTypes['input'],
    present: ResourceEntity | null,
  ) {
    const { uploadId, keepFile, ...values } = input;
    const choice = { uploadId, keepFile };
    const fileKind = fileKindOf(input.resourceType);
    const presentId = present?.fileId ?? null;
    const file = await chosenFile(tx, this.files, actor, choice, presentId, fileKind);
    const missing = missingOf(input, file.id !== null);
    if (missing) throw badRequest(missing.message, [missing]);
    return this.stored({ ...values, fileId: file.id });
  }

  protected override async shown(tx: Tx, _actor: ChurchActor, resources: ResourceEntity[]) {
    const files = await filesByItem(tx, resources);
    return resources.map((one) => {
      const file = files.get(one) ?? null;
      const isAudio = file?.contentType.startsWith('audio/') === true;
      return shownAs(resource, one, {
        audioUrl: one.audioUrl ?? (isAudio ? fileUrl(one.fileId) : null),
        serverFileUrl: fileUrl(one.fileId),
        file,
      });
    });
  }
}

/** The kind of file that a resource of a type may have; null for any. */
function fileKindOf(type: Resource['resourceType']): FileKind | null {
  if (type === 'audio') return 'audio';
  if (type === 'article') return 'document';
  return null;
}
