import { RefusedBeforeSending } from '../api';
import { formatBytes, maxPictureBytes } from './file-kinds';

const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp'];
/** The longest side of pictures that are sent, in pixels. The server stores none that is longer. */
const longestSide = 2560;
/** Smaller files are sent as they are, without a look at the number of their pixels. */
const smallFile = 1024 * 1024;

const helpWithHeic =
  'This browser cannot read HEIC pictures. Please open the picture and save it as JPEG. On an ' +
  'iPhone, Settings › Camera › Formats › Most Compatible makes new pictures JPEG.';

/** Some systems do not know the type of a picture, so that only its name says what it is. */
const isAccepted = ({ type, name }: File): boolean =>
  type === '' ? /\.(jpe?g|png|webp)$/i.test(name) : acceptedTypes.includes(type);

const cutFailed =
  'This browser could not cut the picture, perhaps because it is too large. Please choose a ' +
  'smaller one.';

const isHeic = ({ type, name }: File): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** A part of a picture. All values are shares of its width or height, from 0 to 1. */
export interface PicturePart {
  left: number;
  top: number;
  width: number;
  height: number;
}

const wholePicture: PicturePart = { left: 0, top: 0, width: 1, height: 1 };

const isWhole = ({ width, height }: PicturePart): boolean => width > 0.999 && height > 0.999;

/**
 * Returns the file that is uploaded for a picture that the user has chosen. A picture with more
 * pixels than the server stores, or with more bytes than it accepts, is reduced. All others are
 * sent unchanged, because the server compresses them once more. A HEIC picture becomes a JPEG
 * picture if the browser can read it.
 * @param part the part of the picture that is used
 * @throws RefusedBeforeSending if the picture has another format, is too large or cannot be cut
 */
export async function preparePicture(file: File, part = wholePicture): Promise<File> {
  const mustConvert = isHeic(file);
  const mustRedraw = mustConvert || !isWhole(part);
  if (!mustConvert && !isAccepted(file))
    throw new RefusedBeforeSending('Please choose a JPEG, PNG or WebP picture.');
  const reduced = mustRedraw || file.size > smallFile ? await reduce(file, part) : null;
  if (mustRedraw && !reduced)
    throw new RefusedBeforeSending(mustConvert ? helpWithHeic : cutFailed);
  const picture = reduced && (mustRedraw || reduced.size < file.size) ? reduced : file;
  if (picture.size > maxPictureBytes)
    throw new RefusedBeforeSending(
      `This picture has ${formatBytes(picture.size)}; at most ${formatBytes(maxPictureBytes)} ` +
        'can be uploaded.',
    );
  return picture;
}

/**
 * Returns a picture that is not larger than needed; null if it is so already, or if the browser
 * cannot read it or has too little memory for it.
 */
async function reduce(file: File, part: PicturePart): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    const isUnchanged = isWhole(part) && canBeSent(file, picture);
    return isUnchanged ? null : await compress(file, picture, part);
  } finally {
    picture.close();
  }
}

const canBeSent = (file: File, { width, height }: ImageBitmap): boolean =>
  !isHeic(file) && file.size <= maxPictureBytes && Math.max(width, height) <= longestSide;

/** Returns the picture as WebP if it can have transparent parts, and otherwise as JPEG. */
async function compress(file: File, picture: ImageBitmap, part: PicturePart): Promise<File | null> {
  const canvas = draw(picture, part);
  if (!canvas) return null;
  const type = file.type === 'image/jpeg' || isHeic(file) ? 'image/jpeg' : 'image/webp';
  // A browser that cannot write WebP returns a PNG picture.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  return blob && new File([blob], renamed(file.name, blob.type), { type: blob.type });
}

/** Draws a part of a picture, reduced to the longest side that is sent; null without memory. */
function draw(picture: ImageBitmap, part: PicturePart): HTMLCanvasElement | null {
  const width = picture.width * part.width;
  const height = picture.height * part.height;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  const [left, top] = [picture.width * part.left, picture.height * part.top];
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns the name of a file with the extension of its new type. */
const renamed = (name: string, type: string): string =>
  `${name.replace(/\.\w+$/, '')}.${type.replace('image/', '')}`;
