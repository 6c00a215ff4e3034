import { lazy, type ReactNode, Suspense } from 'react';
import { noop } from '@tanstack/react-query';
import type { BulkActsProps } from './bulk-acts';

const load = () => import('./bulk-acts');
const BulkActs = lazy(load);
const preload = () => void load().catch(noop);

/** Gets the buttons for chosen rows as soon as somebody comes near to choosing one. */
export function WarmActs({
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
export const ChosenActs = (props: BulkActsProps) => (
  <Suspense>
    <BulkActs {...props} />
  </Suspense>
);
