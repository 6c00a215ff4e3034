import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => {
        media.removeEventListener('change', listener);
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

const phoneQuery = '(max-width: 639px)';

/** Returns whether the window is as narrow as on a phone at this moment. */
export const isPhone = () => window.matchMedia(phoneQuery).matches;

/**
 * Returns whether the window is as narrow as on a phone. Then grids become cards and actions move
 * to the bottom bar.
 */
export const usePhone = () => useMedia(phoneQuery);

/**
 * Returns whether a scrolling box for a grid would show fewer than five rows. Then grids scroll
 * with the page. The variant `tall` in tokens.css is the opposite.
 */
export const useLowWindow = () =>
  useMedia('not ((min-height: 900px) or ((min-width: 1024px) and (min-height: 720px)))');
