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

const isHeic = ({ type, name }: File): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/**
 * Returns the file that is uploaded for a picture that the user has chosen. A picture with more
 * pixels than the server stores, or with more bytes than it accepts, is reduced. All others are
 * sent unchanged, because the server compresses them once more. A HEIC picture becomes a JPEG
 * picture if the browser can read it.
 * @throws RefusedBeforeSending if the picture has another format or is too large
 */
export async function preparePicture(file: File): Promise<File> {
  const mustConvert = isHeic(file);
  if (!mustConvert && !acceptedTypes.includes(file.type))
    throw new RefusedBeforeSending('Please choose a JPEG, PNG or WebP picture.');
  const reduced = mustConvert || file.size > smallFile ? await reduce(file) : null;
  if (mustConvert && !reduced) throw new RefusedBeforeSending(helpWithHeic);
  const picture = reduced && (mustConvert || reduced.size < file.size) ? reduced : file;
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
async function reduce(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    return canBeSent(file, picture) ? null : await compress(file, picture);
  } finally {
    picture.close();
  }
}

const canBeSent = (file: File, { width, height }: ImageBitmap): boolean =>
  !isHeic(file) && file.size <= maxPictureBytes && Math.max(width, height) <= longestSide;

/** Returns the picture as WebP if it can have transparent parts, and otherwise as JPEG. */
async function compress(file: File, picture: ImageBitmap): Promise<File | null> {
  const canvas = draw(picture);
  if (!canvas) return null;
  const type = file.type === 'image/jpeg' || isHeic(file) ? 'image/jpeg' : 'image/webp';
  // A browser that cannot write WebP returns a PNG picture.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  return blob && new File([blob], renamed(file.name, blob.type), { type: blob.type });
}

/** Draws a picture, reduced to the longest side that is sent; null without enough memory. */
function draw(picture: ImageBitmap): HTMLCanvasElement | null {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns the name of a file with the extension of its new type. */
const renamed = (name: string, type: string): string =>
  `${name.replace(/\.\w+$/, '')}.${type.replace('image/', '')}`;
