import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns whether the device has a network connection, as far as the browser knows. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);
