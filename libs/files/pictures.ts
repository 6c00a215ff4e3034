export interface PictureShape {
  width: number;
  height: number;
  /** `cover` cuts to the shape's proportions, keeping what draws the eye; `inside` keeps the picture's own */
  fit: 'cover' | 'inside';
}

export class NotAPicture extends Error {}

const formats = ['jpeg', 'png', 'webp'];
const maxPixels = 40_000_000;

/**
 * Makes an uploaded picture anew, as WebP: nothing of the upload but its pixels survives, neither data about the camera
 * and the place nor anything hidden in it. What it is, its bytes say, not its name.
 * @throws NotAPicture with a sentence for the person
 */
export async function remake(upload: Buffer, shape: PictureShape): Promise<Buffer> {
  const { default: sharp } = await import('sharp'); // when the first picture comes: it takes 30 MB
  const source = () =>
    sharp(upload, { limitInputPixels: maxPixels, failOn: 'error', animated: false });
  if (upload.length === 0) throw new NotAPicture('Please choose a JPEG, PNG or WebP picture.');
  const { format } = await source()
    .metadata()
    .catch((error: unknown) => {
      throw new NotAPicture(
        error instanceof Error && error.message.includes('pixel limit')
          ? 'This picture has too many pixels. Please make it smaller first.'
          : 'Please choose a JPEG, PNG or WebP picture.',
      );
    });
  if (!formats.includes(format))
    throw new NotAPicture('Please choose a JPEG, PNG or WebP picture.');
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
      throw new NotAPicture('This picture is damaged. Please choose another.');
    });
}

/** how wide and high the cover of a podcast is: the least that directories take */
const coverSize = 1400;

/** A kept picture as directories of podcasts want a cover: a square JPEG. `whole`: nothing is cut off, and the rest is white. */
export async function squareCover(picture: Buffer, whole: boolean): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const white = '#ffffff';
  return sharp(picture, { limitInputPixels: maxPixels })
    .flatten({ background: white })
    .resize({
      width: coverSize,
      height: coverSize,
      ...(whole
        ? { fit: 'contain', background: white }
        : { fit: 'cover', position: sharp.strategy.attention }),
    })
    .jpeg({ quality: 85 })
    .toBuffer();
}
