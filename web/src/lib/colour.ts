/**
 * This module derives a readable accent color from the church's primary color. Hue and chroma stay.
 * The lightness (OKLCH) changes until text in the color has a contrast of at least `minContrast` on
 * every background of the theme.
 */
type Rgb = readonly [number, number, number];

const surfaces = {
  light: { card: [255, 255, 255] as Rgb, sunken: [244, 244, 245] as Rgb, tint: 0.1 },
  dark: { card: [24, 24, 27] as Rgb, sunken: [35, 35, 39] as Rgb, tint: 0.16 },
};
const minContrast = 4.6;

export type AccentTokens = Record<string, string>;

/**
 * Returns custom properties for `<html>`, or none if the color cannot be parsed, so that the
 * default applies.
 */
export function accentTokens(hex: string): AccentTokens {
  const rgb = parseHex(hex);
  if (!rgb) return {};
  const light = readable(rgb, 'light');
  const dark = readable(rgb, 'dark');
  return {
    '--church-accent': light.accent,
    '--church-accent-strong': light.strong,
    '--church-accent-soft': light.soft,
    '--church-accent-dark': dark.accent,
    '--church-accent-dark-strong': dark.strong,
    '--church-accent-dark-soft': dark.soft,
  };
}

function readable(base: Rgb, theme: 'light' | 'dark') {
  const { card, sunken, tint } = surfaces[theme];
  const [lightness, chroma, hue] = toOklch(base);
  const step = theme === 'light' ? -0.005 : 0.005;
  let textLightness = lightness;
  let colour = base;
  for (;;) {
    colour = fromOklch(textLightness, chroma, hue);
    const soft = mix(card, colour, tint);
    if ([card, sunken, soft].every((background) => contrast(colour, background) >= minContrast))
      break;
    textLightness += step;
    if (textLightness < 0 || textLightness > 1) break;
  }
  return {
    accent: toHexColor(colour),
    strong: toHexColor(fromOklch(textLightness + step * 14, chroma, hue)),
    soft: toHexColor(mix(card, colour, tint)),
  };
}

function parseHex(hex: string): Rgb | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(hex.trim())?.[1];
  if (!digits) return null;
  const value = Number.parseInt(digits, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const toHexColor = (rgb: Rgb) =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mix = (under: Rgb, over: Rgb, share: number): Rgb => [
  under[0] + (over[0] - under[0]) * share,
  under[1] + (over[1] - under[1]) * share,
  under[2] + (over[2] - under[2]) * share,
];

const toLinear = (part: number) => {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const fromLinear = (value: number) =>
  255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

/** Returns the WCAG contrast ratio of two colors. */
export function contrast(a: Rgb, b: Rgb): number {
  const luminance = (rgb: Rgb) =>
    0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2]);
  const [bright, dim] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

function toOklch(rgb: Rgb): [number, number, number] {
  const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [lightness, Math.hypot(a, bb), Math.atan2(bb, a)];
}

/**
 * Converts OKLCH to sRGB. Where sRGB cannot show this chroma at this lightness, the chroma is
 * reduced.
 */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  for (let c = chroma; ; c -= 0.004) {
    const fittedChroma = Math.max(c, 0);
    const a = fittedChroma * Math.cos(hue);
    const b = fittedChroma * Math.sin(hue);
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const channels = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ];
    if (fittedChroma === 0 || channels.every((value) => value >= -0.0005 && value <= 1.0005)) {
      const [red, green, blue] = channels.map((value) =>
        fromLinear(Math.min(1, Math.max(0, value))),
      ) as [number, number, number];
      return [red, green, blue];
    }
  }
}
