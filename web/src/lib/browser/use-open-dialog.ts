import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';

/**
 * Holds which dialog of a page is open. The page opens a dialog with the returned setter. A link
 * opens one by its name (`state: { dialog }`, see `router-types.ts`); the name is removed from the
 * state of the location when the page opens another dialog or closes this one.
 * @param dialogs the dialogs that a link can open, by name
 */
export function useOpenDialog<Dialog>(
  dialogs: Partial<Record<string, NonNullable<Dialog>>>,
): [Dialog | null, (next: Dialog | null) => void] {
  const linked = useLocation({ select: ({ state }) => state.dialog });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Dialog | null>(null);
  const setDialog = useCallback(
    (next: Dialog | null) => {
      setOpened(next);
      if (linked)
        void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false });
    },
    [linked, navigate],
  );
  return [opened ?? dialogs[linked ?? ''] ?? null, setDialog];
}
