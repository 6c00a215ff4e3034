import sharp from 'sharp';
import { Refusal, returnRefusals } from '#libs/workers';
import { coverBackground, white, type Color } from './cover-background.js';

export interface PictureShape {
  width: number;
  height: number;
  /** `cover` cuts the picture to the proportions of the shape; `inside` keeps its proportions */
  fit: 'cover' | 'inside';
}

// No picture is read twice, and the cache would keep 25 MB of memory.
sharp.cache(false);

const formats = ['jpeg', 'png', 'webp'];
const maxPixels = 40_000_000;

interface Upload {
  bytes: Uint8Array;
  shape: PictureShape;
}

/** See `remake` in pictures.ts. */
export const remakePicture = returnRefusals(async ({ bytes: upload, shape }: Upload) => {
  const source = () =>
    sharp(upload, { limitInputPixels: maxPixels, failOn: 'error', animated: false });
  if (upload.length === 0) throw new Refusal('Please choose a JPEG, PNG or WebP picture.');
  const { format } = await source()
    .metadata()
    .catch((error: unknown) => {
      throw new Refusal(
        error instanceof Error && error.message.includes('pixel limit')
          ? 'This picture has too many pixels. Please make it smaller first.'
          : 'Please choose a JPEG, PNG or WebP picture.',
      );
    });
  if (!formats.includes(format)) throw new Refusal('Please choose a JPEG, PNG or WebP picture.');
  const { width, height, fit } = shape;
  return source()
    .rotate()
    .resize({
      width,
      height,
      fit,
      withoutEnlargement: fit === 'inside',
      ...(fit === 'cover' ? { position: sharp.strategy.attention } : {}),
    })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw new Refusal('This picture is damaged. Please choose another.');
    });
});

/** The width and height of a podcast cover in pixels, the smallest that directories accept. */
const coverSize = 1400;

interface Picture {
  bytes: Uint8Array;
  isWhole: boolean;
}

/** The width and height of the small copy whose colors are examined, in pixels. */
const sampleSize = 128;

/** See `squareCover` in pictures.ts. */
export const makeSquareCover = returnRefusals(async ({ bytes, isWhole }: Picture) => {
  const background = await backgroundOf(bytes);
  return sharp(bytes, { limitInputPixels: maxPixels })
    .flatten({ background })
    .resize({
      width: coverSize,
      height: coverSize,
      ...(isWhole
        ? { fit: 'contain', background }
        : { fit: 'cover', position: sharp.strategy.attention }),
    })
    .jpeg({ quality: 85 })
    .toBuffer();
});

/** The background is white for a picture without transparent parts. */
async function backgroundOf(bytes: Uint8Array): Promise<Color> {
  const { isOpaque } = await sharp(bytes, { limitInputPixels: maxPixels }).stats();
  if (isOpaque) return white;
  const sample = await sharp(bytes, { limitInputPixels: maxPixels })
    .resize({ width: sampleSize, height: sampleSize, fit: 'inside' })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  return coverBackground(sample);
}
