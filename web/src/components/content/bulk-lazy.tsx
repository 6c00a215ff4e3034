import { lazy, type ReactNode, Suspense } from 'react';
import { noop } from '@tanstack/react-query';
import type { BulkActionsProps } from './bulk-actions';

const load = () => import('./bulk-actions');
const BulkActions = lazy(load);
const preload = () => void load().catch(noop);

/** Gets the buttons for chosen rows as soon as somebody comes near to choosing one. */
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

/** Show, hide or delete what is chosen in a list of content. */
export const LazyBulkActions = (props: BulkActionsProps) => (
  <Suspense>
    <BulkActions {...props} />
  </Suspense>
);
