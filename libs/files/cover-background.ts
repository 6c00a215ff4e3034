/** Red, green and blue, 0 to 255 each. */
export interface Color {
  r: number;
  g: number;
  b: number;
}

export const white: Color = { r: 255, g: 255, b: 255 };
/** Dark gray: a white logo has a contrast of 13 on it, and black is still visible on it. */
export const dark: Color = { r: 45, g: 45, b: 45 };

/** Below this contrast (WCAG 2, 1 to 21) a color is not visible on its background. */
const minContrast = 1.6;

/**
 * Chooses the background of a picture with transparent parts: white, or dark gray if more of the
 * picture would be invisible on white than on dark gray.
 * @param pixels red, green, blue and opacity of each pixel, 0 to 255
 */
export function coverBackground(pixels: Uint8Array): Color {
  let lostOnWhite = 0;
  let lostOnDark = 0;
  for (let index = 0; index + 3 < pixels.length; index += 4) {
    const opacity = pixels[index + 3]!;
    const luminance = luminanceOf({
      r: pixels[index]!,
      g: pixels[index + 1]!,
      b: pixels[index + 2]!,
    });
    if (contrast(luminance, luminanceOf(white)) < minContrast) lostOnWhite += opacity;
    if (contrast(luminance, luminanceOf(dark)) < minContrast) lostOnDark += opacity;
  }
  return lostOnWhite > lostOnDark ? dark : white;
}

/** Relative luminance of WCAG 2, 0 to 1. */
function luminanceOf({ r, g, b }: Color): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const contrast = (first: number, second: number): number =>
  (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
