import { Inject, Injectable } from '@nestjs/common';
import { sermon } from '#libs/contracts';
import type { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import { today } from '../../tenancy/index.js';
import { ContentKind, type TypesOf } from '../content-kind.js';
import { chosenFile, Files, fileUrl, filesByItem } from '../files/files.js';
import { Shelf } from '../shelf.js';
import { shownAs } from '../shown-as.js';
import { SermonEntity } from './sermon.entity.js';

type SermonTypes = TypesOf<typeof routes.sermons>;

/** Minutes of a sermon if neither the form nor the audio file tells them. */
const usualMinutes = 30;

const shelf = new Shelf<SermonEntity>({
  kind: 'sermon',
  entity: SermonEntity,
  what: 'This sermon',
  manage: 'content.manage',
  searched: ['title', 'description', 'preacher', `array_to_string(tags, ' ')`],
  order: [{ by: 'date', direction: 'desc', type: 'date' }],
  picture: ({ thumbnailUrl, videoUrl }) => ({ address: thumbnailUrl, videoUrl }),
});

/** The sermon archive. */
@Injectable()
export class Sermons extends ContentKind<SermonEntity, SermonTypes> {
  constructor(@Inject(Files) private readonly files: Files) {
    super(shelf);
  }

  protected override async values(
    tx: Tx,
    actor: ChurchActor,
    input: SermonTypes['input'],
    present: SermonEntity | null,
  ) {
    const { uploadId, keepFile, ...values } = input;
    const choice = { uploadId, keepFile };
    const file = await chosenFile(tx, this.files, actor, choice, present?.fileId ?? null, 'audio');
    return this.stored({
      ...values,
      fileId: file.id,
      date: input.date ?? present?.date ?? (await today(tx, actor.organizationId)),
      durationMinutes:
        input.durationMinutes ??
        minutesOf(file.durationSeconds) ??
        present?.durationMinutes ??
        usualMinutes,
    });
  }

  protected override async shown(tx: Tx, _actor: ChurchActor, sermons: SermonEntity[]) {
    const files = await filesByItem(tx, sermons);
    return sermons.map((one) =>
      shownAs(sermon, one, {
        audioUrl: one.audioUrl ?? fileUrl(one.fileId),
        file: files.get(one) ?? null,
      }),
    );
  }
}

/** Whole minutes, at least one; null if the duration is not known. */
const minutesOf = (seconds: number | null): number | null =>
  seconds === null ? null : Math.max(1, Math.round(seconds / 60));
