import { Inject, Injectable } from '@nestjs/common';
import { brothersContent, needsContent, type BrothersContent } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import { refusedAt, type ChurchActor } from '#libs/http';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { chosenFile, Files, fileUrl, filesByItem } from '../files/files.js';
import { Shelf } from '../shelf.js';
import { shownAs } from '../shown-as.js';
import { BrothersEntity } from './brothers.entity.js';

type BrothersTypes = TypesOf<typeof routes.brothers>;

const shelf = new Shelf<BrothersEntity>({
  kind: 'brothers',
  entity: BrothersEntity,
  what: 'This content',
  manage: 'brothers.manage',
  searched: ['title', `coalesce(description, '')`, `array_to_string(tags, ' ')`],
  order: [{ by: 'createdAt', direction: 'desc', type: 'timestamp' }],
  picture: ({ youtubeUrl }) => ({ videoUrl: youtubeUrl }),
});

/** The men's library. */
@Injectable()
export class Brothers extends ContentKind<BrothersEntity, BrothersTypes> {
  constructor(@Inject(Files) private readonly files: Files) {
    super(shelf);
  }

  protected override async values(
    tx: Tx,
    actor: ChurchActor,
    input: BrothersTypes['input'],
    present: BrothersEntity | null,
  ) {
    const { uploadId, keepFile, ...values } = input;
    const choice = { uploadId, keepFile };
    const file = await chosenFile(tx, this.files, actor, choice, present?.fileId ?? null, 'audio');
    if (!values.content && !values.youtubeUrl && file.id === null)
      throw refusedAt('content', needsContent);
    return this.stored({ ...values, fileId: file.id });
  }

  protected override async shown(tx: Tx, _actor: ChurchActor, contents: BrothersEntity[]) {
    const files = await filesByItem(tx, contents);
    return contents.map((one) =>
      shownAs(brothersContent, one, {
        audioFileUrl: fileUrl(one.fileId),
        file: files.get(one) ?? null,
        tags: one.tags as BrothersContent['tags'],
      }),
    );
  }
}
