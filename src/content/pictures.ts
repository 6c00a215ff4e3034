import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { isOwnPicture, videoOf } from '#libs/contracts';
import { fetchPicture, remake } from '#libs/files';
import { Database, type Tx } from '#libs/database';
import { badRequest, readingTurns } from '#libs/http';
import { hasImage, keepImage, type PictureColumn } from '#libs/images';
import { Jobs } from '#libs/jobs';
import { Refusal } from '#libs/workers';
import { lockWithoutPicture, storePicture } from './content.sql.js';
import type { Kind } from './kept.js';

/** As large as a card or a page shows one. */
export const cardShape = { width: 1280, height: 1280, fit: 'inside' } as const;

/** The columns of this context that name pictures. */
export const contentPictureColumns: readonly PictureColumn[] = [
  ['resource', 'picture_url'],
  ['resource', 'thumbnail_url'],
  ['sermon', 'picture_url'],
  ['sermon', 'thumbnail_url'],
  ['nugget', 'picture_url'],
  ['nugget', 'thumbnail_url'],
  ['church_event', 'picture_url'],
  ['church_event', 'image_url'],
  ['bible_study', 'picture_url'],
  ['brothers_content', 'picture_url'],
];

interface Carrier {
  id: string;
  organizationId: string;
  pictureUrl?: string | null;
  pictureSource?: string | null;
}

interface Wish {
  organizationId: string;
  kind: Kind;
  id: string;
  address: string;
}

/** The pictures of cards. One that lies on another host is fetched once by a job: no browser asks that host for anything. */
@Injectable()
export class Pictures implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('content-picture', (wish) => this.#fetch(wish as Wish));
  }

  /**
   * Gives `carrier` its picture, or has it fetched. `address`: as `pictureAddress` reads it; without one, that of the video.
   * @throws HttpError 400 for one of ours that is not there
   */
  async choose(
    tx: Tx,
    kind: Kind,
    carrier: Carrier,
    address: string | null,
    videoUrl: string | null,
  ): Promise<void> {
    const wanted = address ?? videoOf(videoUrl)?.thumbnailUrl ?? null;
    if (wanted !== null && isOwnPicture(wanted)) {
      if (!(await hasImage(tx, wanted)))
        throw badRequest('This picture is not here anymore. Please choose it again.', [
          {
            path: kind === 'event' ? 'imageUrl' : 'thumbnailUrl',
            message: 'This picture is not here anymore',
          },
        ]);
      carrier.pictureUrl = wanted;
      carrier.pictureSource = null;
    } else if (wanted !== (carrier.pictureSource ?? null)) {
      carrier.pictureUrl = null;
      carrier.pictureSource = wanted;
      if (wanted !== null)
        await this.jobs.send(tx, 'content-picture', {
          organizationId: carrier.organizationId,
          kind,
          id: carrier.id,
          address: wanted,
        } satisfies Wish);
    } else if (wanted === null) carrier.pictureUrl = null;
  }

  /** Where nothing can be had there, the drawn pattern stays. */
  async #fetch({ organizationId, kind, id, address }: Wish): Promise<void> {
    const fetched = await fetchPicture(address);
    if (!fetched) return;
    const bytes = await readingTurns
      .run(organizationId, () => remake(fetched, cardShape))
      .catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
    if (!bytes) return;
    await this.db.tenant(organizationId, async (tx) => {
      // meanwhile another picture may have been chosen, or the item may be gone
      const [still] = await lockWithoutPicture[kind]!(tx, { id, address });
      if (!still) return;
      await storePicture[kind]!(tx, { id, pictureUrl: await keepImage(tx, bytes, false) });
    });
  }
}
