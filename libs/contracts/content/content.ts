import { z } from 'zod';
import { id, invalidAddress, searchText, text, timestamp, webAddress } from '../common.js';

// The fields that all kinds of content share. Each kind has a file of its own.

const titleTooShort = 'Title must be at least 3 characters';
const descriptionTooShort = 'Description must be at least 10 characters';
export const contentTitle = text(255, titleTooShort).pipe(z.string().min(3, titleTooShort));
export const contentDescription = text(5_000, descriptionTooShort).pipe(
  z.string().min(10, descriptionTooShort),
);
/** The maximum length of an article (mini-markdown) in characters. */
export const maxArticle = 100_000;

/** A web address; null if it is absent or empty. */
export const optionalWebAddress = webAddress
  .nullish()
  .transform((address) => (address ? address : null));

const uploadedPicture = /^\/api\/images\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** An uploaded picture (`POST /api/content-images`), or a URL from which the server fetches it. */
export const pictureAddress = z
  .union([z.string().regex(uploadedPicture), webAddress], { error: invalidAddress })
  .nullish()
  .transform((address) => (address ? address : null));
export const isUploadedPicture = (address: string): boolean => uploadedPicture.test(address);

/** A text; null if it is absent or empty. */
export const textOrNull = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => (value ? value : null));

/** Single words or short phrases, each once. */
export const tagList = z
  .array(text(50))
  .max(20, 'Please use at most 20 tags')
  .nullish()
  .transform((tags) => [...new Set((tags ?? []).filter((tag) => tag !== ''))]);

export const uploadId = z
  .string()
  .max(100)
  .regex(/^[\w-]+$/, 'This upload is not known')
  .nullish();

/**
 * `date` sorts by the date that this kind of content has; a minus reverses the order. The default
 * is the newest content first, and for events the next event first.
 */
export const contentSorts = ['title', '-title', 'date', '-date'] as const;

/**
 * Without `limit`, the answer contains the whole list. With `limit`, the header `Link` contains the
 * next `cursor`. With `q`, the list contains only the items that have this text, in upper or lower
 * case, in one of the searched fields.
 */
export const contentPage = {
  q: searchText.optional(),
  /** `false`: the content that members do not see, only for users who manage the content */
  active: z.enum(['true', 'false']).optional(),
  sort: z.enum(contentSorts).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(4000).optional(),
};
export const contentQuery = z.strictObject(contentPage);

/** The body of `POST /api/…/bulk`, which changes several items: all of them or none. */
export const bulkInput = z.strictObject({
  ids: z.array(id).min(1).max(200),
  act: z.enum(['show', 'hide', 'delete']),
});
export type BulkInput = z.input<typeof bulkInput>;
export const bulkResult = z.object({ changed: z.number().int() });
export const viewCount = z.object({ viewCount: z.number().int() });

/** The name of the user who created an item; null if it is not shown. */
export const creator = z.object({ firstName: z.string(), lastName: z.string() }).nullable();

/** The number of changes that users have saved, plus 1. `If-Match` compares with it. */
export const contentVersion = z.number().int();

export const contentBase = {
  id,
  version: contentVersion,
  title: z.string(),
  isActive: z.boolean(),
  createdBy: id.nullable(),
};
export const contentTimes = { createdAt: timestamp, updatedAt: timestamp };
/**
 * The address of the picture on this server; null until the server has fetched `thumbnailUrl`,
 * which is the address that was entered.
 */
export const pictureUrl = z.string().nullable();

/** A file of the church. `durationSeconds` is null unless the file is audio of a known duration. */
export const contentFile = z.object({
  id,
  name: z.string(),
  contentType: z.string(),
  size: z.number().int(),
  durationSeconds: z.number().int().nullable(),
});
export type ContentFile = z.infer<typeof contentFile>;

/** The storage that the church's files use, and the limit of its plan, in bytes. */
export const storage = z.object({ used: z.number(), limit: z.number() });
export type Storage = z.infer<typeof storage>;
export const uploadedImage = z.object({ imageUrl: z.string() });

/** The widths in which pictures can be requested, in pixels. */
export const imageWidths = [320, 640, 1280] as const;
export const imageQuery = z.object({
  w: z.coerce.number().pipe(z.literal(imageWidths)).optional(),
});
