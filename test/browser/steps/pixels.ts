import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

/** Red, green and blue, from 0 to 255. */
type Color = readonly [number, number, number];

/** Returns the colors of some points of the page, which are less than 16 px apart. */
async function colorsAt(page: Page, points: readonly { x: number; y: number }[]): Promise<Color[]> {
  const left = Math.floor(Math.min(...points.map(({ x }) => x)));
  const top = Math.floor(Math.min(...points.map(({ y }) => y)));
  const clip = { x: left, y: top, width: 16, height: 16 };
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return points.map(({ x, y }) => {
    const start = (Math.floor(y - top) * info.width + Math.floor(x - left)) * info.channels;
    return [data[start]!, data[start + 1]!, data[start + 2]!];
  });
}

function luminanceOf(color: Color): number {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Returns the contrast of two colors as WCAG defines it: 1 for the same color, at most 21. */
export function contrastOf(first: Color, second: Color): number {
  const [darker, lighter] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

async function boxOf(element: Locator) {
  await element.scrollIntoViewIfNeeded();
  return (await element.boundingBox())!;
}

/** Returns the contrast between the left edge of an element and what is outside of it. */
export async function contrastOfEdge(element: Locator): Promise<number> {
  const { x, y, height } = await boxOf(element);
  const middle = y + height / 2;
  const points = [
    { x: Math.ceil(x), y: middle },
    { x: x - 4, y: middle },
  ];
  const [edge, outside] = await colorsAt(element.page(), points);
  return contrastOf(edge!, outside!);
}

/**
 * Returns the color of a point of an element.
 * @param across the share of the width, from 0 to 1
 * @param down the share of the height, from 0 to 1
 */
export async function colorIn(element: Locator, across: number, down = 0.5): Promise<Color> {
  const { x, y, width, height } = await boxOf(element);
  const point = { x: x + width * across, y: y + (height - 1) * down };
  return (await colorsAt(element.page(), [point]))[0]!;
}
