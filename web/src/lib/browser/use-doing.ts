import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';

/**
 * What somebody is doing on a page, in a dialog of it: by the page's own buttons, or because one of our links led here to do
 * it (`state: { act }`), which is forgotten as soon as anything else is done, or nothing anymore.
 * @param acts what a link can ask for here, by its word
 */
export function useDoing<Doing>(
  acts: Partial<Record<string, NonNullable<Doing>>>,
): [Doing | null, (next: Doing | null) => void] {
  const act = useLocation({ select: ({ state }) => state.act });
  const navigate = useNavigate();
  const [doing, setDoing] = useState<Doing | null>(null);
  const set = useCallback(
    (next: Doing | null) => {
      setDoing(next);
      if (act)
        void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false });
    },
    [act, navigate],
  );
  return [doing ?? acts[act ?? ''] ?? null, set];
}
