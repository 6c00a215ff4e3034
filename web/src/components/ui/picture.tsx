import { type ReactNode, useState } from 'react';
import { cn } from '../../lib/cn';
import { Pattern } from './pattern';

export interface PictureProps {
  /** As the server shows it; null draws the pattern. */
  url: string | null;
  /** What the pattern is drawn from: the same thing always has the same. */
  seed: string;
  /** How wide it is shown, as `sizes` of an image says it. */
  sizes: string;
  /** Above the fold: loaded at once. */
  eager?: boolean;
  className?: string | undefined;
  /** Lies on the picture. */
  children?: ReactNode;
}

const widths = [320, 640, 1280];
/** Of cards, three in a row at most. */
export const cardSizes = '(min-width: 1280px) 340px, (min-width: 640px) 50vw, 100vw';

/** 16:9, its place kept while it loads. It adorns what is said beside it, so it has no text of its own. */
export function Picture({ url, seed, sizes, eager, className, children }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shownUrl = url !== null && url !== broken ? url : null;
  const isSized = shownUrl?.startsWith('/api/images/') === true;
  return (
    <div className={cn('relative aspect-video overflow-hidden bg-sunken', className)}>
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
