import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { coverBackground, dark, white } from './cover-background.js';
import { squareCover } from './index.js';

const clear = [0, 0, 0, 0];
const pixels = (...colors: number[][]) => Uint8Array.from(colors.flat());

describe('the background of a cover', () => {
  it.each([
    ['white', [255, 255, 255, 255], dark],
    ['cream', [250, 245, 230, 255], dark],
    ['pale yellow', [255, 250, 150, 255], dark],
    ['white, half transparent', [255, 255, 255, 128], dark],
    ['black', [0, 0, 0, 255], white],
    ['dark gray', [40, 40, 40, 255], white],
    ['red', [200, 30, 30, 255], white],
    ['blue', [20, 40, 160, 255], white],
    ['middle gray', [128, 128, 128, 255], white],
    ['transparent', clear, white],
  ])('has contrast with a logo that is %s', (_, color, expected) => {
    expect(coverBackground(pixels(clear, color, clear))).toEqual(expected);
  });

  it('has contrast with the larger part of a logo that has two colors', () => {
    const [light, black] = [
      [255, 255, 255, 255],
      [0, 0, 0, 255],
    ];
    expect(coverBackground(pixels(light, light, black))).toEqual(dark);
    expect(coverBackground(pixels(light, black, black))).toEqual(white);
  });
});

describe('a cover', () => {
  const middleAndCorner = async (cover: Buffer) => {
    const { data, info } = await sharp(cover).raw().toBuffer({ resolveWithObject: true });
    const pixelAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]!;
    return [pixelAt(700, 700), pixelAt(5, 5)] as const;
  };
  const logo = (background: string, opacity: number) =>
    sharp({ create: { width: 400, height: 200, channels: 4, background: '#00000000' } })
      .composite([
        {
          input: {
            create: {
              width: 200,
              height: 100,
              channels: 4,
              background: { ...hex(background), alpha: opacity },
            },
          },
        },
      ])
      .webp({ lossless: true })
      .toBuffer();
  const hex = (color: string) => ({
    r: parseInt(color.slice(1, 3), 16),
    g: parseInt(color.slice(3, 5), 16),
    b: parseInt(color.slice(5, 7), 16),
  });

  it('shows a white logo with a transparent background on a dark background', async () => {
    const [middle, corner] = await middleAndCorner(
      await squareCover(await logo('#ffffff', 1), true),
    );
    expect(middle - corner).toBeGreaterThan(150);
  });

  it('shows a black logo with a transparent background on a white background', async () => {
    const [middle, corner] = await middleAndCorner(
      await squareCover(await logo('#000000', 1), true),
    );
    expect(corner - middle).toBeGreaterThan(200);
  });
});
