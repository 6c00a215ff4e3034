import { lazy, type ReactNode, Suspense } from 'react';
import { noop } from '@tanstack/react-query';
import type { BulkActionsProps } from './bulk-actions';

const load = () => import('./bulk-actions');
const BulkActions = lazy(load);
const preload = () => void load().catch(noop);

/** Loads the buttons for selected items when the pointer or the focus enters the list. */
export function PreloadBulkActions({
  className = 'contents',
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={className} onPointerEnter={preload} onFocus={preload}>
      {children}
    </div>
  );
}

/** Buttons that show, hide or delete the selected items, loaded on demand. */
export const LazyBulkActions = (props: BulkActionsProps) => (
  <Suspense>
    <BulkActions {...props} />
  </Suspense>
);
