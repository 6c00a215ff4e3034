import { Inject, Injectable } from '@nestjs/common';
import { sermon } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { today } from '../../tenancy/index.js';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { findChosenFile, Files, fileUrl, filesByItem } from '../files/files.js';
import { ContentRepository } from '../content-repository.js';
import { serializeEntity } from '../serialize-entity.js';
import { SermonEntity } from './sermon.entity.js';

type SermonTypes = TypesOf<typeof routes.sermons>;

/** The duration of a sermon if neither the form nor the audio file gives one. */
const defaultMinutes = 30;

const repository = new ContentRepository<SermonEntity>({
  kind: 'sermon',
  entity: SermonEntity,
  resourceName: 'This sermon',
  manage: 'content.manage',
  searchedColumns: ['title', 'description', 'preacher', `array_to_string(tags, ' ')`],
  order: [{ property: 'date', direction: 'desc', type: 'date' }],
  picture: ({ thumbnailUrl, videoUrl }) => ({ address: thumbnailUrl, videoUrl }),
});

/** The sermon archive. */
@Injectable()
export class Sermons extends ContentKind<SermonEntity, SermonTypes> {
  constructor(@Inject(Files) private readonly files: Files) {
    super(repository);
  }

  protected override async values(
    tx: Tx,
    actor: ChurchActor,
    input: SermonTypes['input'],
    present: SermonEntity | null,
  ) {
    const { uploadId, keepFile, ...values } = input;
    const presentId = present?.fileId ?? null;
    const choice = { uploadId, keepFile, presentId, kind: 'audio' } as const;
    const file = await findChosenFile(tx, this.files, actor, choice);
    return this.stored({
      ...values,
      fileId: file.id,
      date: input.date ?? present?.date ?? (await today(tx, actor.organizationId)),
      durationMinutes:
        input.durationMinutes ??
        minutesOf(file.durationSeconds) ??
        present?.durationMinutes ??
        defaultMinutes,
    });
  }

  protected override async toApi(tx: Tx, _actor: ChurchActor, sermons: SermonEntity[]) {
    const files = await filesByItem(tx, sermons);
    return sermons.map((entity) =>
      serializeEntity(sermon, entity, {
        audioUrl: entity.audioUrl ?? fileUrl(entity.fileId),
        file: files.get(entity) ?? null,
      }),
    );
  }
}

/** Returns whole minutes, at least one; null if the duration is not known. */
const minutesOf = (seconds: number | null): number | null =>
  seconds === null ? null : Math.max(1, Math.round(seconds / 60));
