import { useEffect, useEffectEvent } from 'react';
import { useRouter } from '@tanstack/react-router';
import { addLayer, removeLayer } from './layer-entries';

/**
 * Makes the browser's back button close a dialog or panel instead of leaving the page. If several
 * are open, it closes the one that was opened last.
 * @param close called when the user goes back. It may keep the dialog open and ask something first.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const { history } = useRouter();
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => onBack() };
    addLayer(layer, history);
    return () => removeLayer(layer);
  }, [isOpen, history]);
}
