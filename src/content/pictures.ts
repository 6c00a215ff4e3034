import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { isUploadedPicture, videoOf } from '#libs/contracts';
import { fetchPicture, remake } from '#libs/files';
import { Database, type Tx } from '#libs/database';
import { badRequest, readingTurns } from '#libs/http';
import { hasImage, storeImage, type PictureColumn } from '#libs/images';
import { Jobs } from '#libs/jobs';
import { Refusal } from '#libs/workers';
import { lockWithoutPicture, storePicture } from './content.sql.js';
import type { Kind } from './content-columns.js';

/** The maximum size of a picture on a card or a page, in pixels. */
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

/** The properties of an item that its picture needs. */
interface ItemWithPicture {
  id: string;
  organizationId: string;
  pictureUrl?: string | null;
  pictureSource?: string | null;
}

/** The data of the job that fetches a picture. */
interface PictureJob {
  organizationId: string;
  kind: Kind;
  id: string;
  address: string;
}

/**
 * Chooses the pictures of cards. A job fetches a picture of another host once, so that browsers
 * send no requests to that host.
 */
@Injectable()
export class Pictures implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work('content-picture', (job) => this.#fetch(job as PictureJob));
  }

  /**
   * Gives an item its picture, or stores a job that fetches the picture.
   * @param address an address that `pictureAddress` has checked; null: use the picture of the video
   * @throws HttpError 400 for an address on this server at which there is no picture
   */
  async choose(
    tx: Tx,
    kind: Kind,
    item: ItemWithPicture,
    address: string | null,
    videoUrl: string | null,
  ): Promise<void> {
    const pictureAddress = address ?? videoOf(videoUrl)?.thumbnailUrl ?? null;
    if (pictureAddress !== null && isUploadedPicture(pictureAddress)) {
      if (!(await hasImage(tx, pictureAddress)))
        throw badRequest('This picture is not here anymore. Please choose it again.', [
          {
            path: kind === 'event' ? 'imageUrl' : 'thumbnailUrl',
            message: 'This picture is not here anymore',
          },
        ]);
      item.pictureUrl = pictureAddress;
      item.pictureSource = null;
    } else if (pictureAddress !== (item.pictureSource ?? null)) {
      item.pictureUrl = null;
      item.pictureSource = pictureAddress;
      if (pictureAddress !== null)
        await this.jobs.send(tx, 'content-picture', {
          organizationId: item.organizationId,
          kind,
          id: item.id,
          address: pictureAddress,
        } satisfies PictureJob);
    } else if (pictureAddress === null) item.pictureUrl = null;
  }

  /** If the picture cannot be fetched, the card keeps its drawn pattern. */
  async #fetch({ organizationId, kind, id, address }: PictureJob): Promise<void> {
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
      // Meanwhile a user may have chosen another picture or deleted the item.
      const [item] = await lockWithoutPicture[kind]!(tx, { id, address });
      if (!item) return;
      await storePicture[kind]!(tx, { id, pictureUrl: await storeImage(tx, bytes, false) });
    });
  }
}
