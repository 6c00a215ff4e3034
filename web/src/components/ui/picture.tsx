import { type ReactNode, useState } from 'react';
import { cn } from '../../lib/cn';
import { Pattern } from './pattern';

export interface PictureProps {
  /** The address on this server; null shows the pattern. */
  url: string | null;
  /** The text from which the pattern is made. The same text gives the same pattern. */
  seed: string;
  /** The displayed width, as in the attribute `sizes` of an image. */
  sizes: string;
  /** Load at once, because the picture is visible without scrolling. */
  eager?: boolean;
  className?: string | undefined;
  /** Shown on top of the picture. */
  children?: ReactNode;
}

const widths = [320, 640, 1280];
const wideCardSizes = '(min-width: 1280px) 340px, (min-width: 640px) 50vw';
/** `sizes` for cards, of which at most three are in a row, and one on a phone. */
export const cardSizes = `${wideCardSizes}, 100vw`;
/** `sizes` for cards that are compact rows on a phone (`MediaCard`). */
export const compactCardSizes = `${wideCardSizes}, 84px`;

/**
 * A picture in 16:9 whose space is reserved while it loads. It is decoration, so it has no
 * alternative text and is not printed.
 */
export function Picture({ url, seed, sizes, eager, className, children }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shownUrl = url !== null && url !== broken ? url : null;
  const isSized = shownUrl?.startsWith('/api/images/') === true;
  return (
    <div data-picture className={cn('relative aspect-video overflow-hidden bg-sunken', className)}>
      {shownUrl === null ? (
        <Pattern seed={seed} />
      ) : (
        <img
          src={isSized ? `${shownUrl}?w=640` : shownUrl}
          {...(isSized
            ? {
                srcSet: widths.map((width) => `${shownUrl}?w=${width} ${width}w`).join(', '),
                sizes,
              }
            : {})}
          alt=""
          width={1280}
          height={720}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(shownUrl)}
        />
      )}
      {children}
    </div>
  );
}
