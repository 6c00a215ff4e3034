import { cloneElement, type HTMLAttributes, isValidElement, type ReactNode } from 'react';
import { cn } from '../../lib/cn';

type Props = Record<string, unknown>;

/**
 * Passes its attributes to its only child. Classes are joined; both event handlers run, the child's
 * first.
 */
export function Slot({
  children,
  ...ours
}: HTMLAttributes<HTMLElement> & Record<`data-${string}`, string> & { children: ReactNode }) {
  if (!isValidElement<Props>(children)) return null;
  const theirs = children.props;
  const merged: Props = {
    ...(ours as Props),
    ...theirs,
    className: cn(ours.className, theirs.className as string | undefined),
  };
  for (const [name, handler] of Object.entries(ours as Props)) {
    const own = theirs[name];
    if (typeof handler !== 'function' || typeof own !== 'function') continue;
    merged[name] = (...args: unknown[]) => {
      (own as (...args: unknown[]) => void)(...args);
      (handler as (...args: unknown[]) => void)(...args);
    };
  }
  return cloneElement(children, merged);
}
