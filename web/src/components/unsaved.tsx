import { type ComponentType, lazy, Suspense } from 'react';

// Where its code cannot be loaded, nobody is held back.
const LeaveGuard = lazy((): Promise<{ default: ComponentType }> => import('./leave-guard').catch(() => ({ default: () => null })));

/** On a page with a form: leaving it asks first while something typed would be lost. */
export const Unsaved = ({ dirty }: { dirty: boolean }) => <Suspense>{dirty && <LeaveGuard />}</Suspense>;
